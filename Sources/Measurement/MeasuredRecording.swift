public import FoundationEssentials
public import Photoplethysmography
public import VideoFrames

/// What a recording turned out to hold.
public struct MeasuredRecording: Sendable {
  public let input: RecordingInput

  /// When its first frame was taken, as far as the file tells.
  public let start: Date

  /// The first frame's time on the recording's own clock, in seconds; readings count on that clock.
  public let firstTime: Double

  /// Seconds from the first frame to the end of the last one.
  public let duration: Double
  public let frameCount: Int

  /// What it is, in a few words: codec and size of a video.
  public let kind: String

  /// What tells its content from that of other recordings, wherever it is stored.
  public let contentIdentity: String
  public let readings: [HeartRateReading]

  /// How the time from beat to beat varies, as far as enough clean beats stand in a row.
  public let variability: HeartRateVariability

  public let rhythm: RhythmRegularity

  /// Breaths a minute, or the reason why they cannot be told.
  public let respiration: RespiratoryRate.Outcome

  /// The share, 0 to 1, of the region that had the colour of skin, on average; `nil` where it was not
  /// looked for.
  public let skinShare: Double?

  /// The colour signal, where it was asked for.
  public let signal: [ColorSample]

  /// What was wrong with it without stopping the measurement, a sentence each.
  public let warnings: [String]

  /// Whether it was stopped before its end.
  public let isPartial: Bool

  /// Frames a second on average; 0 for a single frame.
  public var frameRate: Double {
    duration > 0 && frameCount > 1 ? Double(frameCount) / duration : 0
  }

  /// All readings as one.
  public var collector: AveragingCollector {
    var collector = AveragingCollector()
    for reading in readings { collector.append(reading) }
    return collector
  }

  /// Why there is no rate at all: the most frequent reason. `nil` where there is one.
  public var reason: RefusalReason? {
    let reasons = readings.compactMap(\.reason)
    guard readings.allSatisfy({ $0.rate == nil }) else { return nil }
    let counts = Dictionary(reasons.map { ($0, 1) }, uniquingKeysWith: +)
    return reasons.max { counts[$0, default: 0] < counts[$1, default: 0] } ?? .tooShort
  }

  /// What most readings with a rate were taken from.
  public var channel: ColorChannel? {
    let channels = readings.filter { $0.rate != nil }.compactMap(\.channel)
    let counts = Dictionary(channels.map { ($0, 1) }, uniquingKeysWith: +)
    return channels.max { counts[$0, default: 0] < counts[$1, default: 0] }
  }

  public var respiratoryRate: RespiratoryRate? {
    if case .rate(let rate) = respiration { rate } else { nil }
  }

  /// Peak to trough of the mean beat over the mean level of `channel`, in per cent, averaged over the
  /// readings from it by their time; `nil` where none has one. Colours differ by a factor of two and more.
  public var perfusionIndex: Double? {
    var (sum, seconds) = (0.0, 0.0)
    for reading in readings where reading.channel == channel {
      guard let index = reading.perfusionIndex else { continue }
      sum += index * (reading.end - reading.start)
      seconds += reading.end - reading.start
    }
    return seconds > 0 ? sum / seconds : nil
  }

  /// Seconds from the first frame on, of a time on the recording's clock.
  public func offset(of time: Double) -> Double { time - firstTime }

  public func date(of time: Double) -> Date { start.addingTimeInterval(offset(of: time)) }
}

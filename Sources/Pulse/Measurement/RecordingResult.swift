public import FoundationEssentials
import JSONCoding
public import Photoplethysmography
public import VideoFrames

/// The result of a recording, or of part of a live measurement.
///
/// `Codable` keeps every bit. The forms for people and programs (`jsonLine`, the table, CSV) round.
public struct RecordingResult: Sendable, Equatable, Codable {
  /// The input that was measured.
  public private(set) var input: RecordingInput

  /// The time of its first frame, and the origin of that time.
  public private(set) var began: RecordingStart

  /// The first frame's time on the recording's own clock, in seconds; the times of readings are on
  /// that clock.
  public let firstTime: Double

  /// Seconds from the first frame to the end of the last one.
  public let duration: Double

  /// The number of frames.
  public let frameCount: Int

  /// The kind of input, in a few words: codec and size of a video.
  public let kind: String

  /// The identity of its content, wherever it is stored.
  public let contentIdentity: String

  /// The reading of each interval, in order.
  public private(set) var readings: [HeartRateReading]

  /// The variation of the time from beat to beat, if there are enough clean beats in a row.
  public private(set) var variability: HeartRateVariability

  /// Whether the beats follow a rhythm.
  public private(set) var rhythm: RhythmRegularity

  /// Breaths per minute, or why there is no such rate.
  public private(set) var respiration: RespiratoryRate.Outcome

  /// The share, 0 to 1, of the region that had the color of skin, on average; `nil` if skin was
  /// not looked for.
  public let skinShare: Double?

  /// The color signal if it was asked for, else empty.
  public private(set) var signal: [ColorSample]

  /// The faults of its content that did not stop the measurement, one sentence each.
  let faults: [String]

  /// The number of packets, pictures or lines lost to damage; `nil` in results kept by an older program.
  let lostCount: Int?

  /// Whether it was stopped before its end.
  public let isPartial: Bool

  /// Whether it says that it was simulated; `nil` in results kept by an older program.
  public let isSimulated: Bool?

  /// The only channel that was asked for; `nil` if the clearest one was.
  let askedChannel: ColorChannel?

  /// The name of the method that its rates are from; `nil` for Heartcam's own calculation.
  public private(set) var method: String?

  /// When its first frame was taken.
  public var start: Date { began.date }

  /// The faults that did not stop the measurement, one sentence each.
  public var warnings: [String] {
    faults
      + [method.map { "the rates are by \($0), not by Heartcam" }, began.source.warning].compactMap(
        \.self)
  }

  /// Frames per second on average; 0 for a single frame.
  public var frameRate: Double {
    duration > 0 && frameCount > 1 ? Double(frameCount) / duration : 0
  }

  /// All readings as one.
  public var collector: AveragingCollector {
    var collector = AveragingCollector()
    for reading in readings { collector.append(reading) }
    return collector
  }

  /// The course of the rate from reading to reading; `nil` if it stayed about the same.
  public var course: RateCourse? { RateCourse(of: readings) }

  /// The part that the average covers if not all could be read: "20 s of 30 s".
  public var measuredPart: String? {
    let collector = collector
    guard collector.count > 0, collector.refusedDuration > 0 else { return nil }
    let all = collector.duration + collector.refusedDuration
    return "\(collector.duration.fixed(0)) s of \(all.fixed(0)) s"
  }

  /// Why there is no rate at all: the most frequent reason. `nil` if there is a rate.
  public var reason: RefusalReason? {
    let reasons = readings.compactMap(\.reason)
    guard readings.allSatisfy({ $0.rate == nil }) else { return nil }
    let counts = Dictionary(reasons.map { ($0, 1) }, uniquingKeysWith: +)
    return reasons.max { counts[$0, default: 0] < counts[$1, default: 0] } ?? .tooShort
  }

  /// The channel that most readings with a rate are from; `nil` if none has a rate.
  public var channel: ColorChannel? {
    let channels = readings.filter { $0.rate != nil }.compactMap(\.channel)
    let counts = Dictionary(channels.map { ($0, 1) }, uniquingKeysWith: +)
    return channels.max { counts[$0, default: 0] < counts[$1, default: 0] }
  }

  /// Breaths per minute; `nil` if there is no such rate.
  public var respiratoryRate: RespiratoryRate? {
    if case .rate(let rate) = respiration { rate } else { nil }
  }

  /// The color of `perfusionIndex`: that of the most seconds; `nil` if no reading has one.
  public var perfusionChannel: ColorChannel? {
    var seconds: [ColorChannel: Double] = [:]
    for reading in readings {
      guard let channel = reading.perfusionChannel else { continue }
      seconds[channel, default: 0] += reading.end - reading.start
    }
    return ColorChannel.colors.max { seconds[$0, default: 0] < seconds[$1, default: 0] }
      .flatMap { seconds[$0] == nil ? nil : $0 }
  }

  /// Peak to trough of the mean beat over the mean level of `perfusionChannel`, in percent,
  /// averaged by time over the readings in that color, since colors differ by a factor of two and
  /// more; `nil` if none has one.
  public var perfusionIndex: Double? {
    let channel = perfusionChannel
    return readings.timeAverage(over: { $0.end - $0.start }) {
      $0.perfusionChannel == channel ? $0.perfusionIndex : nil
    }
  }

  /// The skewness of the pulse's derivative, averaged by time over the readings; `nil` if none has one.
  public var derivativeSkewness: Double? {
    readings.timeAverage(over: { $0.end - $0.start }) { $0.derivativeSkewness }
  }

  /// The pulse as a curve; empty if the result keeps no color signal.
  public var pulseWave: PulseWave {
    PulseWave(of: signal, readings: readings, channel: askedChannel)
  }

  /// Returns the seconds from the first frame to a time on the recording's clock.
  public func offset(of time: Double) -> Double { time - firstTime }

  /// Returns the wall-clock time of a time on the recording's clock.
  public func date(of time: Double) -> Date { start.addingTimeInterval(offset(of: time)) }

  /// The result without the parts that only pictures and other files need, the pulse, the light
  /// around each beat and the color signal: a tenth of the size.
  public var withoutPulse: RecordingResult {
    var result = self
    for index in result.readings.indices {
      result.readings[index].pulse = []
      result.readings[index].light = []
    }
    result.signal = []
    return result
  }

  /// The result without the color signal, which is most of it where it is kept.
  package var withoutSignal: RecordingResult {
    var result = self
    result.signal = []
    return result
  }

  /// Returns the result with the rates that another method has found in its readings, with their
  /// qualities; `nil` for no rate. Values derived from the beats that were found here are left out.
  /// - Precondition: There are as many as `readings`.
  package func withRates(
    _ rates: [(rate: HeartRateReading.Rate, quality: Double)?], by method: String
  ) -> RecordingResult {
    precondition(rates.count == readings.count)
    var result = self
    result.method = method
    for (index, found) in rates.enumerated() {
      var reading = readings[index]
      reading.outcome = found.map { .rate($0.rate) } ?? .refused(reading.reason ?? .noPulse)
      reading.quality = found?.quality ?? 0
      (reading.beats, reading.light, reading.refusedRate) = ([], [], nil)
      (reading.perfusionIndex, reading.perfusionChannel, reading.derivativeSkewness) = (
        nil, nil, nil
      )
      if found == nil { reading.pulse = [] }
      result.readings[index] = reading
    }
    let beats = BeatSeries(readings: result.readings)
    result.rhythm = RhythmRegularity(of: beats)
    result.variability = HeartRateVariability(missing: .tooShort)
    result.respiration = .refused(.tooShort)
    return result
  }

  /// Returns the result with another start, which the caller knows better than the file.
  public func starting(at start: Date) -> RecordingResult {
    var result = self
    result.began = RecordingStart(start, .given)
    return result
  }

  /// Returns the result of the same content in another file, whose name and time say when it began
  /// if the content does not.
  package func moved(to input: RecordingInput) -> RecordingResult {
    var result = self
    result.input = input
    let own = began.source == .container ? start : nil
    result.began = input.start(given: nil, container: own, duration: duration)
    return result
  }
}

import FoundationEssentials
package import Photoplethysmography
import Threads
package import VideoFrames

/// Measures one stream of color frames, recorded or live, and knows its results so far.
package struct StreamMeasurement {
  private var monitor: HeartRateMonitor
  private let keepsSignal: Bool
  private let askedChannel: ColorChannel?

  /// The readings that are complete.
  package private(set) var readings: [HeartRateReading] = []
  package private(set) var frameCount = 0
  package private(set) var firstTime: Double?
  private(set) var lastTime = 0.0

  private var signal: [ColorSample] = []
  private var warnings: [String] = []
  private var frameTimes = FrameTimes()
  private var flickerWatch = FlickerWatch()

  /// The sum over the frames in which skin was looked for, and their number.
  private var skinShares = (sum: 0.0, count: 0)

  package init(_ options: MeasurementOptions) {
    monitor = HeartRateMonitor(options.monitor)
    keepsSignal = options.keepsSignal
    if case .channel(let channel) = options.monitor.channels {
      askedChannel = channel
    } else {
      askedChannel = nil
    }
  }

  /// Takes the next color frame; returns the readings that it completes.
  @discardableResult
  package mutating func take(_ sample: ColorSample) -> [HeartRateReading] {
    frameCount += 1
    if sample.time.magnitude <= FrameTimes.greatestTime {
      // A time that goes back, or that no recording has, is neither its beginning nor its end.
      lastTime = firstTime == nil ? sample.time : max(lastTime, sample.time)
      firstTime = firstTime ?? sample.time
    }
    frameTimes.append(sample)
    flickerWatch.append(sample)
    let completed = monitor.append(sample)
    readings += completed
    if let share = sample.skinShare {
      skinShares = (skinShares.sum + share, skinShares.count + 1)
    }
    if keepsSignal { signal.append(sample) }
    return completed
  }

  /// Adds the faults, one sentence each.
  package mutating func warn(_ sentences: [String]) { warnings += sentences }

  /// Ends the stream and returns its result; `nil` if it had no frame.
  /// - Parameters:
  ///   - isSimulated: Whether the recording says that it was simulated.
  ///   - lostCount: How many packets, pictures or lines damage has taken.
  ///   - start: Gives when the first frame was taken, from the stream's length in seconds.
  package mutating func finish(
    _ input: RecordingInput, kind: String, identity: String, isPartial: Bool,
    isSimulated: Bool = false, lostCount: Int = 0, start: (Double) -> RecordingStart
  ) -> RecordingResult? {
    guard let firstTime = firstTime ?? (frameCount > 0 ? 0 : nil) else { return nil }
    let unusable = monitor.unusableSampleCount
    if unusable > 0 {
      warnings.append(
        unusable == 1
          ? "1 sample has a time or a color that is no number, or that no camera sends; it was left out"
          : "\(unusable) samples have a time or a color that is no number, or that no camera sends; they were left out"
      )
    }
    let rejected = monitor.rejectedSampleCount - unusable
    if rejected > 0 {
      warnings.append(
        rejected == 1
          ? "1 sample goes back in time and was left out"
          : "\(rejected) samples go back in time and were left out")
    }
    readings += monitor.finish()
    // A damaged recording may not have been short from the beginning.
    for index in readings.indices where lostCount > 0 && readings[index].reason == .tooShort {
      readings[index].outcome = .refused(.damaged)
    }
    let hasRate = readings.contains { $0.rate != nil }
    warnings += frameTimes.sentences(hasRate: hasRate)
    // A sensor on the skin has its own light.
    if !hasRate, kind != RecordingFacts.sensor, let flicker = flickerWatch.flicker {
      warnings.append("\(flicker)")
    }
    let span = lastTime - firstTime
    let duration = frameCount > 1 ? span * Double(frameCount) / Double(frameCount - 1) : 0
    if !isPartial, let read = readings.last?.end, firstTime + duration - read > 1 {
      let rest = ((firstTime + duration - read) * 10).rounded() / 10
      warnings.append("the last \(rest) s are too short for a reading of their own")
    }
    let beats = BeatSeries(readings: readings)
    let rhythm = RhythmRegularity(of: beats)
    let (variability, respiration) = figures(of: beats, rhythm, over: span)
    return RecordingResult(
      input: input, began: start(duration), firstTime: firstTime,
      duration: duration, frameCount: frameCount, kind: kind, contentIdentity: identity,
      readings: readings, variability: variability, rhythm: rhythm, respiration: respiration,
      skinShare: skinShares.count > 0 ? skinShares.sum / Double(skinShares.count) : nil,
      signal: signal, faults: warnings, lostCount: lostCount, isPartial: isPartial,
      isSimulated: isSimulated, askedChannel: askedChannel)
  }

  /// Measures a whole recording's results other than its rates: both at once, since a long one takes each as long.
  private func figures(
    of beats: BeatSeries, _ rhythm: RhythmRegularity, over span: Double
  ) -> (HeartRateVariability, RespiratoryRate.Outcome) {
    let (readings, frameCount, jitter) = (readings, frameCount, frameTimes.jitter)
    let variability = LaterValue {
      HeartRateVariability(
        of: beats, rhythm: rhythm, channels: readings.compactMap(\.channel),
        frameRate: Double(frameCount - 1) / max(span, 1e-9),
        timing: BeatTiming(of: readings, jitter: jitter))
    }
    let respiration = RespiratoryRate.outcome(of: readings, series: beats, rhythm: rhythm)
    return (variability.wait(), respiration)
  }
}

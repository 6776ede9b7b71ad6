import FoundationEssentials
import Photoplethysmography
import VideoFrames

/// What has been measured of one stream of samples so far; recorded and live streams alike.
struct RunningMeasurement {
  private var monitor: HeartRateMonitor
  private let keepsSignal: Bool

  /// The readings that are complete.
  private(set) var readings: [HeartRateReading] = []
  private(set) var frameCount = 0
  private(set) var firstTime: Double?
  private(set) var lastTime = 0.0

  private var signal: [ColorSample] = []
  private var warnings: [String] = []

  /// Of the frames in which skin was looked for.
  private var skinShares = (sum: 0.0, count: 0)

  init(_ options: MeasurementOptions) {
    monitor = HeartRateMonitor(options.monitor)
    keepsSignal = options.keepsSignal
  }

  /// Takes the stream's next sample; returns the readings that it completes.
  @discardableResult
  mutating func take(_ sample: ColorSample) -> [HeartRateReading] {
    if firstTime == nil { firstTime = sample.time }
    lastTime = sample.time
    frameCount += 1
    let completed = monitor.append(sample)
    readings += completed
    if let share = sample.skinShare {
      skinShares = (skinShares.sum + share, skinShares.count + 1)
    }
    if keepsSignal { signal.append(sample) }
    return completed
  }

  /// Notes what was wrong, a sentence each.
  mutating func warn(_ sentences: [String]) { warnings += sentences }

  /// Ends the stream; `nil` where it had no frame.
  /// - Parameters:
  ///   - start: When the first frame was taken; `nil` where only the recording's end is known, which is
  ///     then `end`.
  mutating func finish(
    _ input: RecordingInput, kind: String, identity: String, start: Date?, end: Date,
    isPartial: Bool
  ) -> MeasuredRecording? {
    guard let firstTime else { return nil }
    let rejected = monitor.rejectedSampleCount
    if rejected > 0 {
      warnings.append(
        rejected == 1
          ? "1 sample goes back in time and was left out"
          : "\(rejected) samples go back in time and were left out")
    }
    readings += monitor.finish()
    let span = lastTime - firstTime
    let duration = frameCount > 1 ? span * Double(frameCount) / Double(frameCount - 1) : 0
    if !isPartial, let read = readings.last?.end, firstTime + duration - read > 1 {
      let rest = ((firstTime + duration - read) * 10).rounded() / 10
      warnings.append("the last \(rest) s are too short for a reading of their own")
    }
    let beats = BeatSeries(readings: readings)
    let rhythm = RhythmRegularity(of: beats)
    return MeasuredRecording(
      input: input, start: start ?? end.addingTimeInterval(-duration), firstTime: firstTime,
      duration: duration, frameCount: frameCount, kind: kind, contentIdentity: identity,
      readings: readings,
      variability: isTimingExact(frameRate: Double(frameCount - 1) / max(span, 1e-9))
        ? HeartRateVariability(of: beats, rhythm: rhythm)
        : HeartRateVariability(missing: .coarseTiming),
      rhythm: rhythm,
      respiration: RespiratoryRate.outcome(of: readings, series: beats, rhythm: rhythm),
      skinShare: skinShares.count > 0 ? skinShares.sum / Double(skinShares.count) : nil,
      signal: signal, warnings: warnings, isPartial: isPartial)
  }

  /// Whether beats are placed to the few milliseconds that variability takes.
  private func isTimingExact(frameRate: Double) -> Bool {
    frameRate >= HeartRateVariability.leastFrameRate
      && !readings.contains { $0.channel == .chrom || $0.channel == .pos }
  }
}

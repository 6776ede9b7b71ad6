import FFmpegSource
import FoundationEssentials
import Photoplethysmography
import VideoFrames

/// Measures one recording from its first frame to its last: the walk "measure a video".
public struct RecordingMeasurement {
  public let input: RecordingInput
  public let options: MeasurementOptions

  private var monitor: HeartRateMonitor
  private var readings: [HeartRateReading] = []
  private var signal: [ColorSample] = []
  private var frameCount = 0
  private var firstTime: Double?
  private var lastTime = 0.0
  private var warnings: [String] = []

  /// Of the frames in which skin was looked for.
  private var skinShares = (sum: 0.0, count: 0)

  public init(_ input: RecordingInput, options: MeasurementOptions = MeasurementOptions()) {
    self.input = input
    self.options = options
    monitor = HeartRateMonitor(options.monitor)
  }

  /// Reads the recording and returns what it holds.
  /// - Parameters:
  ///   - progress: Called after every frame with the share of the recording that is done, `nil` where
  ///     its length is not known; returning `false` stops there.
  ///   - isInterrupted: Asked when a signal wakes a read that waits for bytes; where it says yes, the
  ///     recording ends there.
  /// - Throws: `MeasurementError` where it cannot be read at all. Damage on the way is a warning.
  public static func measure(
    _ input: RecordingInput, options: MeasurementOptions = MeasurementOptions(),
    progress: (Double?) -> Bool = { _ in true }, isInterrupted: @escaping () -> Bool = { false }
  ) throws(MeasurementError) -> MeasuredRecording {
    var measurement = RecordingMeasurement(input, options: options)
    return try input.isColorSignal()
      ? measurement.measureSignal(isInterrupted, progress)
      : measurement.measureVideo(isInterrupted, progress)
  }

  private mutating func measureVideo(
    _ isInterrupted: @escaping () -> Bool, _ progress: (Double?) -> Bool
  ) throws(MeasurementError) -> MeasuredRecording {
    do {
      var video = try VideoFile(
        path: input.decoderPath, options: options.video, isInterrupted: isInterrupted)
      let description = video.description
      var extractor = ColorExtractor(region: options.region, selection: options.selection)
      var isPartial = false
      while let sample = try video.withNextFrame({ try extractor.sample(of: $0) }) {
        take(sample)
        guard progress(description.duration.map { (sample.time - (firstTime ?? 0)) / $0 }) else {
          isPartial = true
          break
        }
      }
      isPartial = isPartial || video.wasInterrupted
      if !isPartial { describe(video.damage) }
      let kind =
        "\(description.codec) \(description.displayedWidth)x\(description.displayedHeight)"
      return try finish(
        kind: kind, identity: video.contentIdentity, creationTime: description.creationTime,
        isPartial: isPartial)
    } catch let error as FFmpegError {
      throw MeasurementError(error.operation, input.name, error.reason + pipeAdvice)
    } catch let error as RegionError {
      throw MeasurementError("measure", input.name, error.description)
    } catch let error as MeasurementError {
      throw error
    } catch {
      throw MeasurementError("measure", input.name, "\(error)")
    }
  }

  /// Many containers keep their index at the end, where a pipe cannot be searched for it.
  private var pipeAdvice: String {
    input.decoderPath == "-"
      ? " (it is a pipe, which some containers cannot be read from: name the file)" : ""
  }

  private mutating func measureSignal(
    _ isInterrupted: @escaping () -> Bool, _ progress: (Double?) -> Bool
  ) throws(MeasurementError) -> MeasuredRecording {
    guard options.region == nil else {
      throw MeasurementError("measure", input.name, "a colour signal has no region to choose")
    }
    var reader = try ColorSignalReader(input, isInterrupted: isInterrupted)
    let size = input.size
    var isPartial = false
    var brightest = 0.0
    while let sample = try reader.next() {
      take(sample)
      brightest = max(brightest, sample.red, sample.green, sample.blue)
      guard progress(size.map { Double(reader.byteCount) / Double(max($0, 1)) }) else {
        isPartial = true
        break
      }
    }
    isPartial = isPartial || reader.wasInterrupted
    if reader.skippedLineCount > 0 {
      warnings.append("\(reader.skippedLineCount) lines hold no sample and were skipped")
    }
    if frameCount > 0, brightest <= 1 {
      warnings.append("levels seem to run from 0 to 1; they are expected from 0 to 255")
    }
    return try finish(
      kind: "colour signal", identity: reader.contentIdentity, creationTime: nil,
      isPartial: isPartial)
  }

  private mutating func take(_ sample: ColorSample) {
    if firstTime == nil { firstTime = sample.time }
    lastTime = sample.time
    frameCount += 1
    readings += monitor.append(sample)
    if let share = sample.skinShare {
      skinShares = (skinShares.sum + share, skinShares.count + 1)
    }
    if options.keepsSignal { signal.append(sample) }
  }

  private mutating func describe(_ damage: VideoDamage) {
    if damage.endedEarly { warnings.append("the file ends early; what is there was measured") }
    let broken = damage.damagedPackets + damage.damagedFrames
    if broken > 0 { warnings.append("\(broken) frames are damaged and were left out") }
    if damage.mendedTimestamps > 0 {
      warnings.append("\(damage.mendedTimestamps) frames had no usable time; it was filled in")
    }
  }

  private mutating func finish(
    kind: String, identity: String, creationTime: Double?, isPartial: Bool
  ) throws(MeasurementError) -> MeasuredRecording {
    guard let firstTime else {
      throw MeasurementError("measure", input.name, "it holds no frame")
    }
    let rejected = monitor.rejectedSampleCount
    if rejected > 0 { warnings.append("\(rejected) samples go back in time and were left out") }
    readings += monitor.finish()
    let span = lastTime - firstTime
    let duration = frameCount > 1 ? span * Double(frameCount) / Double(frameCount - 1) : 0
    if !isPartial, let read = readings.last?.end, firstTime + duration - read > 1 {
      let rest = ((firstTime + duration - read) * 10).rounded() / 10
      warnings.append("the last \(rest) s are too short for a reading of their own")
    }
    let beats = BeatSeries(readings: readings)
    let rhythm = RhythmRegularity(of: beats)
    let end = input.modificationTime.map(Date.init(timeIntervalSince1970:)) ?? Date()
    return MeasuredRecording(
      input: input,
      start: creationTime.map(Date.init(timeIntervalSince1970:))
        ?? end.addingTimeInterval(-duration),
      firstTime: firstTime, duration: duration, frameCount: frameCount, kind: kind,
      contentIdentity: identity, readings: readings,
      variability: isTimingExact(frameRate: Double(frameCount - 1) / max(span, 1e-9))
        ? HeartRateVariability(of: beats, rhythm: rhythm)
        : HeartRateVariability(missing: .coarseTiming),
      rhythm: rhythm,
      respiration: RespiratoryRate.outcome(of: readings, series: beats, rhythm: rhythm),
      skinShare: skinShares.count > 0 ? skinShares.sum / Double(skinShares.count) : nil,
      signal: signal, warnings: warnings,
      isPartial: isPartial)
  }

  /// Whether beats are placed to the few milliseconds that variability takes.
  private func isTimingExact(frameRate: Double) -> Bool {
    frameRate >= HeartRateVariability.leastFrameRate
      && !readings.contains { $0.channel == .chrom || $0.channel == .pos }
  }
}

import FFmpegSource
import FoundationEssentials
import Sandbox

extension RecordingInput {
  /// Reads the recording from its first frame to its last and returns its result, the same in every
  /// run: a video with damage is read again with one decoding thread.
  /// - Parameters:
  ///   - progress: Called after every frame with the share of the recording that is done, `nil` if its
  ///     length is not known; returning `false` stops there.
  ///   - isInterrupted: Asked when a signal wakes a read that waits for bytes; if it returns true, the
  ///     recording ends there.
  /// - Throws: `MeasurementError` if it cannot be read at all. Damage further on is a warning.
  public func measure(
    _ options: MeasurementOptions = MeasurementOptions(),
    progress: (Double?) -> Bool = { _ in true }, isInterrupted: @escaping () -> Bool = { false }
  ) throws(MeasurementError) -> RecordingResult {
    if let result = try measureOnce(options, progress: progress, isInterrupted: isInterrupted) {
      return result
    }
    var single = options
    single.video.threads = 1
    if let result = try measureOnce(single, progress: progress, isInterrupted: isInterrupted) {
      return result
    }
    // One thread depends on no other: a reader's process that says so has been taken over.
    throw MeasurementError("read", name, SandboxEnd.malformed.description)
  }

  /// Returns the recording's result; `nil` as soon as that depends on decoding threads.
  private func measureOnce(
    _ options: MeasurementOptions, progress: (Double?) -> Bool,
    isInterrupted: @escaping () -> Bool
  ) throws(MeasurementError) -> RecordingResult? {
    let source = try colorSamples(options, isInterrupted: isInterrupted)
    var measurement = StreamMeasurement(options)
    var isPartial = false
    while let sample = try source.next() {
      if source.dependsOnThreads { return nil }
      measurement.take(sample)
      guard progress(source.share) else {
        isPartial = true
        break
      }
    }
    // Damage after the last picture.
    if source.dependsOnThreads { return nil }
    isPartial = isPartial || source.wasInterrupted
    measurement.warn(source.warnings(isPartial: isPartial))
    let facts = source.facts
    let container = source.start.flatMap { $0.timeIntervalSinceNow < 86_400 ? $0 : nil }
    if container == nil, source.start != nil, options.start == nil {
      measurement.warn(["it says that it began on a day still to come, which is not used"])
    }
    guard
      let result = measurement.finish(
        self, kind: facts.kind, identity: facts.identity, isPartial: isPartial,
        isSimulated: facts.isSimulated, lostCount: facts.lostCount,
        start: { start(given: options.start, container: container, duration: $0) })
    else {
      throw MeasurementError("measure", name, "it holds no frame")
    }
    return result
  }
}

/// Measures one recording from its first frame to its last: the walk "measure a video".
public enum RecordingMeasurement {
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
    let reader = try input.reader(options, isInterrupted: isInterrupted)
    var measurement = RunningMeasurement(options)
    var isPartial = false
    while let sample = try reader.next() {
      measurement.take(sample)
      guard progress(reader.share) else {
        isPartial = true
        break
      }
    }
    isPartial = isPartial || reader.wasInterrupted
    measurement.warn(reader.warnings(isPartial: isPartial))
    guard
      let recording = measurement.finish(
        input, kind: reader.kind, identity: reader.contentIdentity, start: reader.start,
        end: input.end, isPartial: isPartial)
    else {
      throw MeasurementError("measure", input.name, "it holds no frame")
    }
    return recording
  }
}

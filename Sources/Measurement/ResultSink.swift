/// Takes the results of many recordings, one by one as they are measured: a table, a file, a
/// database, the rows that a worker sends on.
public protocol ResultSink {
  /// Takes what a recording gave.
  mutating func take(_ result: RecordingResult)

  /// Takes why a recording could not be measured.
  mutating func take(_ error: MeasurementError, of input: RecordingInput)

  /// Takes note of how far a recording is read, after every frame.
  /// - Parameter share: From 0 to 1; `nil` if its length is not known.
  /// - Returns: `false` to end the recording there; its result is then partial.
  mutating func progress(_ share: Double?, of input: RecordingInput) -> Bool

  /// Whether the next recording is to be measured.
  var takesMore: Bool { get }
}

extension ResultSink {
  /// Goes on.
  public mutating func progress(_ share: Double?, of input: RecordingInput) -> Bool { true }

  /// Always.
  public var takesMore: Bool { true }
}

extension Sequence<RecordingInput> {
  /// Measures the recordings one after the other, and gives each one's result or error to the sink
  /// before the next one is opened.
  /// - Parameter isInterrupted: Asked when a signal wakes a read that waits for bytes; if it returns true, that
  ///   recording ends there.
  public func measure(
    _ options: MeasurementOptions = MeasurementOptions(), into sink: inout some ResultSink,
    isInterrupted: @escaping () -> Bool = { false }
  ) {
    for input in self where sink.takesMore {
      do {
        let result = try input.measure(
          options, progress: { sink.progress($0, of: input) }, isInterrupted: isInterrupted)
        sink.take(result)
      } catch {
        sink.take(error, of: input)
      }
    }
  }
}

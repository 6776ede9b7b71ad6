import FFmpegSource

/// Takes the results of many recordings, one by one as they are measured: a table, a file, a
/// database.
public protocol ResultSink {
  /// Takes the result of a recording.
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
  /// Returns true: the recording is read to its end.
  public mutating func progress(_ share: Double?, of input: RecordingInput) -> Bool { true }

  /// True: all recordings are measured.
  public var takesMore: Bool { true }
}

extension Sequence<RecordingInput> {
  /// Measures the recordings one after the other, and gives each one's result or error to the sink
  /// before the next one is opened.
  /// - Parameters:
  ///   - jobs: How many are measured at a time. Results arrive one by one in the inputs' order all the same.
  ///     If one of the inputs is a pipe, they are measured one at a time.
  ///   - isInterrupted: Asked when a signal wakes a read that waits for bytes; if it returns true, that
  ///     recording ends there.
  public func measure(
    _ options: MeasurementOptions = MeasurementOptions(), jobs: Int = 1,
    into sink: inout some ResultSink,
    isInterrupted: @escaping @Sendable () -> Bool = { false }
  ) {
    let inputs = Array(self)
    if jobs > 1, inputs.count > 1, inputs.allSatisfy({ $0.size != nil || $0.isPictureSequence }) {
      return inputs.measure(options, atATime: jobs, into: &sink, isInterrupted: isInterrupted)
    }
    for input in inputs where sink.takesMore {
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

extension [RecordingInput] {
  /// Measures several recordings at a time, and gives the results to a sink in their order.
  fileprivate func measure(
    _ options: MeasurementOptions, atATime jobs: Int, into sink: inout some ResultSink,
    isInterrupted: @escaping @Sendable () -> Bool
  ) {
    var shared = options
    // The recordings share the processors already.
    if shared.video.threads == 0 { shared.video.threads = 1 }
    let options = shared
    let work = ParallelWork<RecordingInput, Result<RecordingResult, MeasurementError>>(
      self, jobs: jobs)
    guard sink.takesMore else { return }
    work.run(
      inOrder: true,
      worker: {
        { input in
          Result { () throws(MeasurementError) in
            try input.measure(
              options, progress: { _ in !work.isStopped },
              isInterrupted: { work.isStopped || isInterrupted() })
          }
        }
      },
      tick: { taken in
        if !sink.progress(Double(taken) / Double(count), of: self[taken]) { work.stop() }
      },
      take: { index, outcome in
        switch outcome {
        case .success(let result): sink.take(result)
        case .failure(let error): sink.take(error, of: self[index])
        }
        return sink.takesMore
      })
  }
}

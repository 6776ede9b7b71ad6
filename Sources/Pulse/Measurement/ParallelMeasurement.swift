import FFmpegSource
import Glibc
import Synchronization

/// Measures several recordings at a time, each on a thread of its own, and gives the results to a sink
/// in the order of the inputs.
final class ParallelMeasurement: Sendable {
  private typealias Outcome = Result<RecordingResult, MeasurementError>

  private let inputs: [RecordingInput]
  private let options: MeasurementOptions
  private let jobs: Int
  private let isInterrupted: @Sendable () -> Bool

  /// The next recording that a thread takes, and how many the sink has taken.
  private let progress = Mutex((next: 0, taken: 0))

  /// Asks all threads to end the recordings that they measure.
  private let isStopped = Atomic<Bool>(false)

  private let outcomes: MessageQueue<(index: Int, outcome: Outcome)>

  init(
    _ inputs: [RecordingInput], _ options: MeasurementOptions, jobs: Int,
    _ isInterrupted: @escaping @Sendable () -> Bool
  ) {
    self.inputs = inputs
    var options = options
    // The recordings share the processors already.
    if options.video.threads == 0 { options.video.threads = 1 }
    self.options = options
    self.jobs = jobs
    self.isInterrupted = isInterrupted
    outcomes = MessageQueue(capacity: .max)
  }

  /// Measures until all are done or the sink takes no more.
  func run(into sink: inout some ResultSink) {
    let threads = (0..<min(jobs, inputs.count)).map { _ in SourceThread { [self] in work() } }
    defer {
      isStopped.store(true, ordering: .relaxed)
      for thread in threads { thread.join() }
    }
    // A machine that gives no further thread has this one.
    if !threads.contains(where: \.hasStarted) { work() }
    var waiting: [Int: Outcome] = [:]
    for (index, input) in inputs.enumerated() where sink.takesMore {
      while waiting[index] == nil {
        for message in outcomes.drain() { waiting[message.index] = message.outcome }
        guard waiting[index] == nil else { break }
        if isStopped.load(ordering: .relaxed), progress.withLock({ $0.next <= index }) {
          // Nobody has begun it, and nobody will: what there is of it comes from here.
          measure(index)
          continue
        }
        var descriptor = pollfd(fd: outcomes.descriptor, events: Int16(POLLIN), revents: 0)
        _ = poll(&descriptor, 1, 100)
        let share = Double(index) / Double(inputs.count)
        if !sink.progress(share, of: input) { isStopped.store(true, ordering: .relaxed) }
      }
      switch waiting.removeValue(forKey: index) {
      case .success(let result): sink.take(result)
      case .failure(let error): sink.take(error, of: input)
      case nil: break
      }
      progress.withLock { $0.taken = index + 1 }
    }
  }

  /// Measures one recording after another until there is none left.
  private func work() {
    while let index = nextIndex() { measure(index) }
  }

  private func measure(_ index: Int) {
    do throws(MeasurementError) {
      let result = try inputs[index].measure(
        options, progress: { _ in !isStopped.load(ordering: .relaxed) },
        isInterrupted: { [self] in isStopped.load(ordering: .relaxed) || isInterrupted() })
      outcomes.sendAlways((index, .success(result)))
    } catch {
      outcomes.sendAlways((index, .failure(error)))
    }
  }

  /// The next recording; results that nobody has taken yet are no more than a few for each thread.
  private func nextIndex() -> Int? {
    while !isStopped.load(ordering: .relaxed) {
      let index = progress.withLock { progress -> Int? in
        guard progress.next < inputs.count else { return inputs.count }
        guard progress.next - progress.taken < 4 * jobs else { return nil }
        defer { progress.next += 1 }
        return progress.next
      }
      if let index { return index < inputs.count ? index : nil }
      MonotonicClock.sleep(0.01)
    }
    return nil
  }
}

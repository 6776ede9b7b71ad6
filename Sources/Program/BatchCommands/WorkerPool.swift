import Glibc

/// Workers that measure many files at a time. Whatever happens to one costs the file that it has.
///
/// It belongs to one thread, which waits for all of them at once.
final class WorkerPool {
  /// A file to work on; `index` says whose.
  struct Job {
    let index: Int
    var order: WorkerOrder

    /// How often a worker has died of it.
    var deathCount = 0
  }

  /// What became of a job.
  enum Result {
    /// The hash of the file's bytes; `nil` if it cannot be read.
    case identified(content: String?)
    case measured(
      content: String?, status: BatchOutcome.Status, outcome: [UInt8], page: String?)
    /// Two workers died of it, in these ways.
    case died(content: String?, String)
  }

  /// What a worker has sent about its job so far.
  private struct Seat {
    var worker: WorkerProcess
    var job: Job?
    var content: String?
    var page: String?
  }

  private let words: [String]
  private let environment: [String: String]
  private let stall: Duration
  private let notice: (String) -> Void
  private var notices: Set<String> = []
  private var seats: [Seat] = []
  private let size: Int

  /// - Parameters:
  ///   - size: How many work at a time.
  ///   - stall: A worker that says nothing for so long is ended.
  ///   - notice: Takes what workers have to say about the machine, each sentence once.
  init(
    size: Int, words: [String], stall: Duration, environment: [String: String],
    notice: @escaping (String) -> Void
  ) {
    self.size = size
    self.words = words
    self.stall = stall
    self.environment = environment
    self.notice = notice
  }

  /// Works on jobs until there are none, or `isStopped`.
  /// - Parameters:
  ///   - next: The next job; `nil` if none is left for now. It is asked again after each result.
  ///   - done: Takes what became of a job.
  ///   - tick: Called some times a second.
  ///   - isStopped: Whether the work ends now; what is begun is left.
  func run(
    next: () -> Job?, done: (Job, Result) throws -> Void, tick: () -> Void,
    isStopped: () -> Bool
  ) throws {
    var again: [Job] = []
    defer { seats = [] }
    while !isStopped() {
      for index in seats.indices where seats[index].job == nil {
        if let job = again.popLast() ?? next() { give(job, to: index) }
      }
      while seats.count < size, let job = again.popLast() ?? next() {
        seats.append(Seat(worker: try WorkerProcess(words, environment: environment)))
        give(job, to: seats.count - 1)
      }
      guard seats.contains(where: { $0.job != nil }) else { return }
      wait()
      tick()
      for index in seats.indices {
        guard let job = seats[index].job else { continue }
        switch answer(of: index) {
        case .none: continue
        case .some(.result(let result)):
          seats[index].job = nil
          seats[index].worker.finish()
          try done(job, result)
        case .some(.death(let how)):
          // A new worker, so that nothing of the old one is left.
          let content = seats[index].content
          seats[index] = Seat(worker: try WorkerProcess(words, environment: environment))
          var job = job
          job.deathCount += 1
          if job.deathCount < 2 {
            again.append(job)
          } else {
            try done(job, .died(content: content, how))
          }
        }
      }
    }
  }

  private func give(_ job: Job, to index: Int) {
    seats[index].job = job
    (seats[index].content, seats[index].page) = (nil, nil)
    seats[index].worker.give(job.order)
  }

  /// Waits until one has something to say, or a quarter of a second.
  private func wait() {
    var requests = seats.map { pollfd(fd: $0.worker.answers, events: Int16(POLLIN), revents: 0) }
    poll(&requests, nfds_t(requests.count), 250)
  }

  private enum Answer {
    case result(Result)
    case death(String)
  }

  private func answer(of index: Int) -> Answer? {
    let worker = seats[index].worker
    let messages: [WorkerMessage]
    switch worker.take() {
    case .ended(let how): return .death(how)
    case .messages(let taken): messages = taken
    }
    for message in messages {
      switch message {
      case .progress:
        guard worker.order?.work == .identify else { continue }
        return .result(.identified(content: seats[index].content))
      case .content(let hash): seats[index].content = hash
      case .page(let html): seats[index].page = html
      case .died(let how):
        worker.end()
        return .death(how)
      case .notice(let text):
        if notices.insert(text).inserted { notice(text) }
      case .outcome(let status, let json):
        return .result(
          .measured(
            content: seats[index].content, status: status, outcome: json, page: seats[index].page))
      }
    }
    guard ContinuousClock.now - worker.lastHeard > stall else { return nil }
    worker.end()
    return .death("nothing was heard of it for \(stall.components.seconds) s")
  }
}

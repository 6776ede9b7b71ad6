import Glibc
import Synchronization
import Threads

/// Works on several items at a time, each on a separate thread, and gives the outcomes to the
/// thread that asked for them.
///
/// Places and flags are shared by all threads, behind a mutex and in atomics.
package final class ParallelWork<Item: Sendable, Outcome: Sendable>: Sendable {
  private let items: [Item]
  private let jobs: Int

  /// The next item that a thread takes, and how many outcomes have been taken.
  private let progress = Mutex((next: 0, taken: 0))
  private let stopFlag = Atomic<Bool>(false)

  /// Whether nothing more is to be begun.
  private let isOver = Atomic<Bool>(false)

  /// The outcomes of items; `nil` from a thread that has ended.
  private let outcomes = MessageQueue<(index: Int, outcome: Outcome)?>(capacity: .max)

  /// - Parameter jobs: How many items are worked on at a time.
  package init(_ items: [Item], jobs: Int) {
    self.items = items
    self.jobs = jobs
  }

  /// Whether an item's work is to end early.
  package var isStopped: Bool { stopFlag.load(ordering: .relaxed) }

  /// Asks for an early end of the items' work: those begun, and all that are still to begin.
  package func stop() { stopFlag.store(true, ordering: .relaxed) }

  /// Works until all is done, nothing more may begin, or `take` wants no more.
  /// - Parameters:
  ///   - inOrder: Whether outcomes are taken in the items' order, or as they come.
  ///   - mayBegin: Asked before each item.
  ///   - worker: Called once on each thread; makes the worker for one item after the other there.
  ///   - tick: Called several times per second with the number of outcomes taken.
  ///   - take: Takes the outcome of the item of that number; returns whether more is wanted.
  /// - Throws: The errors that `tick` and `take` throw. The threads are then asked to stop and left to themselves.
  package func run(
    inOrder: Bool, mayBegin: @escaping @Sendable () -> Bool = { true },
    worker: @escaping @Sendable () -> (Item) -> Outcome, tick: (Int) throws -> Void,
    take: (Int, Outcome) throws -> Bool
  ) rethrows {
    let threads = (0..<min(jobs, items.count)).map { _ in
      OwnThread { [self] in
        let work = worker()
        while mayBegin(), let index = nextIndex() {
          outcomes.sendAlways((index, work(items[index])))
        }
        outcomes.sendAlways(nil)
      }
    }
    var running = threads.count { $0.hasStarted }
    // A machine that gives no further thread has this one.
    let own = running == 0 ? worker() : nil
    var waiting: [Int: Outcome] = [:]
    var (taken, wantsMore) = (0, true)
    do {
      while wantsMore {
        if let own, mayBegin(), let index = nextIndex() { waiting[index] = own(items[index]) }
        for message in outcomes.drain() {
          if let message { waiting[message.index] = message.outcome } else { running -= 1 }
        }
        let isLast = running == 0 && waiting.isEmpty
        while wantsMore, let index = inOrder ? taken : waiting.keys.min(),
          let outcome = waiting.removeValue(forKey: index)
        {
          taken += 1
          wantsMore = try take(index, outcome)
        }
        progress.withLock { $0.taken = taken }
        if isLast || !wantsMore || taken == items.count { break }
        if running > 0 {
          var descriptor = pollfd(fd: outcomes.descriptor, events: Int16(POLLIN), revents: 0)
          _ = poll(&descriptor, 1, 100)
        }
        try tick(taken)
      }
    } catch {
      end()
      throw error
    }
    end()
    for thread in threads { thread.join() }
  }

  private func end() {
    isOver.store(true, ordering: .relaxed)
    stop()
  }

  /// Returns the next item; at most a few outcomes per thread wait to be taken.
  private func nextIndex() -> Int? {
    while !isOver.load(ordering: .relaxed) {
      let index = progress.withLock { progress -> Int? in
        guard progress.next < items.count else { return items.count }
        guard progress.next - progress.taken < 4 * jobs else { return nil }
        defer { progress.next += 1 }
        return progress.next
      }
      if let index { return index < items.count ? index : nil }
      MonotonicClock.sleep(0.01)
    }
    return nil
  }
}

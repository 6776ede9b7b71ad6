import Dispatch
import Synchronization

/// A thread that does pieces of work one after the other, in the order in which they came.
package final class WorkThread: Sendable {
  /// Pieces that wait; `nil` ends the thread.
  private final class Pieces: Sendable {
    private let waiting = Mutex<[(@Sendable () -> Void)?]>([])
    private let count = DispatchSemaphore(value: 0)

    func add(_ piece: (@Sendable () -> Void)?) {
      waiting.withLock { $0.append(piece) }
      count.signal()
    }

    func next() -> (@Sendable () -> Void)? {
      count.wait()
      return waiting.withLock { $0.removeFirst() }
    }
  }

  private let pieces = Pieces()
  private let thread: OwnThread

  /// Starts the thread; `nil` if the system gives none.
  package init?() {
    thread = OwnThread { [pieces] in while let piece = pieces.next() { piece() } }
    guard thread.hasStarted else { return nil }
  }

  /// Adds a piece of work. It never waits.
  package func add(_ piece: @escaping @Sendable () -> Void) { pieces.add(piece) }

  /// Waits until everything that was added is done, and ends the thread.
  package func finish() {
    pieces.add(nil)
    thread.join()
  }

  deinit { pieces.add(nil) }
}

import Synchronization

/// A value that another thread works out, or this one at once where the system gives no further thread.
package final class LaterValue<Value: Sendable>: Sendable {
  private final class Place: Sendable {
    let value = Mutex<Value?>(nil)
  }

  private let place = Place()
  private let thread: OwnThread

  /// Begins to work it out.
  package init(_ work: @escaping @Sendable () -> Value) {
    let run = { @Sendable [place] in
      let value = work()
      place.value.withLock { $0 = value }
    }
    thread = OwnThread(run)
    if !thread.hasStarted { run() }
  }

  /// Waits for the value.
  package func wait() -> Value {
    thread.join()
    guard let value = place.value.withLock(\.self) else { preconditionFailure("no value came") }
    return value
  }
}

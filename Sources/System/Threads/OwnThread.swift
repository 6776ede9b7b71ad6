import Glibc
import Synchronization

/// A thread that runs one closure, with signals left to the main thread.
///
/// It is held by another thread than its own. If it is released before it has been waited for, the
/// closure runs on.
package final class OwnThread: Sendable {
  /// `nil` once it has been waited for: a thread can be joined only once.
  private let identifier: Mutex<pthread_t?>

  /// Whether the thread could be started.
  package let hasStarted: Bool

  private final class Work {
    let body: @Sendable () -> Void
    init(_ body: @escaping @Sendable () -> Void) { self.body = body }
  }

  /// Signals of a broken program are left to the thread that broke it.
  package static let crashes = [SIGILL, SIGTRAP, SIGABRT, SIGBUS, SIGFPE, SIGSEGV, SIGSYS]

  package init(_ body: @escaping @Sendable () -> Void) {
    var identifier = pthread_t()
    let work = Unmanaged.passRetained(Work(body))
    // All other signals are for the main thread, whose waiting they must end.
    var (others, before) = (sigset_t(), sigset_t())
    sigfillset(&others)
    for signal in Self.crashes { sigdelset(&others, signal) }
    pthread_sigmask(SIG_SETMASK, &others, &before)
    let code = pthread_create(
      &identifier, nil,
      { argument in
        guard let argument else { return nil }
        Unmanaged<Work>.fromOpaque(argument).takeRetainedValue().body()
        return nil
      }, work.toOpaque())
    pthread_sigmask(SIG_SETMASK, &before, nil)
    hasStarted = code == 0
    if !hasStarted { work.release() }
    self.identifier = Mutex(hasStarted ? identifier : nil)
  }

  deinit {
    identifier.withLock { identifier in
      if let thread = identifier { pthread_detach(thread) }
    }
  }

  /// Waits until the closure has returned, unless that has been done.
  package func join() {
    identifier.withLock { identifier in
      if let thread = identifier { pthread_join(thread, nil) }
      identifier = nil
    }
  }
}

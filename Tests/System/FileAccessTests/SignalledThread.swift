import Glibc

/// Runs work on a thread of its own and interrupts its system calls by signals.
final class SignalledThread: Sendable {
  private let thread: UInt

  /// Starts the work. The signal's handler does nothing, and no call is resumed after it.
  init(_ work: @escaping @Sendable () -> Void) {
    var action = sigaction()
    action.__sigaction_handler.sa_handler = { _ in }
    sigaction(SIGUSR2, &action, nil)
    final class Box: Sendable {
      let work: @Sendable () -> Void
      init(_ work: @escaping @Sendable () -> Void) { self.work = work }
    }
    let box = Unmanaged.passRetained(Box(work))
    var thread = pthread_t()
    let code = pthread_create(
      &thread, nil,
      { pointer in
        // The thread that made this one may be a worker, and workers take no signals.
        var signals = sigset_t()
        sigemptyset(&signals)
        sigaddset(&signals, SIGUSR2)
        pthread_sigmask(SIG_UNBLOCK, &signals, nil)
        Unmanaged<Box>.fromOpaque(pointer!).takeRetainedValue().work()
        return nil
      }, box.toOpaque())
    precondition(code == 0)
    self.thread = thread
  }

  /// Sends one signal.
  func interrupt() { pthread_kill(thread, SIGUSR2) }

  /// Sends signals until the condition holds.
  func interrupt(until condition: () -> Bool) {
    while !condition() {
      interrupt()
      sched_yield()
    }
  }

  /// Waits for the end of the work.
  func join() { pthread_join(thread, nil) }
}

import Glibc
import Synchronization

/// On the inner side: the outer side's request to end a piece of work early, which comes as SIGINT.
package enum SandboxInterruption {
  private static let flag = Atomic<Bool>(false)

  /// Whether the end has been asked for since the last `reset`.
  package static var isRequested: Bool { flag.load(ordering: .relaxed) }

  /// Begins another piece of work.
  package static func reset() {
    alarm(0)
    flag.store(false, ordering: .relaxed)
  }

  /// Takes requests from now on. A waiting read is not resumed; one that begins just after the signal is woken
  /// by an alarm.
  package static func listen() {
    _ = isRequested
    var action = sigaction()
    action.__sigaction_handler.sa_handler = { _ in
      SandboxInterruption.flag.store(true, ordering: .relaxed)
      alarm(1)
    }
    sigaction(SIGINT, &action, nil)
    action.__sigaction_handler.sa_handler = { _ in alarm(1) }
    sigaction(SIGALRM, &action, nil)
  }
}

import Glibc
import Synchronization

/// Ctrl-Z, as a flag that is checked between two frames: the terminal and the camera are given back
/// before the program is stopped.
package enum Suspension {
  private static let flag = Atomic<Bool>(false)

  package static var isRequested: Bool { flag.load(ordering: .relaxed) }

  /// Starts listening, unless the program was started with the signal ignored.
  package static func listen() {
    _ = isRequested
    var former = sigaction()
    sigaction(SIGTSTP, nil, &former)
    // SIG_IGN is the handler at address 1.
    guard unsafeBitCast(former.__sigaction_handler.sa_handler, to: Int.self) != 1 else { return }
    var action = sigaction()
    action.__sigaction_handler.sa_handler = { _ in
      Suspension.flag.store(true, ordering: .relaxed)
    }
    sigaction(SIGTSTP, &action, nil)
  }

  /// Stops the process as the signal does by default, and returns once it is resumed. The system
  /// does not stop a process that nothing could wake, such as one without a shell.
  package static func stop() {
    var former = sigaction()
    var standard = sigaction()
    standard.__sigaction_handler.sa_handler = SIG_DFL
    sigaction(SIGTSTP, &standard, &former)
    raise(SIGTSTP)
    sigaction(SIGTSTP, &former, nil)
    flag.store(false, ordering: .relaxed)
  }
}

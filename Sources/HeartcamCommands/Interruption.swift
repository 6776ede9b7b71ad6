import Glibc
import Synchronization

/// Ctrl-C and `kill`, as a flag that work looks at between two frames.
///
/// The first one asks to stop; a second one ends the process at once.
enum Interruption {
  private static let flag = Atomic<Bool>(false)

  static var isRequested: Bool { flag.load(ordering: .relaxed) }

  /// Starts listening. A waiting read is not resumed, so that it can end too.
  static func listen() {
    for number in [SIGINT, SIGTERM] {
      var action = sigaction()
      action.__sigaction_handler.sa_handler = { _ in
        Interruption.flag.store(true, ordering: .relaxed)
        alarm(1)
      }
      action.sa_flags = Int32(bitPattern: UInt32(SA_RESETHAND))
      sigaction(number, &action, nil)
    }
    // A signal that comes just before a read begins to wait does not wake it: the next alarm does.
    var again = sigaction()
    again.__sigaction_handler.sa_handler = { _ in alarm(1) }
    sigaction(SIGALRM, &again, nil)
    // A file that grows beyond the user's limit is an error like a full disk, not the end.
    signal(SIGXFSZ, SIG_IGN)
  }
}

import Glibc
import Synchronization

/// Ctrl-C, `kill` and a terminal that is closed, as a flag that work looks at between two frames.
///
/// The first one asks to stop; a second one ends the process at once.
enum Interruption {
  private static let flag = Atomic<Bool>(false)

  static var isRequested: Bool { flag.load(ordering: .relaxed) }

  /// Starts listening. A waiting read is not resumed, so that it can end too.
  static func listen() {
    // A handler must not be the first to look at the flag, which would set it up.
    _ = isRequested
    for number in [SIGINT, SIGTERM, SIGHUP] {
      // Who starts a program with nohup wants it to go on.
      var former = sigaction()
      sigaction(number, nil, &former)
      if number == SIGHUP, isIgnored(former) { continue }
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

  private static func isIgnored(_ action: sigaction) -> Bool {
    // SIG_IGN is the handler at address 1.
    unsafeBitCast(action.__sigaction_handler.sa_handler, to: Int.self) == 1
  }
}

import Glibc

/// The premature end of a locked process.
package enum SandboxEnd: Sendable, Equatable, CustomStringConvertible {
  /// It ended by itself with this status.
  case exited(Int32)

  /// A signal ended it: a fault in a decoder, or a lack of memory, of which it may use these megabytes.
  case signalled(Int32, memory: Int)

  /// It used these seconds of processor time without a message.
  case endless(Double)

  /// It sent nothing for these seconds.
  case silent(Double)

  /// Another program has stopped it.
  case stopped

  /// It sent something that is no message.
  case malformed

  /// It could not lock itself, though the kernel can.
  case unlocked

  /// It could not be sent its order, for the reason of this error number.
  case untold(Int32)

  /// A part of a sentence, about the process that reads an input.
  package var description: String {
    switch self {
    case .exited(let status):
      return "the process that reads it ended with status \(status)"
    case .signalled(let signal, let memory):
      let name = String(cString: strsignal(signal))
      let cause =
        switch signal {
        case SIGABRT, SIGTRAP, SIGILL, SIGKILL: "it may need more than \(memory) MB of memory"
        case SIGSYS: "it tried what the sandbox forbids, and the file may be made to do harm"
        case SIGTERM, SIGINT, SIGHUP: "someone ended it"
        default: "the file is damaged, or made to do harm"
        }
      return "the process that reads it was ended by signal \(signal) (\(name)): \(cause)"
    case .endless(let seconds):
      return "reading it took \(Int(seconds)) s of processor time without a result"
    case .silent(let seconds):
      return "the process that reads it sent nothing for \(Int(seconds)) s"
    case .stopped: return "someone has stopped the process that reads it"
    case .malformed:
      return "the process that reads it sent what is no result: the file may be made to do harm"
    case .unlocked: return "the process that would read it cannot lock itself in a sandbox"
    case .untold(let code):
      return "the process that would read it does not accept it: \(String(cString: strerror(code)))"
    }
  }
}

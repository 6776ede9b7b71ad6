import FoundationEssentials
import Glibc

/// What the standard streams are connected to, found out once.
package struct Terminal {
  package let isOutputTerminal = isatty(STDOUT_FILENO) == 1
  package let isErrorTerminal = isatty(STDERR_FILENO) == 1

  /// Whether a person can see a question and type the answer.
  package let canAsk = isatty(STDIN_FILENO) == 1 && isatty(STDERR_FILENO) == 1

  /// Whether the program that started this one wants to know how far its work is, as lines of JSON.
  package let isAskedForProgress: Bool

  /// Whether the terminal shows block characters.
  package let showsUnicode: Bool

  /// Whether colours are welcome on standard output (https://no-color.org).
  package let showsColor: Bool

  /// The columns of the terminal, 80 if there is none.
  package let width: Int

  package init(environment: [String: String]) {
    let locale =
      ["LC_ALL", "LC_CTYPE", "LANG"].lazy.compactMap { environment[$0] }.first { !$0.isEmpty } ?? ""
    let encoding = locale.uppercased()
    showsUnicode = encoding.hasSuffix("UTF-8") || encoding.hasSuffix("UTF8")
    showsColor =
      isatty(STDOUT_FILENO) == 1 && (environment["NO_COLOR"] ?? "").isEmpty
      && environment["TERM"] != "dumb"
    isAskedForProgress = !(environment["HEARTCAM_PROGRESS"] ?? "").isEmpty
    width = Self.size(of: STDOUT_FILENO)?.columns ?? 80
  }

  /// Columns and rows of a terminal at this moment; `nil` if they are not known.
  package static func size(of descriptor: Int32) -> (columns: Int, rows: Int)? {
    var size = winsize()
    guard ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0, size.ws_row > 0 else {
      return nil
    }
    return (Int(size.ws_col), Int(size.ws_row))
  }
}

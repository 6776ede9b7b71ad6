import FoundationEssentials
import Glibc

/// What stands behind the standard streams, asked once.
struct Terminal {
  let isOutputTerminal = isatty(STDOUT_FILENO) == 1
  let isErrorTerminal = isatty(STDERR_FILENO) == 1

  /// Whether someone can be asked: they see the question and can type the answer.
  let canAsk = isatty(STDIN_FILENO) == 1 && isatty(STDERR_FILENO) == 1

  /// Whether block characters will be shown as such.
  let showsUnicode: Bool

  /// Whether colours are welcome on standard output (https://no-color.org).
  let showsColor: Bool

  /// Columns, 80 where there is no terminal.
  let width: Int

  init(environment: [String: String]) {
    let locale =
      ["LC_ALL", "LC_CTYPE", "LANG"].lazy.compactMap { environment[$0] }.first { !$0.isEmpty } ?? ""
    let encoding = locale.uppercased()
    showsUnicode = encoding.hasSuffix("UTF-8") || encoding.hasSuffix("UTF8")
    showsColor =
      isatty(STDOUT_FILENO) == 1 && (environment["NO_COLOR"] ?? "").isEmpty
      && environment["TERM"] != "dumb"
    var size = winsize()
    let known = ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &size) == 0 && size.ws_col > 0
    width = known ? Int(size.ws_col) : 80
  }
}

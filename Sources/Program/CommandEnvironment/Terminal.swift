package import Charts
import FoundationEssentials
import Glibc
import VisibleText

/// The destinations of the standard streams, found out once.
package struct Terminal {
  package let isOutputTerminal = isatty(STDOUT_FILENO) == 1
  package let isErrorTerminal = isatty(STDERR_FILENO) == 1

  /// Whether a person can see a question and type the answer.
  package let canAsk = isatty(STDIN_FILENO) == 1 && isatty(STDERR_FILENO) == 1

  /// Whether the program that started this one wants to know how far its work is, as lines of JSON.
  package let isAskedForProgress: Bool

  /// Whether it only takes lines, as for a screen reader or in an editor.
  package let isDumb: Bool

  /// Whether the terminal shows block characters.
  package let showsUnicode: Bool

  /// The colors of standard output; none if they are not welcome (https://no-color.org).
  package let colors: ChartTerminal.Colors

  /// The columns of the terminal, 80 without one.
  package let width: Int

  package init(environment: [String: String]) {
    let name = environment["TERM"] ?? ""
    isDumb = name == "dumb"
    showsUnicode = Self.isUnicode(environment) && !isDumb
    colors =
      if isatty(STDOUT_FILENO) != 1 || !(environment["NO_COLOR"] ?? "").isEmpty || isDumb {
        .none
      } else if ["truecolor", "24bit"].contains(environment["COLORTERM"] ?? "") {
        .trueColor
      } else {
        name.contains("256color") ? .ansi256 : .ansi16
      }
    isAskedForProgress = !(environment["HEARTCAM_PROGRESS"] ?? "").isEmpty
    width = Self.size(of: STDOUT_FILENO)?.columns ?? 80
  }

  /// Returns whether the locale of an environment has UTF-8.
  package static func isUnicode(_ environment: [String: String]) -> Bool {
    let locale =
      ["LC_ALL", "LC_CTYPE", "LANG"].lazy.compactMap { environment[$0] }.first { !$0.isEmpty } ?? ""
    return ["UTF-8", "UTF8"].contains { locale.uppercased().hasSuffix($0) }
  }

  /// Returns a text as a terminal at a descriptor shows it in this process's locale; as it is for a file or a pipe.
  package static func text(_ text: String, for descriptor: Int32) -> String {
    showsUnicode || isatty(descriptor) != 1 ? text : text.inASCII
  }
  private static let showsUnicode = isUnicode(ProcessInfo.processInfo.environment)

  /// The emphasis of a text: bold, and in a color with a contrast of 4 to 1 to black and white alike.
  package enum Style: String { case strong = "", good = "28", doubtful = "130", bad = "160" }

  /// Returns a text in a style; as it is where colors are not welcome.
  package func styled(_ text: String, _ style: Style = .strong) -> String {
    guard colors != .none, !text.isEmpty else { return text }
    // Each terminal has its own sixteen colors, and only red and magenta stand out on most.
    let few = [Style.doubtful: ";35", .bad: ";31"][style] ?? ""
    let code = colors == .ansi16 ? few : style == .strong ? "" : ";38;5;\(style.rawValue)"
    return "\u{1B}[1\(code)m\(text)\u{1B}[0m"
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

import Charts
import CommandEnvironment
import Glibc

/// Asks a terminal whether it shows pictures of pixels, and how large its cells are.
struct TerminalPictures {
  /// How it takes a picture.
  let format: ChartTerminalImage

  /// A cell's size in pixels.
  let cell: (width: Double, height: Double)

  /// Asks, and waits half a second for the answer at most; `nil` if the terminal shows none, or if this
  /// program is not the one that the terminal listens to.
  ///
  /// The question is kitty's for its graphics protocol, followed by the one for device attributes (DA1
  /// of ECMA-48), which every terminal answers: 4 among them is sixel.
  static func ofTerminal() -> TerminalPictures? {
    guard isatty(STDOUT_FILENO) == 1, isatty(STDIN_FILENO) == 1,
      // -1 for a terminal that does not control jobs.
      [-1, getpgrp()].contains(tcgetpgrp(STDIN_FILENO)), let answer = answer()
    else { return nil }
    let format: ChartTerminalImage
    if answer.contains("_Gi=31;OK") {
      format = .kitty
    } else if attributes(in: answer).contains("4") {
      format = .sixel
    } else {
      return nil
    }
    var size = winsize()
    guard ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0, size.ws_row > 0
    else { return nil }
    // Not every terminal knows its pixels.
    let isKnown = size.ws_xpixel > 0 && size.ws_ypixel > 0
    return TerminalPictures(
      format: format,
      cell: isKnown
        ? (
          Double(size.ws_xpixel) / Double(size.ws_col), Double(size.ws_ypixel) / Double(size.ws_row)
        ) : (8, 16))
  }

  private static let question = "\u{1B}_Gi=31,s=1,v=1,a=q,t=d,f=24;AAAA\u{1B}\\\u{1B}[c"

  /// The numbers of the answer `ESC [ ? 62 ; 4 c`.
  private static func attributes(in answer: String) -> [Substring] {
    guard let begin = answer.range(of: "\u{1B}[?") else { return [] }
    return answer[begin.upperBound...].prefix { $0 != "c" }.split(separator: ";")
  }

  private static func answer() -> String? {
    var before = termios()
    guard tcgetattr(STDIN_FILENO, &before) == 0 else { return nil }
    var raw = before
    raw.c_lflag &= ~tcflag_t(ICANON | ECHO)
    guard tcsetattr(STDIN_FILENO, TCSADRAIN, &raw) == 0 else { return nil }
    defer { tcsetattr(STDIN_FILENO, TCSADRAIN, &before) }
    guard writeAll(question, to: STDOUT_FILENO) else { return nil }
    let end = ContinuousClock.now + .milliseconds(500)
    var bytes: [UInt8] = []
    while bytes.count < 1024 {
      let left = (end - ContinuousClock.now) / .milliseconds(1)
      var descriptor = pollfd(fd: STDIN_FILENO, events: Int16(POLLIN), revents: 0)
      guard left > 0, poll(&descriptor, 1, Int32(left.rounded(.up))) > 0 else { return nil }
      var byte: UInt8 = 0
      guard read(STDIN_FILENO, &byte, 1) == 1 else { return nil }
      bytes.append(byte)
      let text = String(decoding: bytes, as: UTF8.self)
      if text.hasSuffix("c"), text.contains("\u{1B}[?") { return text }
    }
    return nil
  }
}

import FileAccess
import Glibc

/// Takes over a terminal for a while: its keys arrive one by one, and its screen is the program's
/// own.
///
/// The terminal is as before after `restore`, or when this value is deallocated.
package final class RawTerminal {
  private var before = termios()
  private var isRaw = false
  private var reader = KeyReader()

  /// Whether Ctrl-C is a key like others.
  private let readsInterrupt: Bool

  /// The key of Ctrl-C.
  package static let interrupt: UInt8 = 3

  /// Takes over the terminal; `nil` if standard input or output is no terminal, or if it cannot move its
  /// cursor.
  /// - Parameter readsInterrupt: Whether Ctrl-C is a key like others; otherwise it is a signal.
  package init?(_ context: CommandContext, readsInterrupt: Bool = false) {
    self.readsInterrupt = readsInterrupt
    let name = context.environment["TERM"] ?? ""
    guard isatty(STDIN_FILENO) == 1, context.terminal.isOutputTerminal, !name.isEmpty,
      name != "dumb", tcgetattr(STDIN_FILENO, &before) == 0
    else { return nil }
    takeOver()
    if !isRaw { return nil }
  }

  /// Takes the terminal over once more after `restore`.
  package func takeOver() {
    guard !isRaw else { return }
    var raw = before
    raw.c_lflag &= ~tcflag_t(ICANON | ECHO)
    // Interrupting and stopping are signals that give the terminal back. Quitting would leave it as it is.
    withUnsafeMutableBytes(of: &raw.c_cc) {
      $0[Int(VQUIT)] = 0
      if readsInterrupt { $0[Int(VINTR)] = 0 }
      $0[Int(VMIN)] = 0
      $0[Int(VTIME)] = 0
    }
    guard tcsetattr(STDIN_FILENO, TCSANOW, &raw) == 0 else { return }
    isRaw = true
    // The other screen, without a cursor, and with marks around what is pasted.
    writeAll("\u{1B}[?1049h\u{1B}[?25l\u{1B}[?2004h", to: STDOUT_FILENO)
  }

  deinit { restore() }

  /// Gives the terminal back as it was.
  package func restore() {
    guard isRaw else { return }
    isRaw = false
    if takesMore(within: 200) { draw("\u{1B}[?2004l\u{1B}[?25h\u{1B}[?1049l") }
    // Without waiting for what was drawn: a terminal that takes nothing would hold up the end.
    tcsetattr(STDIN_FILENO, TCSANOW, &before)
    tcflush(STDIN_FILENO, TCIFLUSH)
  }

  /// Whether the terminal takes more text within some milliseconds.
  package func takesMore(within milliseconds: Int32) -> Bool {
    var descriptor = pollfd(fd: STDOUT_FILENO, events: Int16(POLLOUT), revents: 0)
    return poll(&descriptor, 1, milliseconds) == 1 && descriptor.revents & Int16(POLLOUT) != 0
  }

  /// Sends text to the terminal; a signal that asks to stop ends that. Returns whether all was
  /// sent.
  @discardableResult
  package func draw(_ text: String) -> Bool {
    (try? FileDescriptor.standardOutput.write(text) { Interruption.isRequested }) != nil
  }

  /// The keys pressed since the last call; `nil` if no more will come.
  package func keys() -> [UInt8]? {
    var bytes = [UInt8](repeating: 0, count: 64)
    let count = read(STDIN_FILENO, &bytes, bytes.count)
    if count < 0, errno != EINTR, errno != EAGAIN { return nil }
    return reader.keys(in: Array(bytes.prefix(max(count, 0))))
  }

  /// Columns and rows at this moment.
  package var size: (columns: Int, rows: Int) { Terminal.size(of: STDOUT_FILENO) ?? (80, 24) }
}

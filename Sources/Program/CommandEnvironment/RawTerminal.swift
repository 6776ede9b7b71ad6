import FileAccess
import Glibc
import VisibleText

/// Takes over a terminal for a while: its keys arrive one by one, and its screen is the program's
/// own.
///
/// The terminal is as before after `restore`, or when this value is deallocated.
package final class RawTerminal {
  private var before = termios()
  private var isRaw = false
  private var reader = KeyReader()
  private var lines = ScreenLines()

  /// When the newest drawing was sent, how many answers the terminal had given until then, and the drawing's bytes.
  private var newest: (time: ContinuousClock.Instant, answers: Int, bytes: Int)?

  /// The time to the next drawing, which leaves half of a slow line free, and whether a key waits for one.
  private var (pause, isPressed) = (step, false)

  /// The bytes that are sent at a time: a key must not wait for long until they are through.
  private var most = 2000

  /// Whether the terminal does not answer.
  private var isSilent = false

  /// Whether a drawing could not be sent.
  package private(set) var isLost = false

  /// Whether Ctrl-C is a key like others.
  private let readsInterrupt: Bool

  /// The shortest time from one drawing to the next, and the longest for which one is awaited.
  private static let (step, patience) = (Duration.milliseconds(100), Duration.seconds(2))

  /// The question for the cursor's position. The answer shows that all before it has arrived (CPR of ECMA-48).
  private static let question = "\u{1B}[6n"

  /// The key of Ctrl-C.
  package static let interrupt: UInt8 = 3

  /// Takes over the terminal; `nil` if standard input or output is no terminal, or if it cannot move its
  /// cursor.
  /// - Parameter readsInterrupt: Whether Ctrl-C is a key like others; otherwise it is a signal.
  package init?(_ context: CommandContext, readsInterrupt: Bool = false) {
    self.readsInterrupt = readsInterrupt
    guard isatty(STDIN_FILENO) == 1, context.terminal.isOutputTerminal, !context.terminal.isDumb,
      !(context.environment["TERM"] ?? "").isEmpty, tcgetattr(STDIN_FILENO, &before) == 0
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
    (lines, newest) = (ScreenLines(), nil)
    // The other screen, without a cursor, and with marks around pasted text.
    writeAll("\u{1B}[?1049h\u{1B}[?25l\u{1B}[?2004h", to: STDOUT_FILENO)
  }

  deinit { restore() }

  /// Gives the terminal back as it was.
  package func restore() {
    guard isRaw else { return }
    // A later answer would appear at the shell's prompt.
    let end = ContinuousClock.now + Self.patience / 2
    while isAwaited, .now < end, !isLost, takesMore(within: 0), keys() != nil { usleep(1000) }
    isRaw = false
    if takesMore(within: 200) { send("\u{1B}[?2004l\u{1B}[?25h\u{1B}[?1049l") }
    // Without waiting for the drawing: a terminal that takes nothing would delay the end.
    tcsetattr(STDIN_FILENO, TCSANOW, &before)
    tcflush(STDIN_FILENO, TCIFLUSH)
  }

  /// Returns whether the terminal takes more text within some milliseconds.
  package func takesMore(within milliseconds: Int32) -> Bool {
    var descriptor = pollfd(fd: STDOUT_FILENO, events: Int16(POLLOUT), revents: 0)
    return poll(&descriptor, 1, milliseconds) == 1 && descriptor.revents & Int16(POLLOUT) != 0
  }

  /// Shows lines that a layout makes for a number of columns and rows: changes are sent, at most ten times
  /// per second, and nothing while the drawing before is still being transmitted, as over a slow line.
  package func show(_ layout: (_ columns: Int, _ rows: Int) -> [String]) {
    let pause = isPressed ? Self.step : pause
    if let newest, newest.time.duration(to: .now) < pause || isAwaited { return }
    guard takesMore(within: 0) else { return }
    isSilent = newest != nil && reader.answerCount == 0
    let size = Terminal.size(of: STDOUT_FILENO) ?? (80, 24)
    let drawn = layout(size.columns, size.rows).map {
      Terminal.text($0, for: STDOUT_FILENO).prefix(cells: size.columns)
    }
    let changes = lines.update(
      to: drawn, columns: size.columns, most: isSilent ? .max : most)
    guard !changes.isEmpty else { return }
    (newest, isPressed) = ((.now, reader.answerCount, changes.utf8.count), false)
    isLost = !send(changes + Self.question)
  }

  /// Whether the answer to the newest drawing may still come.
  private var isAwaited: Bool {
    guard let newest, newest.answers == reader.answerCount, !isSilent else { return false }
    return newest.time.duration(to: .now) < Self.patience
  }

  /// Sends text to the terminal; a signal that asks to stop ends that. Returns whether all was
  /// sent.
  @discardableResult
  private func send(_ text: String) -> Bool {
    (try? FileDescriptor.standardOutput.write(text) { Interruption.isRequested }) != nil
  }

  /// Returns the keys pressed since the last call; `nil` if no more will come.
  package func keys() -> [UInt8]? {
    var bytes = [UInt8](repeating: 0, count: 64)
    let count = read(STDIN_FILENO, &bytes, bytes.count)
    if count < 0, errno != EINTR, errno != EAGAIN { return nil }
    let isAwaited = self.isAwaited
    let keys = reader.keys(in: Array(bytes.prefix(max(count, 0))))
    if isAwaited, let newest, newest.answers < reader.answerCount {
      let time = newest.time.duration(to: .now)
      let isFast = time < Self.step * 2
      pause = isFast ? Self.step : min(time * 2, Self.patience / 2)
      most = max(isFast ? most : 250, Int(Double(newest.bytes) * min(Self.step * 3 / time, 2)))
    }
    if !keys.isEmpty { isPressed = true }
    return keys
  }
}

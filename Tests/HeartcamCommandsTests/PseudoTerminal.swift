import Glibc

/// A terminal at which the test sits.
final class PseudoTerminal {
  private let own: Int32

  /// The end that a process takes for its terminal.
  let other: Int32

  /// All that was shown so far.
  private(set) var shown = ""

  /// The beginning of a character whose end has not been read.
  private var rest: [UInt8] = []

  init() throws {
    own = open("/dev/ptmx", O_RDWR | O_NOCTTY | O_CLOEXEC | O_NONBLOCK)
    var lock: Int32 = 0
    var number: Int32 = 0
    // TIOCSPTLCK and TIOCGPTN, macros that Swift does not import; what unlockpt and ptsname call.
    guard own >= 0, ioctl(own, 0x4004_5431, &lock) == 0, ioctl(own, 0x8004_5430, &number) == 0
    else {
      throw UnexpectedOutput(description: "no terminal: \(String(cString: strerror(errno)))")
    }
    other = open("/dev/pts/\(number)", O_RDWR | O_NOCTTY | O_CLOEXEC)
    guard other >= 0 else {
      throw UnexpectedOutput(description: "no terminal: \(String(cString: strerror(errno)))")
    }
  }

  deinit {
    close(own)
    close(other)
  }

  /// Waits until what is shown ends with the text, and takes it as read; throws after a minute.
  func wait(for text: String) throws {
    let deadline = ContinuousClock.now + .seconds(60)
    while !shown.hasSuffix(text) {
      guard ContinuousClock.now < deadline else {
        throw UnexpectedOutput(description: "no '\(text)' but:\n\(shown)")
      }
      if !read() { usleep(1000) }
    }
  }

  /// Waits until what is shown is as wanted; throws after a minute.
  func wait(until isWanted: (String) -> Bool) throws {
    let deadline = ContinuousClock.now + .seconds(60)
    while !isWanted(shown) {
      guard ContinuousClock.now < deadline else {
        throw UnexpectedOutput(description: "not what was awaited:\n\(shown.suffix(4000))")
      }
      if !read() { usleep(1000) }
    }
  }

  /// Presses keys.
  func press(_ keys: String) {
    let bytes = Array(keys.utf8)
    _ = write(own, bytes, bytes.count)
  }

  /// Makes it so many columns wide and rows high.
  func resize(columns: Int, rows: Int) {
    var size = winsize()
    size.ws_col = UInt16(columns)
    size.ws_row = UInt16(rows)
    _ = ioctl(own, UInt(TIOCSWINSZ), &size)
  }

  /// Whether keys are echoed and read by lines, as in a shell.
  var isAsBefore: Bool {
    var settings = termios()
    tcgetattr(other, &settings)
    return settings.c_lflag & tcflag_t(ECHO | ICANON) == tcflag_t(ECHO | ICANON)
  }

  /// What stands on the screen: the lines, from the control sequences that place and clear text.
  func screen(columns: Int, rows: Int) -> [String] {
    var cells = [[Character]](repeating: Array(repeating: " ", count: columns), count: rows)
    var (row, column) = (0, 0)
    for part in shown.split(separator: "\u{1B}[").dropFirst() {
      let code = part.prefix { !$0.isLetter }
      let command = part.dropFirst(code.count).first
      let text = part.dropFirst(code.count + 1)
      switch command {
      case "H":
        let place = code.split(separator: ";").compactMap { Int($0) }
        if place.count == 2 { (row, column) = (place[0] - 1, place[1] - 1) }
      case "J": cells = Array(repeating: Array(repeating: " ", count: columns), count: rows)
      case "K":
        if row < rows { for place in column..<max(column, columns) { cells[row][place] = " " } }
      default: break
      }
      for character in text {
        if row < rows, column < columns { cells[row][column] = character }
        column += 1
      }
    }
    return cells.map { String($0) }
  }

  /// How often the whole screen has been drawn anew.
  var drawingCount: Int { shown.split(separator: "\u{1B}[2J").count - 1 }

  /// The longest line since then.
  var longestLine: Int {
    let drawing = shown.split(separator: "\u{1B}[2J").last ?? ""
    return drawing.split(separator: "\u{1B}[").compactMap { part in
      part.firstIndex(of: "H").map { part[$0...].dropFirst().count }
    }.max() ?? 0
  }

  /// Types a line.
  func type(_ line: String) {
    let bytes = Array((line + "\n").utf8)
    _ = write(own, bytes, bytes.count)
  }

  /// Takes in what has been shown since; whether there was something.
  @discardableResult
  func read() -> Bool {
    var bytes = [UInt8](repeating: 0, count: 4096)
    let count = Glibc.read(own, &bytes, bytes.count)
    guard count > 0 else { return false }
    let all = rest + bytes.prefix(count)
    // A character may be cut in two where one reading ends.
    let cut = all.lastIndex { $0 & 0xC0 != 0x80 }.flatMap {
      $0 > all.count - 4 && all[$0] >= 0xC0 ? $0 : nil
    }
    rest = Array(all[(cut ?? all.count)...])
    let text = String(decoding: all[..<(cut ?? all.count)], as: UTF8.self)
    shown += text.replacing("\r\n", with: "\n")
    return true
  }
}

import Glibc

/// A terminal whose screen and keys the test controls.
final class PseudoTerminal {
  private let own: Int32

  /// The end that a process uses as its terminal.
  let other: Int32

  /// Everything shown so far.
  private(set) var shown = ""

  /// The same with wrapped messages on one line each.
  var unwrapped: String { shown.replacing("\n  ", with: " ") }

  /// Whether it answers where its cursor is, as all real ones do.
  var answers = true

  /// How many bytes come through it in a second, as over a slow line; `nil` for as many as there are.
  var bytesPerSecond: Double?

  /// When the newest bytes came.
  private var newest = ContinuousClock.now

  /// The first bytes of a character whose last bytes have not been read yet.
  private var rest: [UInt8] = []

  init() throws {
    own = open("/dev/ptmx", O_RDWR | O_NOCTTY | O_CLOEXEC | O_NONBLOCK)
    var lock: Int32 = 0
    var number: Int32 = 0
    // TIOCSPTLCK and TIOCGPTN, macros that Swift does not import; unlockpt and ptsname call them.
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

  /// Waits until the output ends with a text; throws after a minute.
  func wait(for text: String) throws { try wait { $0.hasSuffix(text) } }

  /// Waits until the output meets a condition; throws after a minute.
  func wait(until isWanted: (String) -> Bool) throws {
    let deadline = ContinuousClock.now + .seconds(60)
    while !isWanted(shown) {
      guard ContinuousClock.now < deadline else {
        throw UnexpectedOutput(description: "not what was awaited:\n\(shown.suffix(4000))")
      }
      // What is shown is long, and looked through only when more has come, or now and then.
      var end = pollfd(fd: own, events: Int16(POLLIN), revents: 0)
      if bytesPerSecond == nil { poll(&end, 1, 20) }
      if !read() { usleep(1000) }
    }
  }

  /// Presses keys.
  func press(_ keys: String) {
    let bytes = Array(keys.utf8)
    _ = write(own, bytes, bytes.count)
  }

  /// Presses keys and waits until they have been read and the screen has changed since.
  func pressAndWait(_ keys: String) throws {
    press(keys)
    try wait { _ in
      var waiting: Int32 = 0
      return ioctl(other, UInt(FIONREAD), &waiting) == 0 && waiting == 0
    }
    while read() {}
    try waitForUpdates(2)
  }

  /// Waits until more output has come n times.
  func waitForUpdates(_ count: Int) throws {
    for _ in 0..<count {
      let before = shown.count
      try wait { $0.count > before }
    }
  }

  /// Writes to it as another program would, until it is blocked.
  func fill() throws {
    // Opened again, because blocking is a property of an open file, and the process has inherited the other one.
    let end = open("/proc/self/fd/\(other)", O_WRONLY | O_NOCTTY | O_CLOEXEC | O_NONBLOCK)
    guard end >= 0 else {
      throw UnexpectedOutput(description: "no terminal: \(String(cString: strerror(errno)))")
    }
    defer { close(end) }
    let spaces = [UInt8](repeating: 0x20, count: 4096)
    while true {
      if write(end, spaces, spaces.count) > 0 || errno == EINTR { continue }
      guard errno == EAGAIN else {
        throw UnexpectedOutput(description: "write: \(String(cString: strerror(errno)))")
      }
      return
    }
  }

  /// The session's length in seconds, from the minutes and seconds at the end of the screen's first line.
  var elapsed: Int {
    guard
      let time = screen(columns: 80, rows: 24)[0].split(separator: " ").last?.split(separator: ":"),
      time.count == 2, let minutes = Int(time[0]), let seconds = Int(time[1])
    else { return 0 }
    return 60 * minutes + seconds
  }

  /// Sets its size.
  func resize(columns: Int, rows: Int) {
    var size = winsize()
    size.ws_col = UInt16(columns)
    size.ws_row = UInt16(rows)
    _ = ioctl(own, UInt(TIOCSWINSZ), &size)
  }

  /// Whether keys are echoed and read line by line, as in a shell.
  var isAsBefore: Bool {
    var settings = termios()
    tcgetattr(other, &settings)
    return settings.c_lflag & tcflag_t(ECHO | ICANON) == tcflag_t(ECHO | ICANON)
  }

  /// The lines on the screen, from the control sequences that place and clear text.
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
      case "C": column += Int(code) ?? 1
      case "P":
        for _ in 0..<(Int(code) ?? 1) where row < rows && column < columns {
          cells[row].remove(at: column)
          cells[row].append(" ")
        }
      default: break
      }
      for character in text {
        if row < rows, column < columns { cells[row][column] = character }
        column += 1
      }
    }
    return cells.map { String($0) }
  }

  /// How often the whole screen has been redrawn.
  var drawingCount: Int { shown.split(separator: "\u{1B}[2J").count - 1 }

  /// The longest line since then.
  var longestLine: Int {
    let drawing = shown.split(separator: "\u{1B}[2J").last ?? ""
    return drawing.split(separator: "\u{1B}[").compactMap { part in
      part.first == "K" ? part.dropFirst().count : nil
    }.max() ?? 0
  }

  /// Types a line.
  func type(_ line: String) {
    let bytes = Array((line + "\n").utf8)
    _ = write(own, bytes, bytes.count)
  }

  /// Reads new output; returns whether there was any.
  @discardableResult
  func read() -> Bool {
    var bytes = [UInt8](repeating: 0, count: 4096)
    // Of a line that was idle too, a tenth of a second comes at once at most.
    let most = bytesPerSecond.map { Int($0 * min((.now - newest) / .seconds(1), 0.1)) } ?? 4096
    let count = most > 0 ? Glibc.read(own, &bytes, most) : 0
    guard count > 0 else { return false }
    newest = .now
    let all = rest + bytes.prefix(count)
    // A read may end in the middle of a character.
    let cut = all.lastIndex { $0 & 0xC0 != 0x80 }.flatMap {
      $0 > all.count - 4 && all[$0] >= 0xC0 ? $0 : nil
    }
    rest = Array(all[(cut ?? all.count)...])
    let text = String(decoding: all[..<(cut ?? all.count)], as: UTF8.self)
    if answers {
      let questions = (shown.suffix(3) + text).split(
        separator: "\u{1B}[6n", omittingEmptySubsequences: false)
      for _ in questions.dropFirst() { press("\u{1B}[1;1R") }
    }
    shown += text.replacing("\r\n", with: "\n")
    return true
  }
}

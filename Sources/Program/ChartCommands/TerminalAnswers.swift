import Charts
import CommandEnvironment
import FileAccess
import Glibc

/// A terminal's answers to questions: how it takes pictures of pixels, and its background.
struct TerminalAnswers {
  /// The protocol for pictures; `nil` if it takes none.
  let format: ChartTerminalImage?

  /// Whether its background is dark; `nil` if it does not say.
  let isDark: Bool?

  /// A cell's size in pixels; 8 by 16 if the terminal does not know.
  static var cell: (width: Double, height: Double) {
    var size = winsize()
    guard ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0, size.ws_row > 0,
      size.ws_xpixel > 0, size.ws_ypixel > 0
    else { return (8, 16) }
    return (
      Double(size.ws_xpixel) / Double(size.ws_col), Double(size.ws_ypixel) / Double(size.ws_row)
    )
  }

  /// Asks the terminal, unless it has answered earlier in this session of the shell. A terminal of
  /// unknown kind gets no questions, nor does one that listens to another program.
  init(_ context: CommandContext) {
    let name = context.environment["TERM"] ?? ""
    guard isatty(STDOUT_FILENO) == 1, isatty(STDIN_FILENO) == 1,
      // -1 for a terminal that does not control jobs.
      [-1, getpgrp()].contains(tcgetpgrp(STDIN_FILENO)),
      Self.answering.contains(where: name.hasPrefix)
    else {
      (format, isDark) = (nil, nil)
      return
    }
    let memory = Self.memory(context)
    var text = memory.flatMap { try? OpenFile.bytes(of: $0, limit: 4096) }
      .map { String(decoding: $0, as: UTF8.self) }
    // In these, kitty's question would be a title, or text.
    let showsIt = ["screen", "tmux", "rxvt"].contains(where: name.hasPrefix)
    if text == nil, let answer = Self.answer(to: showsIt ? "" : Self.kitty) {
      text = answer
      if let memory {
        try? PrivateFile.makeFolder(OpenFile.folder(of: memory))
        try? PrivateFile.write(answer, to: memory)
      }
    }
    let attributes = text?.split(separator: "\u{1B}[?").last?.prefix { $0 != "c" } ?? ""
    format =
      if text?.contains("_Gi=31;OK") == true {
        .kitty
      } else {
        // Among the attributes of a terminal (DA1 of ECMA-48), 4 is sixel.
        attributes.split(separator: ";").contains("4") ? .sixel : nil
      }
    let levels = text?.firstMatch(of: /\]11;rgba?:(\w+)\/(\w+)\/(\w+)/).map {
      [$0.1, $0.2, $0.3].map { Double(Int($0.prefix(2), radix: 16) ?? 0) }
    }
    isDark = levels.map { 0.299 * $0[0] + 0.587 * $0[1] + 0.114 * $0[2] < 128 }
  }

  /// Kinds of terminals that answer all questions, or at least the last one.
  private static let answering = [
    "xterm", "rxvt", "st", "screen", "tmux", "kitty", "foot", "alacritty", "wezterm", "contour",
    "ghostty", "mlterm", "konsole", "vte",
  ]

  /// The questions: kitty's for its graphics protocol, xterm's for the background, and the attributes, which every
  /// terminal says last.
  private static let kitty = "\u{1B}_Gi=31,s=1,v=1,a=q,t=d,f=24;AAAA\u{1B}\\"
  private static let question = "\u{1B}]11;?\u{1B}\\\u{1B}[c"

  /// Returns a file that lasts as long as the user is logged in, for this terminal in this session of the shell.
  private static func memory(_ context: CommandContext) -> String? {
    var status = stat()
    guard let folder = context.environment["XDG_RUNTIME_DIR"], folder.hasPrefix("/"),
      fstat(STDIN_FILENO, &status) == 0
    else { return nil }
    return "\(folder)/heartcam/terminal-\(status.st_rdev)-\(getsid(0))"
  }

  /// Returns the answers; empty if none comes within two seconds. `nil` if keys have been pressed
  /// already, which would be taken for a part of them.
  private static func answer(to first: String) -> String? {
    var before = termios()
    guard tcgetattr(STDIN_FILENO, &before) == 0 else { return nil }
    var raw = before
    raw.c_lflag &= ~tcflag_t(ICANON | ECHO | ISIG)
    guard tcsetattr(STDIN_FILENO, TCSANOW, &raw) == 0 else { return nil }
    var reader = KeyReader()
    var keys: [UInt8] = []
    defer {
      // The shell gets the text typed meanwhile, where the system permits that.
      for key in keys where key != RawTerminal.interrupt {
        var key = key
        _ = ioctl(STDIN_FILENO, UInt(TIOCSTI), &key)
      }
      tcsetattr(STDIN_FILENO, TCSANOW, &before)
      if keys.contains(RawTerminal.interrupt) { raise(SIGINT) }
    }
    let end = ContinuousClock.now + .seconds(2)
    func comes(within milliseconds: Double) -> Bool {
      var descriptor = pollfd(fd: STDIN_FILENO, events: Int16(POLLIN), revents: 0)
      return poll(&descriptor, 1, Int32(max(milliseconds, 0).rounded(.up))) > 0
    }
    guard !comes(within: 0), writeAll(first + question, to: STDOUT_FILENO) else { return nil }
    var answer = ""
    while !keys.contains(RawTerminal.interrupt),
      comes(within: (end - .now) / .milliseconds(1))
    {
      var byte: UInt8 = 0
      guard read(STDIN_FILENO, &byte, 1) == 1 else { break }
      let typed = reader.keys(in: [byte])
      keys += typed
      if typed.isEmpty { answer.unicodeScalars.append(Unicode.Scalar(byte)) }
      if answer.contains(/\u{1B}\[\?[\d;]*c$/) { return answer }
    }
    return ""
  }
}

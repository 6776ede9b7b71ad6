import Foundation

/// A real xterm on an X server of the test's own. xterm prints its screen into a file.
public final class XTerminal {
  /// A screen that did not come.
  struct Missing: Error, CustomStringConvertible {
    let description: String
  }

  /// Whether the machine has both; `scripts/setup --tests` installs them.
  public static let isInstalled = ["Xvfb", "xterm"].allSatisfy {
    FileManager.default.isExecutableFile(atPath: "/usr/bin/\($0)")
  }

  private let server: ToolProcess
  private let terminal: ToolProcess
  private let page: String
  private let line: String

  /// - Parameters:
  ///   - folder: A folder of the test's own.
  ///   - environment: All variables of the command.
  ///   - command: Runs in the terminal; its program by a path.
  public init(
    in folder: String, columns: Int, rows: Int, environment: [String: String], command: [String]
  ) throws {
    (page, line) = ("\(folder)/xterm-page", "\(folder)/xterm-line")
    server = try ToolProcess(command: ["/usr/bin/Xvfb", "-displayfd", "1", "-nolisten", "tcp"])
    guard let display = server.line() else { throw Missing(description: "Xvfb does not start") }
    let variables = environment.merging(["DISPLAY": ":\(display)"]) { $1 }.map { "\($0)=\($1)" }
    terminal = try ToolProcess(
      command: ["/usr/bin/env", "-i"] + variables + [
        "/usr/bin/xterm", "-u8", "-geometry", "\(columns)x\(rows)",
        "-xrm", "XTerm*printAttributes: 0",
        "-xrm", "XTerm*printerCommand: cat >'\(page).part' && mv '\(page).part' '\(page)'",
        "-e", "/bin/sh", "-c", "tty >'\(line)'; exec \"$@\"", "sh",
      ] + command)
  }

  /// The lines of the screen as soon as they meet a condition; throws after a minute.
  public func wait(until isWanted: ([String]) -> Bool) throws -> [String] {
    var lines: [String] = []
    let deadline = ContinuousClock.now + .seconds(60)
    while ContinuousClock.now < deadline {
      try? FileManager.default.removeItem(atPath: page)
      // Media copy, one of xterm's control sequences, prints the screen.
      if let place = try? String(contentsOfFile: line, encoding: .utf8),
        let output = FileHandle(forWritingAtPath: String(place.dropLast()))
      {
        try output.write(contentsOf: Data("\u{1B}[i".utf8))
      }
      usleep(100_000)
      for _ in 0..<50 where !FileManager.default.fileExists(atPath: page) { usleep(10_000) }
      guard let text = try? String(contentsOfFile: page, encoding: .utf8) else { continue }
      lines = text.split(separator: "\n", omittingEmptySubsequences: false).dropLast().map(
        String.init)
      if isWanted(lines) { return lines }
    }
    throw Missing(description: "not what was awaited:\n\(lines.joined(separator: "\n"))")
  }
}

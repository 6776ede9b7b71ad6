import Foundation

/// A terminal that tests read and type into: a tmux server of the test's own, which ends with it.
public final class Tmux {
  /// A text that did not come onto the screen.
  struct Missing: Error, CustomStringConvertible {
    let description: String
  }

  /// Whether the machine has tmux; `scripts/setup --tests` installs it.
  public static let isInstalled = FileManager.default.isExecutableFile(atPath: "/usr/bin/tmux")

  private let command: [String]

  /// - Parameters:
  ///   - socket: The path of the server's socket, in a folder of the test's own.
  ///   - environment: All variables of the programs in the terminal.
  public init(socket: String, environment: [String: String]) {
    let variables = environment.merging(["TERM": "xterm"]) { $1 }.map { "\($0)=\($1)" }
    command =
      ["/usr/bin/env", "-i"] + variables + ["/usr/bin/tmux", "-S", socket, "-f", "/dev/null"]
  }

  deinit { _ = try? run("kill-server") }

  /// Runs a command of tmux; returns its exit status and what it prints.
  @discardableResult
  public func run(_ words: String...) throws -> (code: Int32, lines: [String]) {
    let process = try ToolProcess(command: command + words)
    let lines = process.lines()
    return (process.wait(), lines)
  }

  /// The lines of the screen.
  public func screen() throws -> [String] { try run("capture-pane", "-p").lines }

  /// Types texts and keys such as `Enter`.
  public func type(_ keys: String...) throws {
    for key in keys { try run("send-keys", key) }
  }

  /// Waits for a text on the screen, in a line of so many characters if a number is given.
  @discardableResult
  public func wait(for text: String, columns: Int? = nil) throws -> [String] {
    var shown: [String] = []
    // Each look starts a program.
    for _ in 0..<1000 {
      shown = try screen()
      let found = shown.contains { $0.contains(text) && (columns == nil || $0.count == columns) }
      if found { return shown }
      usleep(30_000)
    }
    throw Missing(description: "\(text) did not come:\n\(shown.joined(separator: "\n"))")
  }

  /// Waits until the session has ended with its program.
  public func waitForEnd() throws {
    for _ in 0..<1000 where try run("has-session").code == 0 { usleep(30_000) }
  }

  /// Keeps a screen as a text in the folder that `HEARTCAM_SCREENSHOTS` names, if it names one.
  public static func keep(_ screen: [String], _ name: String) throws {
    guard let folder = ProcessInfo.processInfo.environment["HEARTCAM_SCREENSHOTS"] else { return }
    let text = screen.joined(separator: "\n") + "\n"
    try text.write(toFile: "\(folder)/\(name).txt", atomically: true, encoding: .utf8)
  }
}

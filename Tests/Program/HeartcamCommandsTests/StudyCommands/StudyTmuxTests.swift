import FoundationEssentials
import Glibc
import JSONCoding
import TestSupport
import Testing

/// A study in a real terminal, tmux. `HEARTCAM_SCREENSHOTS` names a folder for the screens.
@Suite(
  .enabled(
    if: FileManager.default.isExecutableFile(atPath: "/usr/bin/tmux"),
    "there is no tmux: scripts/setup --tests installs it"))
struct StudyTmuxTests: StudyRunsTests {
  let folder: TemporaryFolder
  private let terminal: Tmux

  init() throws {
    folder = try TemporaryFolder()
    terminal = Tmux(socket: folder.file("tmux"))
  }

  /// A tmux server of the test's own, which ends with it.
  private final class Tmux {
    private let socket: String

    init(socket: String) { self.socket = socket }

    deinit { _ = try? run("kill-server") }

    @discardableResult
    func run(_ words: String...) throws -> ProcessResult {
      try ChildProcess(
        ["/usr/bin/tmux", "-S", socket, "-f", "/dev/null"] + words,
        environment: Heartcam.environment.merging(["TERM": "xterm"]) { $1 }
      ).result()
    }

    /// The lines of the screen.
    func screen() throws -> [String] {
      try run("capture-pane", "-p").output.split(separator: "\n", omittingEmptySubsequences: false)
        .map(String.init)
    }

    /// Waits for a text on the screen, in a line of so many characters if a number is given.
    @discardableResult
    func wait(for text: String, columns: Int? = nil) throws -> [String] {
      var shown: [String] = []
      for _ in 0..<3000 {
        shown = try screen()
        let found = shown.contains { $0.contains(text) && (columns == nil || $0.count == columns) }
        if found { return shown }
        usleep(10_000)
      }
      throw UnexpectedOutput(
        description: "\(text) did not come:\n\(shown.joined(separator: "\n"))")
    }
  }

  private func start(columns: Int, rows: Int) throws {
    let task = try folder.write(
      """
      {"heartcam_task": 1, "identifier": "terminal", "steps": [
        {"type": "instruction", "identifier": "hello", "title": "Before you begin",
         "text": "Sit down, put a finger on the lens and breathe as you like. This is one long line that a terminal of eighty columns has to wrap somewhere."},
        {"type": "active", "identifier": "sit", "title": "Sit still", "duration_s": 3600,
         "effort": "rest", "starts_automatically": true,
         "recorders": [{"identifier": "hr", "type": "quantity", "quantity": "HeartRate"}]}]}
      """, to: "terminal.json")
    let started = try terminal.run(
      "new-session", "-d", "-x", "\(columns)", "-y", "\(rows)", "-e", "NO_COLOR=1", Heartcam.path,
      "study", "run", task, "--source", "mock", "--store", "none", "--silent", "-o", runs)
    try #require(started.ending == .exit(0), "\(started)")
  }

  private func keep(_ screen: [String], _ name: String) throws {
    guard let folder = ProcessInfo.processInfo.environment["HEARTCAM_SCREENSHOTS"] else { return }
    let text = screen.joined(separator: "\n") + "\n"
    try text.write(toFile: "\(folder)/study-\(name).txt", atomically: true, encoding: .utf8)
  }

  @Test(arguments: [(80, 24), (40, 12)])
  func `keys, a new size and an early end work, without colour`(columns: Int, rows: Int) throws {
    try start(columns: columns, rows: rows)
    let first = try terminal.wait(for: "[return] next")
    #expect(first.contains { $0.hasPrefix("Before you begin") }, "\(first)")
    // Words are wrapped, not cut.
    #expect(first.joined(separator: " ").contains("somewhere."), "\(first)")
    try keep(first, "instruction-\(columns)x\(rows)")
    try terminal.run("send-keys", "Enter")
    let active = try terminal.wait(for: " bpm")
    #expect(active.contains { $0.contains("[p] pause") }, "\(active)")
    if rows < 16 {
      #expect(active.contains { $0.hasPrefix("  60:00") || $0.hasPrefix("  59:") }, "\(active)")
    }
    try keep(try terminal.screen(), "active-\(columns)x\(rows)")
    try terminal.run("send-keys", "p")
    try keep(try terminal.wait(for: "paused"), "paused-\(columns)x\(rows)")
    try terminal.run("resize-window", "-x", "60", "-y", "16")
    // The first line, drawn anew, ends where the screen does.
    let resized = try terminal.wait(for: "step 2 of 2", columns: 60)
    #expect(resized.contains { $0.contains("paused") }, "\(resized)")
    #expect(resized.count <= 17 && resized.allSatisfy { $0.count <= 60 }, "\(resized)")
    try keep(resized, "resized-\(columns)x\(rows)")
    try terminal.run("send-keys", "p")
    try terminal.wait(for: "[p] pause")
    try terminal.run("send-keys", "q")
    try keep(
      try terminal.wait(for: "end? [k] keep [d] discard [c] continue"), "ending-\(columns)x\(rows)")
    let colored = try terminal.run("capture-pane", "-p", "-e").output
    #expect(!colored.contains("\u{1B}["), "\(colored)")
    try terminal.run("send-keys", "k")
    // The session ends with its program.
    for _ in 0..<3000 where try terminal.run("has-session").ending == .exit(0) { usleep(10_000) }
    let run = try #require(try runFolders().first)
    let result = try json(run + "/result.json")
    #expect(result["finishReason"]?.string == "earlyTermination")
    #expect(result["results"]?.elements[1]["results"]?.elements.count == 2)
  }
}

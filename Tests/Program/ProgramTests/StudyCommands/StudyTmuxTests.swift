import FoundationEssentials
import Glibc
import TestSupport
import Testing

@testable import TestPrograms

/// A study in a real terminal, tmux. `HEARTCAM_SCREENSHOTS` names a folder for the screens.
@Suite(.enabled(if: Tmux.isInstalled, "there is no tmux: scripts/setup --tests installs it"))
struct StudyTmuxTests: StudyRunsTests {
  let folder: TemporaryFolder
  private let terminal: Tmux

  init() throws {
    folder = try TemporaryFolder()
    terminal = Tmux(socket: folder.file("tmux"), environment: Heartcam.environment)
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
      "study", "run", task, "--from", "mock", "--store", "none", "--silent", "-o", runs)
    try #require(started.code == 0, "\(started)")
  }

  private func keep(_ screen: [String], _ name: String) throws {
    try Tmux.keep(screen, "study-\(name)")
  }

  @Test(arguments: [(80, 24), (40, 12)])
  func `keys, a new size and an early end work, without color`(columns: Int, rows: Int) throws {
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
      #expect(active.contains { $0.hasPrefix("60:00") || $0.hasPrefix("59:") }, "\(active)")
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
    let ending = try terminal.wait(for: "[c] continue")
    #expect(ending.contains { $0.hasPrefix("end? [k] keep  [d] discard") }, "\(ending)")
    try keep(ending, "ending-\(columns)x\(rows)")
    let colored = try terminal.run("capture-pane", "-p", "-e").lines
    #expect(!colored.contains { $0.contains("\u{1B}[") }, "\(colored)")
    try terminal.run("send-keys", "k")
    try terminal.waitForEnd()
    let run = try #require(try runFolders().first)
    let result = try json(run + "/result.json")
    #expect(result["finishReason"]?.string == "earlyTermination")
    #expect(result["results"]?.elements[1]["results"]?.elements.count == 2)
  }
}

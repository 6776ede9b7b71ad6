import FoundationEssentials
import Glibc
import TestSupport
import Testing

@testable import TestPrograms

/// A study on a terminal's screen.
struct StudyScreenTests {
  private let folder: TemporaryFolder
  private let terminal: PseudoTerminal
  private let task: String

  init() throws {
    folder = try TemporaryFolder()
    terminal = try PseudoTerminal()
    task = try folder.write(
      """
      {"heartcam_task": 1, "identifier": "screen", "steps": [
        {"type": "instruction", "identifier": "hello", "title": "Hello", "text": "Read this."},
        {"type": "active", "identifier": "open", "title": "Sit", "duration_s": 3600, "optional": true,
         "effort": "rest", "breaths_per_minute": 6,
         "recorders": [{"identifier": "hr", "type": "quantity", "quantity": "HeartRate"}]},
        {"type": "question", "identifier": "mood", "question": "How are you?", "optional": false,
         "answer": {"type": "scale", "minimum": 1, "maximum": 5, "step": 1}},
        {"type": "completion", "identifier": "end", "title": "Bye"}]}
      """, to: "screen.json")
  }

  private func start(columns: Int = 80, rows: Int = 24, _ variables: [String: String] = [:]) throws
    -> ChildProcess
  {
    terminal.resize(columns: columns, rows: rows)
    return try ChildProcess(
      [
        Heartcam.path, "study", "run", task, "--from", "mock", "--store", "none", "--silent",
        "-o",
        folder.file("runs"),
      ],
      input: .descriptor(terminal.other), output: .descriptor(terminal.other),
      errors: .descriptor(terminal.other),
      environment: Heartcam.environment.merging(["TERM": "xterm"]) { $1 }.merging(variables) { $1 })
  }

  private func end(_ process: ChildProcess) -> ProcessResult {
    while process.isRunning { if !terminal.read() { usleep(1000) } }
    let result = process.result(within: .seconds(60))
    while terminal.read() {}
    return result
  }

  private func wait(for text: String, columns: Int = 80, rows: Int = 24) throws {
    try terminal.wait { _ in
      terminal.screen(columns: columns, rows: rows).contains { $0.contains(text) }
    }
  }

  /// Waits until recorders have written files.
  private func waitForFiles(_ count: Int) throws {
    let runs = folder.file("runs")
    try terminal.wait { _ in
      let names = (try? FileManager.default.subpathsOfDirectory(atPath: runs)) ?? []
      return names.count { $0.contains("/recorder-") && $0.hasSuffix(".json") } == count
    }
  }

  private func result() throws -> JSONValue {
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.file("runs"))
    let path = "\(folder.file("runs"))/\(try #require(names.first))/result.json"
    return try JSONValue.value(of: Array(Data(contentsOf: URL(filePath: path))))
  }

  @Test(arguments: [(80, 24), (40, 10), (120, 40)])
  func `a person walks through by keys, and the screen always fits`(columns: Int, rows: Int) throws
  {
    let process = try start(columns: columns, rows: rows)
    func wait(_ text: String) throws { try self.wait(for: text, columns: columns, rows: rows) }
    try wait("Read this.")
    terminal.press("\n")
    try wait("return starts")
    terminal.press("\n")
    try waitForFiles(1)
    try wait(" bpm")
    terminal.press("p")
    try wait("paused")
    terminal.press("p")
    try wait("[p] pause")
    try waitForFiles(2)
    terminal.press(" ")
    try wait("How are you?")
    terminal.press("9\n")
    try wait("the answer must be")
    terminal.press("\u{7F}4\n")
    try wait("Bye")
    #expect(terminal.longestLine <= columns + 30)
    terminal.press("\n")
    let ended = end(process)
    #expect(ended.ending == .exit(0), "\(terminal.shown)")
    #expect(terminal.isAsBefore && terminal.shown.contains("\u{1B}[?1049l"))
    let steps = try #require(try result()["results"]).elements
    #expect(steps[1]["results"]?.elements.count == 2)
    #expect(steps[2]["results"]?.elements.first?["numericAnswer"]?.number == 4)
  }

  @Test func `an early end asks, keeps what was recorded, and a new size redraws`() throws {
    let process = try start(["NO_COLOR": "1"])
    try wait(for: "step 1 of 4")
    terminal.press("\n\n")
    try wait(for: " bpm")
    terminal.resize(columns: 50, rows: 12)
    try terminal.wait { _ in terminal.drawingCount >= 2 }
    terminal.press("q")
    // On a narrow screen all three choices are there too.
    try terminal.wait { $0.contains("end? [k] keep  [d] discard  [c] continue") }
    terminal.resize(columns: 20, rows: 5)
    try terminal.wait { _ in
      let lines = terminal.screen(columns: 20, rows: 5)
      let keys = ["end? [k] keep", "[d] discard", "[c] continue"]
      return zip(lines.suffix(3), keys).allSatisfy { $0.hasPrefix($1 + " ") }
        && lines.contains { $0.contains(" bpm") }
    }
    terminal.press("k")
    #expect(end(process).ending == .exit(0))
    #expect(try result()["finishReason"]?.string == "earlyTermination")
    #expect(!terminal.shown.contains("\u{1B}[1m"))
  }

  @Test func `a discarded run leaves no folder, and Ctrl-C keeps one`() throws {
    let process = try start()
    try wait(for: "Read this.")
    terminal.press("\u{1B}")
    try wait(for: "end? [k] keep")
    terminal.press("d")
    #expect(end(process).ending == .exit(0))
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.file("runs")) == [])
  }

  @Test(.enabled(if: XTerminal.isInstalled, "there is no xterm: scripts/setup --tests installs it"))
  func `in a real xterm the step's number stands to the last column`() throws {
    let terminal = try XTerminal(
      in: folder.path, columns: 40, rows: 12, environment: Heartcam.environment,
      command: [
        Heartcam.path, "study", "run", task, "--from", "mock", "--store", "none", "--silent", "-o",
        folder.file("runs"),
      ])
    let screen = try terminal.wait { $0.contains { $0.contains("Read this.") } }
    #expect(screen[0].count == 40 && screen[0].hasSuffix(" step 1 of 4"), "\(screen)")
    #expect(screen.count == 12 && screen.last == "[return] next  [q] end", "\(screen)")
  }

  @Test func `Ctrl-C ends a study, keeps what was recorded and gives the terminal back`() throws {
    let process = try start()
    try wait(for: "Read this.")
    process.send(SIGINT)
    #expect(end(process).ending == .exit(130))
    #expect(terminal.isAsBefore)
    #expect(try result()["finishReason"]?.string == "earlyTermination")
  }
}

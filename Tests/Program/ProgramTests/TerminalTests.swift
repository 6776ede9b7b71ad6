import FoundationEssentials
import Glibc
import TestSupport
import Testing

@testable import TestPrograms

/// What a person at a terminal sees and is asked.
struct TerminalTests {
  let folder: TemporaryFolder
  let terminal: PseudoTerminal
  let signal = Heartcam.samples + "/resting.csv"

  init() throws {
    folder = try TemporaryFolder()
    terminal = try PseudoTerminal()
  }

  /// Starts a measurement whose input and standard error are the terminal's; its results are captured.
  private func measure(_ options: String..., output: ChildProcess.Output = .captured) throws
    -> ChildProcess
  {
    try ChildProcess(
      [Heartcam.path, "measure", "--store", folder.file("place/health.db"), signal] + options,
      input: .descriptor(terminal.other), output: output, errors: .descriptor(terminal.other),
      environment: Heartcam.environment)
  }

  private func end(_ process: ChildProcess) -> ProcessResult {
    let result = process.result(within: .seconds(60))
    while terminal.read() {}
    return result
  }

  @Test func `success says how many beats per minute have been logged`() throws {
    let result = end(try measure("--json"))
    #expect(result.ending == .exit(0))
    #expect(
      terminal.unwrapped.hasSuffix(
        "heartcam: 66 beats per minute have been logged "
          + "(6 readings to \(folder.file("place/health.db")); marked simulated: "
          + "statistics and charts leave them out)\n"), "\(terminal.shown)")
  }

  @Test(arguments: [40, 60, 80])
  func `results, and a sample with all that is known of it, fit the terminal`(columns: Int) throws {
    terminal.resize(columns: columns, rows: 24)
    let long = folder.file("a recording with a name of many words, as people give them.csv")
    try FileManager.default.copyItem(atPath: signal, toPath: long)
    func lines(_ words: [String]) throws -> [Substring] {
      let shown = terminal.shown.count
      let process = try ChildProcess(
        [Heartcam.path] + words, input: .descriptor(terminal.other),
        output: .descriptor(terminal.other), errors: .descriptor(terminal.other),
        environment: Heartcam.environment.merging(["NO_COLOR": "1"]) { $1 })
      #expect(end(process).ending == .exit(0))
      return terminal.shown.dropFirst(shown).split(separator: "\n")
    }
    let store = folder.file("health.db")
    let measured = try lines(["measure", long, "--store", store])
    // A warning about its date may stand before it.
    #expect(measured.contains("\(long)") && measured.contains { $0.hasPrefix("  color signal") })
    // A path stands whole, so that it can be copied, and so does a row of figures.
    func isPath(_ line: Substring) -> Bool { line.contains(folder.path) }
    #expect(measured.filter { $0.count > max(columns, 50) && !isPath($0) } == [])
    let note = "Note=" + String(repeating: "after a walk ", count: 12)
    let added = try Heartcam.run(
      "store", "add", "HeartRate", "62", "--store", store, "--metadata", note)
    let page = try lines([
      "store", "show", String(added.output.dropLast()), "--store", store,
    ])
    #expect(page.count(where: { $0.contains("after") }) > 1, "\(page)")
    #expect(page.filter { $0.count > max(columns, 60) && !isPath($0) } == [])
  }

  @Test(arguments: ["c", "C", "cancel\n", " Cancel"])
  func `failed saving can be cancelled, and the measurement is not lost`(
    answer: String
  ) throws {
    try folder.write("", to: "place")
    let process = try measure("--json")
    try terminal.wait(for: "[C]ancel or [R]epeat? ")
    #expect(terminal.unwrapped.contains("heartcam: cannot open the store \(folder.file("place"))/"))
    // No key but an answer does anything, and an answer needs no return key. What is no key answers nothing either:
    // where the cursor is, the terminal's attributes, Alt-r, and F1 as it once was.
    terminal.press("what?\n\u{1B}[24;80R\u{1B}[?62;22c\u{1B}r\u{1B}Oc")
    #expect(process.isRunning)
    terminal.press(answer)
    let result = end(process)
    #expect(result.ending == .exit(74), "\(result)")
    #expect(abs((try result.row().bpm ?? 0) - 66) < 1)
    #expect(!terminal.shown.contains("logged") && terminal.shown.hasSuffix("[R]epeat? c\n"))
    #expect(terminal.isAsBefore)
  }

  @Test func `failed saving is repeated successfully once its cause is fixed`() throws {
    try folder.write("", to: "place")
    let process = try measure("--json")
    try terminal.wait(for: "[C]ancel or [R]epeat? ")
    terminal.press("r")
    let question = "Not a directory; name a file, such as ~/health.db\n[C]ancel or [R]epeat? "
    try terminal.wait { _ in terminal.unwrapped.hasSuffix(question) }
    try FileManager.default.removeItem(atPath: folder.file("place"))
    terminal.press("R")
    let result = end(process)
    #expect(result.ending == .exit(0), "\(terminal.shown)")
    #expect(abs((try result.row().bpm ?? 0) - 66) < 1)
    #expect(terminal.shown.contains("66 beats per minute have been logged"))
    #expect(try Heartcam.storedSamples(in: folder.file("place/health.db")).count == 6)
  }

  @Test func `an interruption at the question cancels`() throws {
    try folder.write("", to: "place")
    let process = try measure("--json")
    try terminal.wait(for: "[C]ancel or [R]epeat? ")
    process.send(SIGINT)
    let result = end(process)
    #expect(result.ending == .exit(130), "\(result)")
    #expect(abs((try result.row().bpm ?? 0) - 66) < 1)
  }

  @Test func `without a terminal the program asks nothing`() throws {
    try folder.write("", to: "place")
    let result = try Heartcam.run(
      "measure", "--json", "--store", folder.file("place/health.db"), signal)
    #expect(result.ending == .exit(74))
    #expect(!result.errors.contains("epeat?"))
  }

  @Test func `the list of samples fits a terminal of 80 columns`() throws {
    let store = folder.file("health.db")
    let file = try folder.write(
      """
      type,start,end,value,unit,source
      HeartRate,2026-01-31T09:00:00Z,2026-01-31T09:00:30Z,71.25,count/min,A camera with a long name
      HeartRateVariabilitySDNN,2026-01-31T09:00:00Z,2026-01-31T09:05:00Z,48.123,ms,Watch
      StepCount,2026-01-31T00:00:00Z,2026-02-01T00:00:00Z,123456,count,Phone
      VO2Max,2026-01-31T09:00:00Z,2026-01-31T09:00:00Z,41.25,mL/(kg.min),Watch

      """, to: "samples.csv")
    #expect(try Heartcam.run("store", "import", file, "--store", store).ending == .exit(0))
    terminal.resize(columns: 80, rows: 24)
    let process = try ChildProcess(
      [Heartcam.path, "store", "list", "--store", store],
      input: .descriptor(terminal.other), output: .descriptor(terminal.other),
      errors: .descriptor(terminal.other), environment: Heartcam.environment)
    #expect(end(process).ending == .exit(0))
    let lines = terminal.shown.split(separator: "\n")
    // What finds no room goes on in a second line.
    #expect(lines.count >= 4 && lines.allSatisfy { $0.count <= 80 }, "\(terminal.shown)")
    #expect(
      lines.contains { $0.hasSuffix("  30 s  HeartRate") }
        && lines.contains { $0.contains("71.25 bpm") })
    #expect(lines.contains { $0.contains("24.0 h  StepCount ") || $0.contains("24 h  StepCount ") })
  }

  @Test func `at a terminal the table has a pulse curve, and color unless it is switched off`()
    throws
  {
    var shown: [String] = []
    for settings in [["TERM": "xterm"], ["TERM": "xterm", "NO_COLOR": "1"]] {
      let screen = try PseudoTerminal()
      let process = try ChildProcess(
        [Heartcam.path, "measure", "--store", "none", signal],
        input: .descriptor(screen.other), output: .descriptor(screen.other),
        errors: .descriptor(screen.other),
        environment: Heartcam.environment.merging(settings) { $1 })
      #expect(process.result().ending == .exit(0))
      while screen.read() {}
      shown.append(screen.shown)
    }
    #expect(shown[0].contains("\u{1B}[1m"))
    #expect(!shown[1].contains("\u{1B}[1m"))
    for text in shown {
      let curves = text.split(separator: "\n").filter { $0.contains(/\ \ [▁▂▃▄▅▆▇█]{24}/) }
      #expect(curves.count == 6, "\(text)")
    }
    let piped = try Heartcam.run("measure", "--store", "none", signal)
    #expect(!piped.output.contains("\u{1B}") && !piped.output.contains(/[▁▂▃▄▅▆▇█]/))
  }
}

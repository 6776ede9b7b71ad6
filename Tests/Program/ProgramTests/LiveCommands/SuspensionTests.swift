import FoundationEssentials
import Glibc
import TestSupport
import Testing

@testable import TestPrograms

/// Ctrl-Z in a live session, in a terminal with a shell as people have it.
struct SuspensionTests {
  private let folder: TemporaryFolder
  private let terminal: PseudoTerminal

  init() throws {
    folder = try TemporaryFolder()
    terminal = try PseudoTerminal()
    terminal.resize(columns: 80, rows: 24)
  }

  /// A shell with job control, whose terminal it is.
  private func shell() throws -> ChildProcess {
    try ChildProcess(
      [
        "/usr/bin/setsid", "--ctty", "--wait", "/bin/bash", "--norc", "--noprofile", "--noediting",
        "-i",
      ], input: .descriptor(terminal.other), output: .descriptor(terminal.other),
      errors: .descriptor(terminal.other),
      environment: Heartcam.environment.merging([
        "TERM": "xterm", "PS1": "ready> ", "heartcam": Heartcam.path,
        "signal": Heartcam.samples + "/resting.csv",
      ]) { $1 })
  }

  @Test func `Ctrl-Z gives the terminal back, and fg takes it again`() throws {
    let shell = try shell()
    try terminal.wait { $0.contains("ready> ") }
    terminal.type("\"$heartcam\" live --replay \"$signal\" --speed 4 --store none")
    try terminal.wait { $0.contains("\u{1B}[?1049h") && $0.contains("quality 0.") }
    terminal.press("\u{1A}")
    try terminal.wait { $0.contains("Stopped") }
    let whenStopped = terminal.shown
    #expect(whenStopped.contains("\u{1B}[?25h\u{1B}[?1049l"))
    #expect(terminal.isAsBefore)
    // The shell has the terminal, and its commands are shown.
    terminal.type("echo one two")
    try terminal.wait { $0.hasSuffix("one two\nready> ") }
    terminal.type("fg")
    try terminal.wait { shown in
      let rest = shown.dropFirst(whenStopped.count)
      return rest.contains("\u{1B}[?1049h") && rest.contains("\u{1B}[2J")
        && rest.contains(/quality 0\.\d/)
    }
    terminal.press("q")
    try terminal.wait { $0.hasSuffix("ready> ") }
    #expect(terminal.isAsBefore)
    #expect(terminal.shown.contains("average"), "\(terminal.shown.suffix(2000))")
    terminal.type("exit")
    while shell.isRunning { if !terminal.read() { usleep(1000) } }
  }

  @Test func `a session without a screen is stopped and goes on, too`() throws {
    let process = try Heartcam.start([
      "live", "--replay", Heartcam.samples + "/resting.csv", "--speed", "6", "--json", "--store",
      "none",
    ])
    try process.wait { process.outputSoFar.contains("\"type\":\"rate\"") }
    process.send(SIGTSTP)
    // A process group without a shell is not stopped by the system, and goes on at once.
    process.send(SIGCONT)
    let result = process.result(within: .seconds(60))
    #expect(result.ending == .exit(0), "\(result.errors)")
    #expect(result.output.contains("\"type\":\"session\""))
  }
}

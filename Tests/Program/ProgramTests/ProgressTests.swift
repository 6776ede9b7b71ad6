import FoundationEssentials
import Glibc
import TestSupport
import Testing

@testable import TestPrograms

/// How far long work is, as a person, a program and the page are told.
struct ProgressTests {
  /// A table that takes some seconds to import.
  private static func largeTable() -> String {
    var text = "type,start,end,value,unit\n"
    for index in 0..<250_000 {
      let time = "2026-03-\(10 + index / 86_400)T"
      let (hour, minute, second) = (index / 3600 % 24, index / 60 % 60, index % 60)
      let clock = [hour, minute, second].map { $0 < 10 ? "0\($0)" : "\($0)" }.joined(separator: ":")
      text += "HeartRate,\(time)\(clock)Z,\(time)\(clock)Z,\(60 + index % 30),count/min\n"
    }
    return text
  }

  @Test func `an import says how far it is at a terminal and to a program that asks, else nothing`()
    throws
  {
    let folder = try TemporaryFolder()
    let file = try folder.write(Self.largeTable(), to: "large.csv")
    func words(_ store: String) -> [String] {
      ["store", "import", "--store", folder.file(store), file]
    }
    let asked = try Heartcam.start(words("a.db"), environment: ["HEARTCAM_PROGRESS": "json"])
      .result()
    #expect(asked.ending == .exit(0))
    let lines = asked.errors.split(separator: "\n").filter { $0.hasPrefix("{") }
    let shares = try lines.compactMap {
      try JSONValue.value(of: Array($0.utf8))["share"]?.number
    }
    #expect(shares.count == lines.count && !shares.isEmpty, "\(asked.errors)")
    #expect(shares == shares.sorted() && shares.allSatisfy { 0 < $0 && $0 <= 1 })
    let quiet = try Heartcam.start(words("b.db")).result()
    #expect(quiet.ending == .exit(0) && !quiet.errors.contains(" left"), "\(quiet.errors)")
    let terminal = try PseudoTerminal()
    let process = try ChildProcess(
      [Heartcam.path] + words("c.db"), errors: .descriptor(terminal.other),
      environment: Heartcam.environment.merging(["TERM": "xterm"]) { $1 })
    try terminal.wait { $0.contains("saved 250000 samples") }
    #expect(process.result(within: .seconds(60)).ending == .exit(0))
    #expect(terminal.shown.contains("large.csv"))
    #expect(terminal.shown.contains(#/\r\u{1B}\[K.* \d+%, \d+:\d\d left/#), "\(terminal.shown)")
    // A screen reader gets lines, and few.
    let plain = try PseudoTerminal()
    let other = try ChildProcess(
      [Heartcam.path] + words("d.db"), errors: .descriptor(plain.other),
      environment: Heartcam.environment.merging(["TERM": "dumb"]) { $1 })
    try plain.wait { $0.contains("saved 250000 samples") }
    #expect(other.result(within: .seconds(60)).ending == .exit(0))
    #expect(!plain.shown.contains("\u{1B}") && !plain.shown.contains("\r"), "\(plain.shown)")
  }

  @Test func `an import that Ctrl-C ends says what is saved and what is not, below its bar`() throws
  {
    let folder = try TemporaryFolder()
    let file = try folder.write(Self.largeTable(), to: "large.csv")
    let terminal = try PseudoTerminal()
    let process = try ChildProcess(
      [Heartcam.path, "store", "import", "--store", folder.file("a.db"), file],
      errors: .descriptor(terminal.other),
      environment: Heartcam.environment.merging(["TERM": "xterm"]) { $1 })
    try terminal.wait { $0.contains(" left") }
    process.send(SIGINT)
    #expect(process.result(within: .seconds(60)).ending == .exit(130))
    while terminal.read() {}
    let words = terminal.unwrapped.split(separator: "\r\u{1B}[K").last.map(String.init) ?? ""
    let saved = words.firstMatch(of: /heartcam: .*large.csv: saved (\d+) samples\n/)
    let count = try #require(saved.flatMap { Int($0.1) }, "\(words)")
    #expect((1..<250_000).contains(count))
    #expect(
      words.hasSuffix(
        "large.csv to its end: interrupted; importing it again saves the others, and none twice\n"),
      "\(words)")
    func isIn(_ count: Int) throws -> Bool {
      try Heartcam.run("store", "stats", "--store", folder.file("a.db")).output.contains(
        " \(count) ")
    }
    #expect(try isIn(count))
    #expect(
      try Heartcam.run("store", "import", "--store", folder.file("a.db"), file).ending == .exit(0))
    #expect(try isIn(250_000))
  }

  @Test func `a simulation that Ctrl-C ends says so in a line of its own`() throws {
    let folder = try TemporaryFolder()
    let terminal = try PseudoTerminal()
    let video = folder.file("long.mkv")
    let process = try ChildProcess(
      [Heartcam.path, "simulate", video, "--duration", "3600"],
      errors: .descriptor(terminal.other),
      environment: Heartcam.environment.merging(["TERM": "xterm"]) { $1 })
    try terminal.wait { $0.contains(" left") }
    process.send(SIGINT)
    #expect(process.result(within: .seconds(60)).ending == .exit(130))
    while terminal.read() {}
    #expect(
      terminal.unwrapped.hasSuffix(
        "\r\u{1B}[Kheartcam: interrupted; \(video) was not made\n"), "\(terminal.shown)")
    #expect(try folder.names() == [])
  }

  @Test func `the page says how far an import and a measurement are`() throws {
    let served = try ServedProgram()
    let visitor = try PageVisitor(to: served)
    let signal = served.folder.file("long.csv")
    try Heartcam.simulate(signal, "--duration", "28800")
    let long = try String(contentsOfFile: signal, encoding: .utf8)
    #expect(try visitor.post("/api/import?name=large.csv", Self.largeTable()).status == 202)
    #expect(try visitor.post("/api/measure?name=long.csv", long).status == 202)
    var shares: [Int: [Double]] = [:]
    var jobs: [JSONValue] = []
    repeat {
      jobs = try visitor.get("/api/jobs").value["jobs"]?.elements ?? []
      for (index, job) in jobs.enumerated() {
        guard let share = job["share"]?.number, shares[index]?.last != share else { continue }
        #expect(job["state"] == .string("running") && job["left_s"]?.number != nil)
        shares[index, default: []].append(share)
      }
    } while !jobs.allSatisfy { $0["state"] == .string("done") }
    #expect(jobs.compactMap { $0["name"]?.string } == ["large.csv", "long.csv"])
    for index in 0..<2 {
      let found = shares[index] ?? []
      #expect(
        !found.isEmpty && found == found.sorted(), "\(jobs[index]["name"] ?? .null): \(found)")
    }
    // How far it was is no message.
    #expect(jobs.allSatisfy { $0["notes"]?.text.contains("progress") == false })
  }
}

import FoundationEssentials
import TestSupport
import Testing

@testable import BatchCommands
@testable import CommandEnvironment
@testable import TestPrograms

/// How far long work is, as a person, a program and the page are told.
struct ProgressTests {
  @Test func `the time left is what the rest takes, and no line is wider than its terminal`() {
    var generator = SeededGenerator(seed: 7)
    for _ in 0..<1000 {
      let share = Double.random(in: 0.001...1, using: &generator)
      let elapsed = Double.random(in: 0...100_000, using: &generator)
      let progress = WorkProgress(share, after: elapsed)
      // Where all of it takes as long as its length.
      let whole = elapsed + (progress.secondsLeft ?? .nan)
      #expect(abs(whole * share - elapsed) < 1e-6 * max(1, elapsed))
      let width = Int.random(in: 40...200, using: &generator)
      #expect(progress.line("importing export.zip", width: width).count < width)
    }
  }

  @Test func `progress is said in words, as a bar, and as JSON that is read again`() {
    let progress = WorkProgress(0.41, after: 215)
    #expect(progress.sentence("importing a.zip") == "importing a.zip, 41 %, 5:09 left")
    #expect(
      progress.line("importing a.zip", width: 80)
        == "importing a.zip  [############..................] 41 %, 5:09 left")
    #expect(progress.line("importing a.zip", width: 34) == "importing a.zip, 41 %, 5:09 left")
    #expect(WorkProgress(nil, after: 65).sentence("importing") == "importing, 1:05")
    #expect(WorkProgress(7, after: 65).sentence("copying") == "copying, 100 %, 0:00 left")
    #expect(WorkProgress(.nan, after: 65).sentence("copying") == "copying, 1:05")
    let values = WorkProgress.values(ofLine: Array(progress.json("a {\n").text.utf8))
    #expect(values?.share.number == 0.41 && values?.secondsLeft.number == 309)
    #expect(WorkProgress.values(ofLine: Array("heartcam: {\"progress\": 1}".utf8)) == nil)
    var batch = BatchProgress(
      count: 3, done: 1, bytes: 100, terminal: Terminal(environment: [:]))
    batch.add(bytes: 40, hasFailed: true)
    #expect(batch.text(after: 30) == "2 of 3 recordings, 1 failed, 2.0 a minute")
  }

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
    let shares = lines.compactMap {
      WorkProgress.values(ofLine: Array($0.utf8))?.share.number
    }
    #expect(shares.count == lines.count && !shares.isEmpty, "\(asked.errors)")
    #expect(shares == shares.sorted() && shares.allSatisfy { 0 < $0 && $0 <= 1 })
    let quiet = try Heartcam.start(words("b.db")).result()
    #expect(quiet.ending == .exit(0) && !quiet.errors.contains(" left"), "\(quiet.errors)")
    let terminal = try PseudoTerminal()
    let process = try ChildProcess(
      [Heartcam.path] + words("c.db"), errors: .descriptor(terminal.other),
      environment: Heartcam.environment)
    try terminal.wait { $0.contains("saved 250000 samples") }
    #expect(process.result(within: .seconds(60)).ending == .exit(0))
    #expect(terminal.shown.contains("large.csv"))
    #expect(terminal.shown.contains(#/ \d+ %, \d+:\d\d left/#), "\(terminal.shown)")
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

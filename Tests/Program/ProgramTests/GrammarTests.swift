import FoundationEssentials
import TestSupport
import Testing

@testable import TestPrograms

/// What the same options do in different commands.
struct GrammarTests {
  private let folder: TemporaryFolder
  private let signal = Heartcam.samples + "/resting.csv"

  init() throws { folder = try TemporaryFolder() }

  @Test func `results go into a file in the form that its name ends in`() throws {
    let table = folder.file("rates.csv")
    let result = try Heartcam.run("measure", signal, "--no-save", "-o", table)
    #expect(result.ending == .exit(0) && result.output.isEmpty, "\(result)")
    let printed = try Heartcam.run("measure", signal, "--no-save", "--csv")
    #expect(try folder.text(of: "rates.csv") == printed.output)
    let lines = try Heartcam.run("measure", signal, "--no-save", "-o", folder.file("a.ndjson"))
    #expect(lines.ending == .exit(0), "\(lines)")
    #expect(try folder.text(of: "a.ndjson").hasPrefix("{\"input\""))
    let streamed = try Heartcam.run("measure", signal, "--no-save", "--csv", "-o", "-")
    #expect(streamed.output == printed.output)
  }

  @Test
  func `an ending that is not ours and a contradiction are refused before anything is measured`()
    throws
  {
    for (words, reason) in [
      (["measure", signal, "-o", "a.xlsx"], "must end in .csv, .json"),
      (["measure", signal, "--json", "-o", "a.csv"], "another ending"),
      (["measure", signal, "--summary", "-o", "a.json"], "--summary is for CSV"),
      (["measure", signal, "--report", "a.docx"], "must end in .html, .pdf"),
      (["store", "export", "-o", "a.xlsx"], "must end in .ndjson"),
      (["measure", signal, "--no-save", "--store", "a.db"], "cannot be given together"),
    ] {
      let result = try Heartcam.start(words).result()
      #expect(result.ending == .exit(64) && result.output.isEmpty, "\(result)")
      #expect(result.errors.contains(reason), "\(result)")
    }
  }

  @Test func `a report is a page or a PDF, and is replaced with --force alone`() throws {
    let file = folder.file("report.pdf")
    for (words, code) in [([], 0), ([], 73), (["--force"], 0), (["-f"], 0)] as [([String], Int32)] {
      let result = try Heartcam.start(
        ["measure", signal, "--no-save", "--json", "--report", file] + words
      ).result()
      #expect(result.ending == .exit(code), "\(result)")
    }
    #expect(try Data(contentsOf: URL(filePath: file)).starts(with: Array("%PDF-".utf8)))
  }

  @Test func `settings are read and changed by the program`() throws {
    let environment = ["XDG_CONFIG_HOME": folder.path]
    func config(_ words: String...) throws -> ProcessResult {
      try Heartcam.start(["config"] + words, environment: environment).result()
    }
    #expect(try config("get", "every").ending == .exit(1))
    #expect(try config("set", "every", "5").ending == .exit(0))
    #expect(try config("set", "measure.jobs", "2").ending == .exit(0))
    #expect(try config("set", "every", "6").ending == .exit(0))
    #expect(try config("get", "every").output == "6\n")
    #expect(try config("get", "measure.jobs").output == "2\n")
    #expect(try folder.text(of: "heartcam/config") == "every = 6\n\n[measure]\njobs = 2\n")
    for words in [
      ["set", "every", "soon"], ["set", "evry", "5"], ["set", "yes", "yes"], ["get"],
    ] {
      let result = try Heartcam.start(["config"] + words, environment: environment).result()
      #expect(result.ending == .exit(64), "\(result)")
    }
    #expect(try config("unset", "every").ending == .exit(0))
    #expect(try config("unset", "every").ending == .exit(1))
    let example = try config("example").output
    _ = try folder.write(example, to: "heartcam/config")
    #expect(try config().ending == .exit(0))
  }

  @Test func `runs of studies are found by name, or the newest`() throws {
    let environment = ["HEARTCAM_STORE": folder.file("health.db")]
    func study(_ words: String...) throws -> ProcessResult {
      try Heartcam.start(["study"] + words, environment: environment).result()
    }
    #expect(try study("results").ending == .exit(1))
    let place = folder.file("studies")
    for _ in 0..<2 {
      let run = try study("run", "resting", "--dry-run", "--step", "rest=20", "-o", place)
      #expect(run.ending == .exit(0), "\(run)")
    }
    let table = try study("runs").output.split(separator: "\n").dropFirst()
    #expect(table.count == 2)
    let name = try #require(table.last?.split(separator: " ").first.map(String.init))
    let newest = try study("results").output
    #expect(try study("results", name).output == newest && newest.contains("rest"))
    #expect(try study("results", "nosuch").ending == .exit(2))
    #expect(try study("results", "resting").ending == .exit(64))
  }

  @Test func `a picture, a missing backup and many undated files are named as what they are`()
    throws
  {
    let picture = try folder.write("not a picture at all", to: "finger.jpg")
    let measured = try Heartcam.run("measure", picture, "--no-save")
    #expect(measured.ending == .exit(2) && measured.errors.contains("it is a picture, not a video"))
    let restored = try Heartcam.run(
      "store", "restore", folder.file("none.db"), "--store", folder.file("a.db"))
    #expect(
      restored.ending == .exit(2) && restored.errors.contains("there is no backup"), "\(restored)")
    let files = try (0..<3).map { try folder.copy(signal, to: "copy-\($0).csv") }
    let many = try Heartcam.start(["measure", "--no-save", "--json"] + files).result()
    #expect(many.errors.components(separatedBy: "--start DATE").count == 2, "\(many)")
    #expect(many.errors.contains("3 recordings in all"))
  }
}

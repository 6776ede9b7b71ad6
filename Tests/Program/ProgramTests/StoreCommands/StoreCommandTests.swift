import TestDatabases
import FoundationEssentials
import Glibc
import TestSupport
import Testing

@testable import TestPrograms

struct StoreCommandTests {
  private let folder: TemporaryFolder
  private let store: String

  init() throws {
    folder = try TemporaryFolder()
    store = folder.file("health.db")
  }

  private func run(_ words: String..., input: ChildProcess.Input = .nothing) throws -> ProcessResult
  {
    try Heartcam.start(["store"] + words + ["--store", store], input: input).result()
  }

  @Test func `added samples are listed, summed and deleted`() throws {
    let added = try run("add", "HeartRate", "62", "--start", "2026-01-31T09:00:00Z")
    #expect(added.ending == .exit(0))
    #expect(added.output.wholeMatch(of: /[0-9a-f]{8}\n/) != nil)
    #expect(try run("add", "BloodPressure", "120/80").ending == .exit(0))
    for steps in ["100", "250"] {
      #expect(
        try run("add", "StepCount", steps, "--start", "2026-01-31T0\(steps.first!):00:00Z").ending
          == .exit(0))
    }
    #expect(try run("list", "--type", "BloodPressure").output.contains("120.0/80.0 mmHg"))
    let stats = try run("stats", "--type", "StepCount", "--by", "day", "--json").output
    #expect(stats.contains("\"sum\":350.0") && stats.contains("\"count\":2"))
    #expect(try run("stats", "--type", "HeartRate").output.contains("62.0  bpm"))
    #expect(try run("sources").output.contains(/Heartcam +heartcam +6\n/))
    #expect(try run("delete", "--type", "StepCount").ending == .exit(1))
    #expect(try run("delete", "--type", "StepCount", "--yes").ending == .exit(0))
    #expect(try run("delete", "--type", "StepCount", "--yes").ending == .exit(1))
    #expect(try run("forget").ending == .exit(1))
    #expect(try run("forget", "--yes").errors.contains("forgot 2"))
    #expect(try run("check").ending == .exit(0))
  }

  @Test func `a listed identifier names one sample, and a dry run what it would delete`() throws {
    // Samples of one row begin alike.
    let table = try folder.write(
      "date,hr,steps,weight\n2026-01-31 09:00,62,,70\n2026-01-31 09:01,63,,71\n", to: "t.csv")
    #expect(try run("import", table).ending == .exit(0))
    let listed = try run("list", "--type", "hr").output
    let ids = listed.split(separator: "\n").compactMap { $0.split(separator: " ").first }
    #expect(ids.count == 2, "\(listed)")
    for id in ids { #expect(try run("show", String(id)).output.contains("HeartRate")) }
    let trial = try run("delete", "--type", "weight", "-n")
    #expect(trial.ending == .exit(0) && trial.errors.contains("would delete 2 samples"))
    #expect(trial.output.matches(of: /BodyMass/).count == 2, "\(trial)")
    #expect(try run("list", "--type", "weight").output.split(separator: "\n").count == 2)
  }

  @Test func `values that make no valid sample are usage errors`() throws {
    for words in [
      ["add", "HeartRate", "fast"], ["add", "Foo", "1"], ["add", "SleepAnalysis", "Dreaming"],
      ["add", "HeartRate", "60", "--unit", "kg"], ["add", "BloodPressure", "120"],
      ["add", "HeartRate", "60", "--end", "2020-01-01"], ["delete"],
      ["delete", "--all", "--type", "StepCount"],
      ["stats", "--type", "MindfulSession"], ["sources", "--prefer", "x"], ["authorize", "--deny"],
      ["export", "--format", "bids"],
    ] {
      _ = try run("add", "HeartRate", "60")
      let result = try Heartcam.start(["store"] + words + ["--store", store]).result()
      #expect(result.ending == .exit(64), "\(words): \(result)")
    }
  }

  @Test(arguments: ["csv", "ndjson", "xml", "fhir.json", "omh.ndjson", "ndjson.gz"])
  func `exported samples are imported into another store once`(ending: String) throws {
    for rate in ["61", "62", "63"] {
      _ = try run("add", "HeartRate", rate, "--start", "2026-01-31T09:00:\(rate.last!)0Z")
    }
    let file = folder.file("export.\(ending)")
    #expect(try run("export", "--output", file).ending == .exit(0))
    #expect(try run("export", "--output", file).ending == .exit(73))
    #expect(try run("export", "--output", file, "--force").ending == .exit(0))
    var status = stat()
    #expect(stat(file, &status) == 0 && status.st_mode & 0o777 == 0o600)
    let other = folder.file("other.db")
    for (saved, known) in [(3, 0), (0, 3)] {
      let result = try Heartcam.run("store", "import", "--json", file, "--store", other)
      #expect(result.ending == .exit(0), "\(result)")
      #expect(result.output.contains("\"saved\":\(saved),\"known\":\(known)"), "\(result)")
    }
    let list = try Heartcam.run("store", "list", "--store", other).output
    #expect(list.split(separator: "\n").count == 3 && list.contains("62.0 bpm"))
  }

  @Test func `a column of zones is understood, wherever a file is read`() throws {
    let table = try folder.write(
      "Date,Time Zone,Pulse\n2026-10-05 07:31,Asia/Tokyo,64\n", to: "zones.csv")
    #expect(try run("import", table).errors.contains("saved 1 sample\n"))
    #expect(try run("import", table, "--no-sandbox").errors.contains("1 were there already"))
  }

  @Test func `files that cannot be read do not stop the others`() throws {
    let good = try folder.write(
      "type,start,value\nHeartRate,2026-01-31T09:00:00Z,60\n", to: "a.csv")
    let bad = try folder.write("a letter", to: "b.txt")
    let result = try run("import", bad, folder.file("none"), good)
    #expect(result.ending == .exit(2) && result.errors.contains("saved 1 sample\n"))
    #expect(result.errors.contains("save or export it as CSV"))
  }

  @Test func `a backup replaces no file without --force`() throws {
    _ = try run("add", "HeartRate", "60")
    let copy = folder.file("copy.db")
    #expect(try run("backup", copy).ending == .exit(0))
    #expect(try run("backup", copy).ending == .exit(73))
    #expect(try run("backup", copy, "--force").ending == .exit(0))
    #expect(try run("backup", store, "--force").ending == .exit(74))
    #expect(try Heartcam.run("store", "list", "--store", copy).output.contains("60.0"))
    #expect(try folder.names().filter { $0.hasPrefix("copy") } == ["copy.db"])
  }

  @Test(
    arguments: [
      (
        "postgresql://ada@localhost:1/heart",
        "cannot open the store postgresql://ada@localhost:1/heart: ", 74
      ),
      ("postgresql://ada:secret@db.example/heart", "set PGPASSWORD or PGPASSFILE", 64),
      ("sqlite:///tmp/a.db", "a store is a file's path, or a URL of the form postgresql://", 64),
    ] as [(String, String, Int32)])
  func `a server out of reach or with a password in its URL is refused, and no file bears its name`(
    _ url: String, _ message: String, _ status: Int32
  ) throws {
    let original = try RestingVideo.path
    for words in [
      ["measure", original], ["store", "list"], ["store", "add", "HeartRate", "62"],
      ["store", "check"], ["live", "--plain", "--save", "--replay", original],
    ] {
      let result = try Heartcam.sh(
        "cd '\(folder.path)' && \"$heartcam\" " + words.map { "'\($0)'" }.joined(separator: " ")
          + " --store '\(url)' 2>&1")
      #expect(result.ending == .exit(status), "\(words): \(result.output)")
      #expect(result.output.contains(message), "\(words): \(result.output)")
      #expect(!result.output.contains("secret"))
    }
    #expect(try folder.names() == [])
  }

  @Test(arguments: [
    ("PRAGMA user_version = 0", "restore a copy"), ("PRAGMA user_version = -3", "restore a copy"),
    ("PRAGMA application_id = 0; PRAGMA user_version = 0", "name another file"),
    ("PRAGMA application_id = 0; PRAGMA user_version = -3", "name another file"),
    ("PRAGMA user_version = 2", "use the newer program"), ("DROP TABLE metadata", "restore a copy"),
  ])
  func `every command refuses a file that is damaged or a stranger's, and says what to do`(
    _ change: String, _ advice: String
  ) throws {
    _ = try run("add", "HeartRate", "60")
    try RawDatabase(store).run(change)
    let signal = Heartcam.samples + "/resting.csv"
    let copy = folder.file("copy.db")
    for words in [
      ["store", "list"], ["store", "show"], ["store", "stats"], ["store", "sources"],
      ["store", "check"], ["store", "check", "--repair"], ["store", "add", "HeartRate", "62"],
      ["store", "delete", "--type", "HeartRate", "--yes"], ["store", "forget"],
      ["store", "backup", copy], ["store", "profile"], ["store", "authorize"],
      ["store", "export"], ["chart", "heart-rate"], ["measure", signal],
      ["live", "--plain", "--save", "--replay", signal],
    ] {
      let result = try Heartcam.start(words + ["--store", store]).result()
      let text = result.output + result.errors
      #expect(result.ending == .exit(74), "\(words): \(text)")
      #expect(text.contains("cannot open the store \(store): "), "\(words): \(text)")
      #expect(text.contains(advice), "\(words): \(text)")
    }
    #expect(try folder.names().filter { $0.hasPrefix("copy") } == [])
  }

  @Test func `permissions of programs are set and listed`() throws {
    let bundle = "org.example.watch"
    #expect(try run("authorize", bundle, "--share", "StepCount").ending == .exit(0))
    #expect(try run("authorize", bundle, "--read", "StepCount", "--deny").ending == .exit(0))
    let line = try run("authorize", "--json").output
    #expect(line.contains("\"sharing\":\"authorized\",\"reading\":\"denied\""))
  }
}

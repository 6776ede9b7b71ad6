import FoundationEssentials
import Glibc
import TestSupport
import Testing

@testable import TestPrograms

/// Going back: `heartcam store restore` and `heartcam store undo`.
struct RestoreTests {
  let folder: TemporaryFolder
  private var store: String { folder.file("health.db") }
  private var backup: String { folder.file("backup.db") }

  init() throws { folder = try TemporaryFolder() }

  private func run(_ words: String...) throws -> ProcessResult {
    try Heartcam.start(["store"] + words + ["--store", store]).result()
  }

  private func add(_ values: ClosedRange<Int>) throws {
    let lines = values.map {
      "HeartRate,2026-01-31T09:00:00Z,\($0),count/min\n"
    }
    let file = try folder.write("type,start,value,unit\n" + lines.joined(), to: "a.csv")
    let result = try run("import", file)
    try #require(result.ending == .exit(0), "\(result)")
    // The import is not what is undone here.
    try #require(try run("forget", "--yes").ending == .exit(0))
  }

  private func values(_ path: String? = nil) throws -> [Int] {
    try Heartcam.storedSamples(in: path ?? store).map { Int($0.value) }.sorted()
  }

  private func kept() throws -> [String] {
    // A copy that was not completed has no name of its own yet.
    try folder.names().filter { name in
      name.contains(".before-restore-") && !name.contains(".part")
        && !["-wal", "-shm", "-journal"].contains { name.hasSuffix($0) }
    }.map { folder.file($0) }
  }

  @Test func `a backup comes back, and the store is kept`()
    throws
  {
    try add(60...69)
    #expect(try run("backup", backup).ending == .exit(0))
    try add(70...79)
    let result = try run("restore", backup)
    #expect(result.ending == .exit(0) && result.errors.contains("restored 10 samples"), "\(result)")
    #expect(try values() == Array(60...69))
    #expect(try kept().count == 1)
    #expect(try values(kept()[0]) == Array(60...79))
    #expect(try run("check").ending == .exit(0))
  }

  @Test func `a damaged backup, the store itself, and what is no store are refused`() throws {
    try add(60...69)
    #expect(try run("backup", backup).ending == .exit(0))
    #expect(try run("restore", store).ending == .exit(64))
    var bytes = Array(try Data(contentsOf: URL(filePath: backup)))
    for index in bytes.indices.dropFirst(8192) where index % 7 == 0 { bytes[index] ^= 0x55 }
    let damaged = folder.file("damaged.db")
    try Data(bytes).write(to: URL(filePath: damaged))
    let text = try folder.write("no store at all, but long enough to be one", to: "text.db")
    for file in [damaged, text, folder.file("none.db"), folder.path] {
      let result = try run("restore", file)
      #expect(result.ending == .exit(file.hasSuffix("none.db") ? 2 : 74), "\(result)")
    }
    #expect(try values() == Array(60...69))
    #expect(try kept().isEmpty)
  }

  @Test func `a store that cannot be opened is replaced, and nothing of it is lost`() throws {
    try add(60...69)
    #expect(try run("backup", backup).ending == .exit(0))
    for (name, damage) in [("no header", 0..<100), ("no tables", 100..<4096)] {
      var bytes = Array(try Data(contentsOf: URL(filePath: backup)))
      for index in damage { bytes[index] = 0x41 }
      try Data(bytes).write(to: URL(filePath: store))
      let before = try kept().count
      let result = try run("restore", backup)
      #expect(result.ending == .exit(0), "\(name): \(result)")
      #expect(try values() == Array(60...69))
      let files = try kept()
      #expect(files.count == before + 1)
      #expect(try files.contains { try Data(contentsOf: URL(filePath: $0)) == Data(bytes) })
    }
    // Where there is no store, there is nothing to keep.
    unlink(store)
    #expect(try run("restore", backup).ending == .exit(0))
    #expect(try values() == Array(60...69))
  }

  @Test func `killed at any moment, the store is the one or the other`() throws {
    try add(60...69)
    #expect(try run("backup", backup).ending == .exit(0))
    try add(70...79)
    var generator = SeededGenerator(seed: 31)
    var ends: Set<Int> = []
    for _ in 0..<(Heartcam.isFast ? 60 : 15) {
      let process = try Heartcam.start(["store", "restore", backup, "--store", store])
      usleep(UInt32.random(in: 0...120_000, using: &generator))
      process.send(SIGKILL)
      _ = process.result()
      #expect(try run("check").ending == .exit(0))
      let now = try values()
      #expect(now == Array(60...69) || now == Array(60...79))
      ends.insert(now.count)
      if now.count == 10 { try add(70...79) }
    }
    for file in try kept() { #expect(try values(file).count >= 10) }
  }

  @Test func `what killed restores and deletions have left goes with the next`() throws {
    try add(60...69)
    #expect(try run("backup", backup).ending == .exit(0))
    #expect(mkdir(store + ".deleted", 0o700) == 0)
    let old = [".before-restore-20260101T000000.4242.part", ".deleted/7.ndjson.gz.4242-1.part"]
    let young = [".before-restore-20260101T000000.4243.part", ".deleted/8.ndjson.gz.4243.part"]
    let busy = ".before-restore-20260101T000000.4244.part"
    let other = [".before-restore-20260101T000000", ".before-noon.part", ".4242.part"]
    for ending in old + young + [busy] + other {
      try Data("health".utf8).write(to: URL(filePath: store + ending))
      guard !young.contains(ending) else { continue }
      var times = [
        timespec(tv_sec: time(nil) - 90, tv_nsec: 0), timespec(tv_sec: time(nil) - 90, tv_nsec: 0),
      ]
      utimensat(AT_FDCWD, store + ending, &times, 0)
    }
    // A program works on one; a link leads to another's file.
    let holder = open(store + busy, O_RDONLY | O_CLOEXEC)
    #expect(flock(holder, LOCK_EX | LOCK_NB) == 0)
    symlink(backup, store + ".before-repair-1.4245.part")
    #expect(try run("restore", backup).ending == .exit(0))
    #expect(try run("delete", "--all", "--yes").ending == .exit(0))
    for ending in old { #expect(access(store + ending, F_OK) != 0, "\(ending)") }
    for ending in young + [busy] + other { #expect(access(store + ending, F_OK) == 0, "\(ending)") }
    #expect(access(backup, F_OK) == 0)
    close(holder)
  }

  @Test(.enabled(if: geteuid() == 0, "only root can have a file of another user"))
  func `what root does to a user's store leaves the user its owner`() throws {
    try add(60...69)
    #expect(try run("backup", backup).ending == .exit(0))
    let files = try folder.names().filter { $0.hasPrefix("health.db") }.map { folder.file($0) }
    for file in files { chown(file, 65534, 65534) }
    for words in [
      ["delete", "--all", "--yes"], ["undo"], ["restore", backup], ["add", "HeartRate", "70"],
      ["delete", "--all", "--yes"],
    ] {
      let result = try Heartcam.start(["store"] + words + ["--store", store]).result()
      #expect(result.ending == .exit(0), "\(result)")
    }
    // One that cannot be opened is replaced.
    try Data(repeating: 65, count: 5000).write(to: URL(filePath: folder.file("x")))
    chown(folder.file("x"), 65534, 65534)
    rename(folder.file("x"), store)
    for ending in ["-wal", "-shm"] { unlink(store + ending) }
    #expect(try run("restore", backup).ending == .exit(0))
    for name in try folder.names() where name.hasPrefix("health.db") {
      var status = stat()
      #expect(lstat(folder.file(name), &status) == 0 && status.st_uid == 65534, "\(name)")
      guard name.hasSuffix(".deleted") else { continue }
      for kept in try FileManager.default.contentsOfDirectory(atPath: folder.file(name)) {
        #expect(stat("\(folder.file(name))/\(kept)", &status) == 0 && status.st_uid == 65534)
      }
    }
  }

  @Test func `the identifiers of what an import saved are written, and no others`() throws {
    try add(60...64)
    let lines = (62...69).map { "HeartRate,2026-01-31T09:00:00Z,\($0),count/min\n" }
    let file = try folder.write("type,start,value,unit\n" + lines.joined(), to: "b.csv")
    let before = Set(try Heartcam.storedSamples(in: store).map(\.id))
    let list = folder.file("saved.txt")
    #expect(try run("import", file, "--saved", list).ending == .exit(0))
    let new = Set(try Heartcam.storedSamples(in: store).map(\.id)).subtracting(before)
    let saved = try String(contentsOfFile: list, encoding: .utf8).split(separator: "\n")
    #expect(saved.count == 5 && Set(saved.map(String.init)) == new)
    #expect(try run("import", file, "--saved", store).ending == .exit(64))
  }

  // MARK: Undo

  @Test func `what was deleted comes back as it was, in the shell as on the page`() throws {
    try add(60...69)
    _ = try run("add", "BloodPressure", "120/80", "mmHg")
    func lines() throws -> [String] {
      try run("list", "--json").output.split(separator: "\n").map(String.init).sorted()
    }
    let before = try lines()
    // A part takes the pressure with it, and comes back with it.
    for words in [["--type", "HeartRate"], ["--type", "BloodPressureSystolic"], ["--all"]] {
      let deleted = try Heartcam.start(["store", "delete", "--yes", "--store", store] + words)
        .result()
      #expect(deleted.ending == .exit(0), "\(deleted)")
      #expect(try lines() != before)
      let back = try run("undo")
      #expect(back.ending == .exit(0) && back.errors.contains("put back"), "\(back)")
      #expect(try lines() == before, "\(words)")
    }
    #expect(try run("undo").ending == .exit(1))
    // In any order, and only for its owner.
    _ = try run("delete", "--type", "HeartRate", "--yes")
    _ = try run("delete", "--all", "--yes")
    let listed = try run("undo", "--list").output.split(separator: "\n").dropFirst()
    #expect(listed.count == 2)
    #expect(listed.last?.contains("deleted 3 samples: BloodPressure, ") == true, "\(listed)")
    let first = try #require(listed.first?.split(separator: " ").first.map(String.init))
    #expect(try run("undo", first).ending == .exit(0))
    #expect(try values() == Array(60...69))
    #expect(try run("undo", first).ending == .exit(1))
    var status = stat()
    #expect(stat(store + ".deleted", &status) == 0 && status.st_mode & 0o777 == 0o700)
    // Purging forgets, when it is meant, and so does deleting for good. What is back is not forgotten.
    let asked = try run("forget")
    #expect(asked.ending == .exit(1) && asked.errors.contains("1 change"), "\(asked)")
    #expect(try run("undo", "--list").output.split(separator: "\n").count == 2)
    let forgotten = try run("forget", "--yes")
    #expect(forgotten.ending == .exit(0), "\(forgotten)")
    #expect(try run("undo").ending == .exit(1))
    _ = try run("delete", "--all", "--yes", "--for-good")
    #expect(try run("undo").ending == .exit(1))
    #expect(try values().isEmpty)
  }

  @Test func `of twenty-two deletions the newest twenty come back, two programs share them`() throws
  {
    try add(60...81)
    for value in 60...81 {
      let id = try #require(
        try Heartcam.storedSamples(in: store).first { Int($0.value) == value }?.id)
      #expect(try run("delete", id).ending == .exit(0))
    }
    #expect(try run("undo", "--list").output.split(separator: "\n").count == 21)
    for _ in 0..<20 { #expect(try run("undo").ending == .exit(0)) }
    #expect(try run("undo").ending == .exit(1))
    #expect(try values() == Array(62...81))
    // Two at once have a number each, and lose nothing.
    let all = try Heartcam.storedSamples(in: store).map(\.id)
    let both = try [all.prefix(10), all.suffix(10)].map { ids in
      try Heartcam.start(["store", "delete", "--store", store] + ids)
    }
    for process in both { #expect(process.result().ending == .exit(0)) }
    #expect(try values().isEmpty)
    #expect(try run("undo").ending == .exit(0))
    #expect(try run("undo").ending == .exit(0))
    #expect(try values() == Array(62...81))
  }

  @Test func `an import is taken back as a whole, and comes back`() throws {
    try add(60...62)
    let table = try folder.write(
      "date,systolic,diastolic,heart-rate\n2026-01-02 08:00,121,79,64\n2026-01-03 08:00,125,81,66\n",
      to: "cuff.csv")
    #expect(try run("import", table).ending == .exit(0))
    // What was there already is not this import's.
    #expect(try run("import", table).ending == .exit(0))
    let listed = try run("undo", "--list").output.split(separator: "\n").dropFirst()
    #expect(listed.count == 1)
    #expect(listed.last?.contains("imported 4 samples: ") == true, "\(listed)")
    func count() throws -> Int { try run("list", "--json").output.split(separator: "\n").count }
    // Two rates, two pressures and their four parts.
    #expect(try count() == 3 + 8)
    let undone = try run("undo")
    #expect(undone.ending == .exit(0) && undone.errors.contains("4 imported samples"), "\(undone)")
    #expect(try values() == Array(60...62))
    let back = try run("undo")
    #expect(back.ending == .exit(0) && back.errors.contains("put back 4 samples"), "\(back)")
    #expect(try count() == 3 + 8)
    #expect(try run("undo").ending == .exit(1))
  }

  @Test func `imports push no deletion out, and nothing in the folder stops one`() throws {
    try add(60...62)
    // Neither is a change.
    mkdir(store + ".deleted", 0o700)
    mkdir(store + ".deleted/1.ndjson.gz", 0o700)
    try folder.write("", to: "health.db.deleted/9223372036854775807.saved")
    #expect(try run("delete", "--all", "--yes").ending == .exit(0))
    for day in 1...21 {
      let table = try folder.write(
        "date,heart-rate\n2026-01-\(day < 10 ? "0" : "")\(day) 08:00,64\n", to: "rates.csv")
      #expect(try run("import", table).ending == .exit(0))
    }
    let listed = try run("undo", "--list").output.split(separator: "\n").dropFirst()
    #expect(listed.count == 1 + 20)
    #expect(listed.first?.contains("deleted 3 samples") == true, "\(listed)")
    #expect(try run("undo", "2").ending == .exit(0))
    #expect(try values() == Array(60...62) + Array(repeating: 64, count: 21))
  }

  @Test func `an import that nothing can note is saved, and says that it cannot be undone`() throws
  {
    try add(60...60)
    _ = try folder.write("in the way", to: "health.db.deleted")
    let table = try folder.write("date,heart-rate\n2026-01-02 08:00,64\n", to: "rates.csv")
    let saved = try run("import", table)
    #expect(
      saved.ending == .exit(0) && saved.errors.contains("this import cannot be undone"), "\(saved)")
    #expect(try values() == [60, 64])
  }

  // MARK: Damage

  /// Each damaged byte of the first page and of others: a command says so, or shows every sample.
  @Test func `no single damaged byte lets samples lack without a word`() throws {
    try add(60...160)
    let whole = try run("list", "--json").output
    let sound = Array(try Data(contentsOf: URL(filePath: store)))
    var generator = SeededGenerator(seed: 9)
    var places = Array(0..<108) + stride(from: 108, to: 4096, by: Heartcam.isFast ? 41 : 401)
    for _ in 0..<(Heartcam.isFast ? 300 : 40) {
      places.append(Int.random(in: 4096..<sound.count, using: &generator))
    }
    let copy = folder.file("copy.db")
    var told = 0
    for place in places {
      let value = [0, 255, UInt8.random(in: 0...255, using: &generator)].randomElement(
        using: &generator)
      guard let value, sound[place] != value else { continue }
      var bytes = sound
      bytes[place] = value
      for suffix in ["-wal", "-shm", "-journal"] { unlink(copy + suffix) }
      try Data(bytes).write(to: URL(filePath: copy))
      let list = try Heartcam.run("store", "list", "--json", "--store", copy)
      let check = try Heartcam.run("store", "check", "--store", copy)
      if list.ending == .exit(0) {
        #expect(list.output == whole, "byte \(place) is \(value)")
        #expect(check.ending == .exit(0) || !list.errors.isEmpty, "byte \(place) is \(value)")
      } else {
        #expect(list.ending == .exit(74) && !list.errors.isEmpty, "byte \(place) is \(value)")
        told += 1
      }
    }
    #expect(told > 20)
  }

  // MARK: Outputs

  @Test func `the numbers behind a chart follow the rule of all tables`() throws {
    try add(60...69)
    let words = ["chart", "heart-rate", "--store", store]
    #expect(try Heartcam.start(words + ["--spreadsheet"]).result().ending == .exit(64))
    let tables = try [["--data", "-"], ["--data", "-", "--spreadsheet"]].map {
      try Heartcam.start(words + $0).result()
    }
    #expect(tables.allSatisfy { $0.ending == .exit(0) } && tables[0].output == tables[1].output)
  }

  @Test func `texts that a spreadsheet would run are marked on request, in every table`() throws {
    let evil = "=cmd|' /C calc'!A0"
    let file = try folder.write(
      "type,start,value,unit,source\nHeartRate,2026-01-31T09:00:00Z,61,count/min,\"\(evil)\"\n"
        + "HeartRate,2026-01-31T09:01:00Z,61,count/min,@SUM(1)\n"
        + "HeartRate,2026-01-31T09:02:00Z,61,count/min,-5.5\n", to: "evil.csv")
    #expect(try run("import", file).ending == .exit(0))
    let plain = try run("export", "--format", "csv").output
    #expect(plain.contains(",\(evil),") && plain.contains(",@SUM(1),") && plain.contains(",-5.5,"))
    let safe = try run("export", "--format", "csv", "--spreadsheet").output
    #expect(safe.contains(",'\(evil),") && safe.contains(",'@SUM(1),") && safe.contains(",-5.5,"))
    #expect(try run("export", "--format", "ndjson", "--spreadsheet").ending == .exit(64))
    let signal = try folder.copy(Heartcam.samples + "/resting.csv", to: "=a.csv")
    let words = ["measure", "--csv", "--summary", "--store", "none"]
    let result = try Heartcam.sh(
      "cd '\(folder.path)' && \"$heartcam\" \(words.joined(separator: " ")) --spreadsheet =a.csv")
    #expect(result.output.contains("\n'=a.csv,"), "\(result) \(signal)")
  }

  @Test func `of two programs that write one output, one is refused`() throws {
    try add(60...69)
    let output = folder.file("all.ndjson")
    // A file that a killed program has left does not hinder.
    try folder.write("left", to: "all.ndjson.part")
    #expect(try run("export", "-o", output).ending == .exit(0))
    let holder = open(output + ".part", O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
    #expect(holder >= 0 && flock(holder, LOCK_EX | LOCK_NB) == 0)
    let refused = try run("export", "--force", "-o", output)
    #expect(refused.ending == .exit(74), "\(refused)")
    #expect(refused.errors.contains("another program writes it at this moment"), "\(refused)")
    close(holder)
    #expect(try run("export", "--force", "-o", output).ending == .exit(0))
    // A link in its place is not followed.
    let other = try folder.write("mine", to: "mine")
    symlink(other, output + ".part")
    #expect(try run("export", "--force", "-o", output).ending == .exit(74))
    #expect(try String(contentsOfFile: other, encoding: .utf8) == "mine")
  }

  @Test func `addresses, short intervals and options of other commands are explained`() throws {
    for command in [
      ["measure"], ["store", "import", "--dry-run", "--store", store],
      ["live", "--plain", "--store", "none", "--replay"],
    ] {
      let fetched = try Heartcam.start(command + ["https://example.org/a.mp4"]).result()
      #expect(fetched.errors.contains("download it"), "\(fetched)")
      let local = try Heartcam.start(command + ["file:///tmp/a.mp4"]).result()
      #expect(local.errors.contains("name the file by its path, /tmp/a.mp4"), "\(local)")
    }
    let short = try Heartcam.run(
      "measure", "--every", "1", "--store", "none", Heartcam.samples + "/resting.csv")
    #expect(short.ending == .exit(0) && short.errors.contains("a reading needs 5 s"), "\(short)")
    let other = try Heartcam.run("measure", "--replay", "a.mp4", "b.mp4")
    #expect(other.ending == .exit(64) && other.errors.contains("live"), "\(other)")
    let root = try Heartcam.run("--json")
    #expect(root.ending == .exit(64) && root.errors.contains("stands after the command"), "\(root)")
  }

  // MARK: Units

  @Test(arguments: [
    (["HeartRate", "62", "bpm"], "62 bpm"), (["HeartRate", "62 BPM"], "62 bpm"),
    (["HeartRate", "62/min"], "62 bpm"), (["HeartRate", "62", "beats/min"], "62 bpm"),
    (["BodyMass", "70", "kg"], "70 kg"), (["BodyMass", "154", "lbs"], "69.85 kg"),
    (["BodyTemperature", "36,6", "°C"], "36.6 °C"),
    (["BloodGlucose", "99", "mg/dl"], "99 mg/dL"),
    (["HeartRateVariabilitySDNN", "48 ms"], "48 ms"), (["OxygenSaturation", "97%"], "97.0%"),
    (["BloodPressure", "120/80", "mmHg"], "120"),
  ])
  func `units are read as people write them`(_ words: [String], _ shown: String) throws {
    let result = try Heartcam.start(["store", "add", "--store", store] + words).result()
    #expect(result.ending == .exit(0), "\(result)")
    let list = try run("list").output.replacing(".0 ", with: " ")
    #expect(list.lowercased().contains(shown.lowercased()), "\(list)")
  }

  @Test(arguments: [
    ("date,bpm\n2026-01-31 09:00,61\n", "61", "2026-01-31T09:00:00"),
    ("Datum;Puls\n31.01.2026 9:00;61\n", "61", "2026-01-31T09:00:00"),
    ("date\tpulse\n31/01/2026 09:00\t61\n", "61", "2026-01-31T09:00:00"),
    ("Date,Time,Heart Rate (bpm)\n2026-01-31,9:00 PM,61\n", "61", "2026-01-31T21:00:00"),
    ("Datum;Gewicht (kg)\n31.01.2026;70,5\n", "70.5", "2026-01-31T00:00:00"),
    ("\u{FEFF}date;pulse\r\n1/31/2026 9:00 PM;61 bpm\r\n", "61", "2026-01-31T21:00:00"),
  ])
  func `a table that people keep is recognized, and shown before it is saved`(
    _ text: String, _ value: String, _ start: String
  ) throws {
    let file = try folder.write(text, to: "diary.csv")
    let trial = try run("import", "--dry-run", file)
    #expect(trial.errors.contains("read as ") && trial.errors.contains("would save 1 sample"))
    #expect(try run("import", file).ending == .exit(0))
    let list = try run("list", "--json").output
    #expect(list.contains("\"start\":\"\(start)"), "\(list)")
    #expect(
      list.contains("\"value\":\(value),") || list.contains("\"value\":\(value).0,"), "\(list)")
  }

  @Test func `what a table may mean in two ways is asked for`() throws {
    let doubtful = try folder.write("date,bpm\n03/04/2026,61\n05/06/2026,62\n", to: "a.csv")
    let asked = try run("import", doubtful)
    #expect(asked.ending == .exit(2) && asked.errors.contains("--dates day-first"), "\(asked)")
    #expect(try run("import", "--dates", "month-first", doubtful).ending == .exit(0))
    #expect(try run("list", "--json").output.contains("\"start\":\"2026-03-04T"))
    let mixed = try folder.write("date,bpm\n31/01/2026,61\n01/31/2026,62\n", to: "b.csv")
    #expect(try run("import", mixed).ending == .exit(2))
    let unknown = try folder.write("a;b\n1;2\n", to: "c.csv")
    let refused = try run("import", unknown)
    #expect(refused.ending == .exit(2) && refused.errors.contains("--map"), "\(refused)")
    let mapped = try folder.write("wann;wieviel\n31.01.2026;61,5\n", to: "d.csv")
    let result = try run("import", "--map", "date=wann,value=wieviel,type=HeartRate", mapped)
    #expect(result.ending == .exit(0) && result.errors.contains("saved 1 sample"), "\(result)")
  }
}

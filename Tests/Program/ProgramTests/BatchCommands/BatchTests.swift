import FoundationEssentials
import Glibc
import TestSupport
import Testing

@testable import TestPrograms

/// `heartcam batch` as it is used: tables, resuming, shards, and what goes wrong on the way.
struct BatchTests {
  let folder: TemporaryFolder
  var inputs: String { folder.file("inputs") }

  init() throws {
    folder = try TemporaryFolder()
    try FileManager.default.createDirectory(
      atPath: inputs, withIntermediateDirectories: true)
  }

  /// Signals of 21 seconds with different contents and two readings each, one that is broken, and one
  /// without a finger.
  private func makeInputs(_ count: Int) throws {
    for index in 0..<count {
      try Heartcam.simulate(
        "\(inputs)/sub-\(10 + index)_ses-a_task-rest.csv", "--duration", "21", "--seed", "\(index)",
        "--bpm", "\(60 + index)")
    }
    try folder.write("time_s,red,green,blue\n", to: "inputs/broken.csv")
    try folder.write("no video", to: "inputs/broken.mp4")
  }

  private func batch(
    _ output: String, _ options: String..., environment: [String: String] = [:]
  ) throws -> ProcessResult {
    try Heartcam.start(
      ["batch", "-o", folder.file(output)] + options, environment: environment
    ).result()
  }

  /// All files that a batch has made, by their names, but for what it needs to go on.
  private func files(_ output: String) throws -> [String: String] {
    var files: [String: String] = [:]
    let root = folder.file(output)
    for name in try FileManager.default.subpathsOfDirectory(atPath: root)
    where !name.hasPrefix(".heartcam") {
      let path = "\(root)/\(name)"
      var status = stat()
      stat(path, &status)
      let isFolder = status.st_mode & S_IFMT == S_IFDIR
      #expect(status.st_mode & 0o777 == (isFolder ? 0o700 : 0o600), "\(name)")
      if !isFolder {
        files[name] = String(decoding: try Data(contentsOf: URL(filePath: path)), as: UTF8.self)
      }
    }
    return files
  }

  private func rows(_ table: String) -> [[String]] {
    table.split(separator: "\n").map {
      $0.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
    }
  }

  @Test func `each recording has a line, each reading another, and failures have reasons`() throws {
    try makeInputs(3)
    let result = try batch("out", inputs, "--pages", "--arrow")
    #expect(result.ending == .exit(2), "\(result)")
    #expect(
      result.output.contains("5 recordings: 3 measured, 0 without a rate, 2 could not be read"))
    let files = try files("out")
    let table = rows(try #require(files["recordings.csv"]))
    #expect(table.count == 6 && table.allSatisfy { $0.count == table[0].count })
    #expect(
      table.dropFirst().map { $0[0] }
        == (["broken.csv", "broken.mp4"]
        + (10..<13).map { "sub-\($0)_ses-a_task-rest.csv" }).map { "\(inputs)/\($0)" })
    #expect(table[3][1...3] == ["10", "a", "measured"])
    #expect(table[1][3] == "unreadable" && !table[1][table[0].firstIndex(of: "error")!].isEmpty)
    let rate = try #require(Double(table[5][table[0].firstIndex(of: "bpm")!]))
    #expect(abs(rate - 62) < 2)
    let readings = rows(try #require(files["readings.csv"]))
    #expect(readings.count == 7 && readings.allSatisfy { $0.count == readings[0].count })
    for (table, description) in [
      ("recordings.csv", "recordings.json"), ("readings.csv", "readings.json"),
    ] {
      let text = try #require(files[description])
      let value = try JSONDecoder().decode([String: [String: String]].self, from: Data(text.utf8))
      #expect(Set(value.keys) == Set(rows(files[table]!)[0]))
      #expect(value.values.allSatisfy { !($0["Description"] ?? "").isEmpty })
    }
    #expect(files.keys.count { $0.hasPrefix("beats/") && $0.hasSuffix(".csv") } == 3)
    #expect(files.keys.count { $0.hasPrefix("reports/") } == 3)
    #expect(files["index.html"]?.contains("broken.mp4") == true)
    #expect(files["dataset_description.json"]?.contains("GeneratedBy") == true)
    #expect(files["recordings.arrow"] != nil && files["readings.arrow"] != nil)
  }

  @Test func `tables that name no signal are left out with a word`() throws {
    // The truth of the simulation stands beside it, in two tables.
    try makeInputs(1)
    try folder.write("time_s,interval_ms\n0.1,884\n", to: "inputs/a.beats.csv")
    let result = try batch("out", inputs)
    #expect(
      result.errors.contains(
        "3 tables are left out, whose first line names no signal: \(inputs)/a.beats.csv"))
    #expect(rows(try #require(try files("out")["recordings.csv"])).count == 4)
  }

  @Test func `a second run measures nothing, and a change only what it concerns`() throws {
    try makeInputs(4)
    _ = try batch("out", inputs)
    let before = try files("out")
    let second = try batch("out", inputs)
    #expect(second.errors.contains("6 of 6 recordings are known"), "\(second)")
    #expect(try files("out") == before)

    let other = try batch("out", inputs, "--every", "5")
    #expect(other.errors.contains("again (every 5.0, was 10.0)"), "\(other)")
    #expect(try files("out")["readings.csv"] != before["readings.csv"])
    // Both are kept.
    #expect(try batch("out", inputs).errors.contains("6 of 6 recordings are known"))
    #expect(try files("out") == before)

    // A file that was only touched, one that has a new name, and one with another content.
    let names = (10..<14).map { "\(inputs)/sub-\($0)_ses-a_task-rest.csv" }
    #expect(utimes(names[0], nil) == 0)
    #expect(rename(names[1], "\(inputs)/renamed.csv") == 0)
    try Heartcam.simulate(names[2], "--duration", "21", "--bpm", "90", "--force")
    let third = try batch("out", inputs)
    #expect(third.errors.contains("3 of 6 recordings are known"), "\(third)")
    let after = rows(try #require(try files("out")["recordings.csv"]))
    let old = rows(try #require(before["recordings.csv"]))
    // It says nothing of its start itself, which follows the file's time.
    func row(_ table: [[String]]) -> [String: String] {
      let row = table.first { $0[0] == names[0] } ?? []
      return Dictionary(zip(table[0], row), uniquingKeysWith: { first, _ in first })
        .filter { !["start", "end"].contains($0.key) }
    }
    #expect(row(after) == row(old) && row(old)["start_source"] == "modified")
    let renamed = try #require(after.first { $0[0] == "\(inputs)/renamed.csv" })
    let bpm = try #require(old[0].firstIndex(of: "bpm"))
    #expect(renamed[bpm] == old.first { $0[0] == names[1] }?[bpm])
    let changed = try #require(after.first { $0[0] == names[2] })
    #expect(abs((Double(changed[bpm]) ?? 0) - 90) < 2)
    #expect(try files("out").keys.count { $0.hasPrefix("beats/") && $0.hasSuffix(".csv") } == 4)
  }

  @Test func `however often it is killed, the tables are those of an undisturbed run`() throws {
    try makeInputs(10)
    _ = try batch("whole", inputs)
    var generator = SystemRandomNumberGenerator()
    var done = 0
    for _ in 0..<40 where done < 12 {
      let process = try Heartcam.start(["batch", "-o", folder.file("parts"), inputs, "-j", "2"])
      // After some outcomes have been written, at any moment.
      let journal = folder.file("parts/.heartcam/journal-1-of-1.jsonl")
      let wanted = done + Int.random(in: 0...3, using: &generator)
      try? process.wait { Self.lineCount(journal) >= wanted }
      process.send([SIGKILL, SIGTERM, SIGUSR1].randomElement(using: &generator)!)
      _ = process.result()
      #expect(Self.lineCount(journal) >= done)
      done = Self.lineCount(journal)
    }
    let last = try batch("parts", inputs)
    #expect(last.ending == .exit(2), "\(last)")
    #expect(try files("parts") == files("whole"))
  }

  private static func lineCount(_ path: String) -> Int {
    guard let text = try? String(contentsOfFile: path, encoding: .utf8) else { return 0 }
    return text.utf8.count { $0 == 0x0A }
  }

  @Test func `shards merge into the tables of one run, in one folder or many`() throws {
    try makeInputs(9)
    _ = try batch("whole", inputs)
    for number in 1...3 {
      let result = try batch("one", inputs, "--shard", "\(number)/3")
      #expect(result.errors.contains("shard \(number) of 3"), "\(result)")
      if number < 3 {
        let early = try batch("one", "--merge")
        #expect(early.ending == .exit(2) && early.errors.contains("missing: \(number + 1)"))
      }
      // As a job array starts it.
      _ = try batch(
        "many\(number)", inputs,
        environment: [
          "SLURM_ARRAY_TASK_ID": "\(number)", "SLURM_ARRAY_TASK_COUNT": "3",
          "SLURM_ARRAY_TASK_MIN": "1", "SLURM_ARRAY_TASK_MAX": "3",
        ])
    }
    #expect(try batch("one", "--merge").ending == .exit(2))
    #expect(try files("one") == files("whole"))
    let merged = try batch(
      "merged", "--merge", folder.file("many1"), folder.file("many2"), folder.file("many3"))
    #expect(merged.ending == .exit(2), "\(merged)")
    #expect(try files("merged") == files("whole"))
    _ = try batch("other", inputs, "--shard", "2/3", "--every", "5")
    let mixed = try batch(
      "mixed", "--merge", folder.file("many1"), folder.file("other"), folder.file("many3"))
    #expect(mixed.ending == .exit(65) && mixed.errors.contains("every"), "\(mixed)")
  }

  @Test(arguments: [SIGSTOP, SIGKILL, SIGSEGV])
  func `a file whose reader hangs or dies costs that file alone`(signal: Int32) throws {
    try Heartcam.simulate("\(inputs)/long.csv", "--duration", "3000")
    let process = try Heartcam.start(
      ["batch", "-o", folder.file("out"), inputs, "--stall", "1", "-j", "1"])
    // Each process that reads it is struck as soon as it is there.
    var struck: Set<pid_t> = []
    try process.wait {
      for child in readers(of: process.pid) where struck.insert(child).inserted {
        kill(child, signal)
      }
      return !process.isRunning || struck.count == 3
    }
    let result = process.result()
    #expect(result.ending == .exit(2) && struck.count == 2, "\(result)")
    try makeInputs(0)
    let table = rows(try #require(try files("out")["recordings.csv"]))
    let long = try #require(table.first { $0[0].hasSuffix("long.csv") })
    #expect(long[3] == "worker_died" && long.joined().contains("failed twice"), "\(long)")
    // It is not tried again unless that is asked for.
    #expect(try batch("out", inputs).errors.contains("1 of 3 recordings is known"))
    #expect(try batch("out", inputs, "--retry-failed").ending == .exit(2))
    #expect(rows(try #require(try files("out")["recordings.csv"])).last?[3] == "measured")
  }

  /// The locked processes that the threads of a process have started.
  private func readers(of process: pid_t) -> [pid_t] {
    let threads = (try? FileManager.default.contentsOfDirectory(atPath: "/proc/\(process)/task"))
    return (threads ?? []).flatMap { thread in
      let path = "/proc/\(process)/task/\(thread)/children"
      let text = (try? String(contentsOfFile: path, encoding: .utf8)) ?? ""
      // Before it has become the reader, its parent waits for it.
      return text.split(separator: " ").compactMap { pid_t($0) }.filter { child in
        let words = try? Data(contentsOf: URL(filePath: "/proc/\(child)/cmdline"))
        return words.map { String(decoding: $0, as: UTF8.self).contains("sandboxed-reader") }
          ?? false
      }
    }
  }

  @Test func `what the program crashes on twice has a line, and holds nothing else up`() throws {
    try makeInputs(2)
    try Heartcam.simulate("\(inputs)/a-long.csv", "--duration", "3000")
    func crash(_ errors: String) throws {
      let process = try Heartcam.start(["batch", "-o", folder.file("out"), inputs, "-j", "1"])
      let journal = folder.file("out/.heartcam/journal-1-of-1.jsonl")
      let isLast = errors.contains("alone")
      try process.wait {
        (!isLast || Self.lineCount(journal) == 5) && !readers(of: process.pid).isEmpty
      }
      if isLast { usleep(100_000) }
      process.send(SIGSEGV)
      let result = process.result()
      #expect(result.ending == .signal(SIGSEGV), "\(result)")
      #expect(result.errors.contains(errors), "\(result)")
    }
    try crash("5 recordings to measure")
    // The one that was begun is last, so that all others are done.
    try crash("1 again (measured alone since a crash)")
    let third = try batch("out", inputs)
    #expect(third.errors.contains("5 of 5 recordings are known"), "\(third)")
    let table = rows(try #require(try files("out")["recordings.csv"]))
    #expect(table[1][3] == "worker_died" && table[1].joined().contains("crashed twice"))
    #expect(
      table.dropFirst(2).map { $0[3] }.sorted() == [
        "measured", "measured", "unreadable", "unreadable",
      ])
    #expect(try batch("out", inputs, "--retry-failed").ending == .exit(2))
    #expect(rows(try #require(try files("out")["recordings.csv"]))[1][3] == "measured")
    #expect(try batch("whole", inputs).ending == .exit(2))
    #expect(try files("out") == files("whole"))
  }

  @Test func `a manifest gives participants, references and further columns`() throws {
    try makeInputs(3)
    try folder.write(
      "\u{FEFF}path,participant,group,reference_bpm,start\r\n"
        + "inputs/sub-10_ses-a_task-rest.csv,P1,\"a, b\",60.5,2026-01-31T09:00:00Z\r\n"
        + "inputs/sub-11_ses-a_task-rest.csv,P2,,61,\r\n"
        + "inputs/none.csv,P3,c,,\r\n", to: "study.csv")
    let result = try batch("out", "--manifest", folder.file("study.csv"), "--json")
    #expect(result.ending == .exit(2), "\(result)")
    #expect(result.output.contains("\"compared\": 2") || result.output.contains("\"compared\":2"))
    let files = try files("out")
    let table = try #require(files["recordings.csv"])
    #expect(rows(table)[0].last == "group")
    #expect(
      table.contains("P1") && table.contains("\"a, b\"") && table.contains("2026-01-31T09:00:00"))
    #expect(try #require(files["readings.csv"]).contains("2026-01-31T09:00:10"))
    try folder.write(
      "time_s,rr_ms\n" + (0..<40).map { "\($0),1000\n" }.joined(), to: "strap.csv")
    try folder.write(
      "path,reference,start\ninputs/sub-10_ses-a_task-rest.csv,strap.csv,2026-01-31T09:00:00Z\n"
        + "inputs/sub-11_ses-a_task-rest.csv,gone.csv,\n", to: "straps.csv")
    let straps = try batch("straps", "--manifest", folder.file("straps.csv"))
    #expect(straps.ending != .exit(0) && straps.errors.contains("gone.csv"), "\(straps)")
    let found = try self.files("straps")
    let readings = rows(try #require(found["readings.csv"]))
    let place = try #require(readings[0].firstIndex(of: "reference_bpm"))
    #expect(Set(readings.dropFirst().map { $0[place] }) == ["60.0", ""])
    let recordings = rows(try #require(found["recordings.csv"]))
    let own = try #require(recordings[0].firstIndex(of: "reference_bpm"))
    #expect(recordings.dropFirst().map { $0[own] } == ["60.0", ""])
    for (text, problem) in [
      ("file\n", "names no file"), ("name\nx\n", "no column path"), ("", "is empty"),
      ("path,start\na,noon\n", "line 2: start"), ("path\na\na\n", "line 3: line 2 names"),
      ("path,reference_bpm\na,-3\n", "line 2: reference_bpm"), ("path,bpm\na,1\n", "rename it"),
      ("path\na,b\n", "2 cells below 1 column"), ("path;start\na;b\n", "semicolons"),
      ("path,a\n\"b\n", "quotation marks"),
    ] {
      try folder.write(text, to: "bad.csv")
      let bad = try batch("bad", "--manifest", folder.file("bad.csv"))
      #expect(bad.ending == .exit(65) && bad.errors.contains(problem), "\(text): \(bad)")
    }
  }

  @Test func `two batches in one folder, and a folder of something else, are refused`() throws {
    try makeInputs(1)
    try Heartcam.simulate("\(inputs)/long.csv", "--duration", "3000")
    let first = try Heartcam.start(["batch", "-o", folder.file("out"), "\(inputs)/long.csv"])
    try first.wait {
      FileManager.default.fileExists(atPath: folder.file("out/.heartcam/inputs-1-of-1.json"))
    }
    let second = try batch("out", inputs)
    #expect(second.ending == .exit(74) && second.errors.contains("another heartcam batch"))
    first.send(SIGTERM)
    #expect(first.result().ending == .exit(143))
    let foreign = try batch("inputs", inputs)
    #expect(foreign.ending == .exit(64) && foreign.errors.contains("holds other files"))
  }

  @Test func `outcomes that a disk has spoilt are measured again`() throws {
    try makeInputs(3)
    _ = try batch("out", inputs)
    let before = try files("out")
    let journal = folder.file("out/.heartcam/journal-1-of-1.jsonl")
    var bytes = Array(try Data(contentsOf: URL(filePath: journal)))
    let line = try #require(bytes.firstIndex(of: 0x0A))
    bytes[line - 5] ^= 1
    bytes.removeLast(3)
    try Data(bytes).write(to: URL(filePath: journal))
    let again = try batch("out", inputs)
    #expect(again.errors.contains("1 outcome in") && again.errors.contains("3 of 5"), "\(again)")
    #expect(try files("out") == before)
  }

  @Test func `what has no date is not saved without a word, and a new name dates it`() throws {
    try makeInputs(2)
    let (dated, guess) = ("\(inputs)/20200327_151500.csv", "\(inputs)/sub-11_ses-a_task-rest.csv")
    try FileManager.default.moveItem(
      atPath: "\(inputs)/sub-10_ses-a_task-rest.csv", toPath: dated)
    let store = folder.file("all.db")
    let result = try batch("out", dated, guess, "--store", store)
    #expect(result.ending == .exit(1), "\(result)")
    #expect(
      result.errors.contains("not saved: \(guess); nothing says when they were recorded"),
      "\(result)")
    #expect(
      try Heartcam.storedSamples(in: store).map(\.start).allSatisfy { $0.hasPrefix("2020-03-27") })
    #expect(try files("out")["recordings.csv"]?.contains(",2020-03-27T15:15:00.000Z,name,") == true)
    #expect(try files("out")["readings.csv"]?.contains(",modified,0.0,10.0,") == true)
    // The same content under another name, and under another time, is dated anew but not measured anew.
    let renamed = "\(inputs)/20210101_120000.csv"
    try FileManager.default.moveItem(atPath: guess, toPath: renamed)
    let again = try batch("out", dated, renamed, "--store", store)
    #expect(again.ending == .exit(0) && !again.errors.contains("not saved"), "\(again)")
    #expect(try files("out")["recordings.csv"]?.contains(",2021-01-01T12:00:00.000Z,name,") == true)
    #expect(
      try Heartcam.storedSamples(in: store).contains { $0.start.hasPrefix("2021-01-01T12:00:10") })
    // A table that says when it began says so for as long as it is the table.
    try folder.write(
      "path,start\ninputs/20210101_120000.csv,2022-02-02T02:00:00Z\n", to: "study.csv")
    _ = try batch("out", "--manifest", folder.file("study.csv"))
    #expect(
      try files("out")["recordings.csv"]?.contains(",2022-02-02T02:00:00.000Z,given,") == true)
    _ = try batch("out", renamed)
    #expect(try files("out")["recordings.csv"]?.contains(",2021-01-01T12:00:00.000Z,name,") == true)
    let alone = try batch("out", renamed, "--start-from-modified")
    #expect(alone.ending == .exit(64) && alone.errors.contains("--store"), "\(alone)")
  }

  @Test func `readings are saved once, into a store for each participant`() throws {
    try makeInputs(2)
    let template = folder.file("{participant}.db")
    _ = try batch(
      "out", "\(inputs)/sub-10_ses-a_task-rest.csv", "\(inputs)/sub-11_ses-a_task-rest.csv",
      "--store", template, "--start-from-modified")
    _ = try batch(
      "out", "\(inputs)/sub-10_ses-a_task-rest.csv", "\(inputs)/sub-11_ses-a_task-rest.csv",
      "--store", template, "--start-from-modified")
    for name in ["10.db", "11.db"] {
      #expect(try Heartcam.storedSamples(in: folder.file(name)).count == 2)
    }
    // One that cannot be opened is told before anything is measured.
    try folder.write("no store", to: "11.db")
    let refused = try batch(
      "other", "\(inputs)/sub-10_ses-a_task-rest.csv", "\(inputs)/sub-11_ses-a_task-rest.csv",
      "--store", template, "--start-from-modified")
    #expect(refused.ending == .exit(74), "\(refused)")
    #expect(
      refused.errors.contains("cannot open the store \(folder.file("11.db")): "), "\(refused)")
    #expect(!refused.errors.contains("to measure"), "\(refused)")
    #expect(try !folder.names().contains("other"))
  }

  @Test func `what cannot be read has a line, and nothing outside the folder is written`() throws {
    try makeInputs(1)
    symlink("/nowhere", "\(inputs)/dangling.mp4")
    let result = try batch("out", inputs, inputs + "/.", inputs + "/../inputs")
    #expect(result.ending == .exit(2), "\(result)")
    let table = rows(try #require(try files("out")["recordings.csv"]))
    #expect(table.count == 5, "\(table)")
    #expect(table.contains { $0[0].hasSuffix("dangling.mp4") && $0[3] == "unreadable" })
    // A link in the output folder would be written through.
    let victim = try folder.write("mine", to: "victim")
    #expect(unlink(folder.file("out/recordings.csv")) == 0)
    symlink(victim, folder.file("out/recordings.csv"))
    let linked = try batch("out", inputs)
    #expect(linked.ending == .exit(64) && linked.errors.contains("symbolic link"), "\(linked)")
    #expect(try folder.text(of: "victim") == "mine")
    // A participant is a part of a store's name, not a way out of its folder.
    for participant in ["../x", "a/b", ".hidden", ""] {
      try folder.write(
        "path,participant\n\(inputs)/sub-10_ses-a_task-rest.csv,\(participant)\n", to: "m.csv")
      let refused = try batch(
        "stores", "--manifest", folder.file("m.csv"), "--store", folder.file("{participant}.db"))
      #expect(refused.ending == .exit(65), "\(participant): \(refused)")
    }
  }

  @Test func `a link that is planted in an earlier folder is not written through`() throws {
    try folder.write("time_s,red,green,blue\n", to: "inputs/broken.csv")
    #expect(try batch("out", inputs, "--pages").ending == .exit(2))
    try folder.write("theirs", to: "victim")
    for place in ["recordings.csv", "beats/beats.json", "reports/x.html", ".heartcam/x.jsonl"] {
      let path = folder.file("out/\(place)")
      try? FileManager.default.createDirectory(
        atPath: String(path[..<(path.lastIndex(of: "/") ?? path.endIndex)]),
        withIntermediateDirectories: true)
      unlink(path)
      try #require(symlink(folder.file("victim"), path) == 0)
      let result = try batch("out", inputs, "--pages")
      #expect(
        result.ending == .exit(64) && result.errors.contains("is a symbolic link"), "\(result)")
      #expect(try String(contentsOfFile: folder.file("victim"), encoding: .utf8) == "theirs")
      unlink(path)
    }
  }

  @Test func `hostile names stand written out, each its own, and a manifest takes them back`()
    throws
  {
    try makeNames()
    let result = try batch("out", inputs)
    #expect(result.ending == .exit(2), "\(result)")
    let table = try #require(try files("out")["recordings.csv"])
    let names = rows(table).dropFirst().map { String($0[0].dropFirst(inputs.count + 1)) }
    #expect(
      Set(names) == [
        #"\xFF\xFE.csv"#, #"\x5CxFF\x5CxFE.csv"#, #"\u{1B}[31m.csv"#, #"\x5Cu{1B}[31m.csv"#,
        #"a\u{A}b.csv"#, #"\u{202E}gpj.csv"#, "=cmd.csv", "pipe.mp4", "zero.mp4", "zero.csv",
      ], "\(names)")
    #expect(names.count == 10 && table.utf8.allSatisfy { $0 < 0x80 && ($0 >= 0x20 || $0 == 0x0A) })
    let special = table.split(separator: "\n").filter { $0.contains("it is a pipe or a device") }
    #expect(special.count == 3)
    // The names of the table are a manifest's.
    let plain = names.filter { !$0.contains(".mp4") && $0 != "zero.csv" }
    try folder.write("path\n" + plain.joined(separator: "\n") + "\n", to: "inputs/m.txt")
    let again = try batch("other", "--manifest", "\(inputs)/m.txt")
    #expect(again.output.contains("7 recordings"), "\(again)")
    #expect(
      !again.output.contains("could not be read") || again.output.contains(", 0 could not be read"),
      "\(again)")
    let measured = try Heartcam.run("measure", "--csv", "--store", "none", inputs)
    #expect(measured.errors.contains("pipe.mp4 is a pipe or a device, not a file"), "\(measured)")
    #expect(measured.output.contains(#"/\xFF\xFE.csv,"#) && measured.output.contains(#"/\x5CxFF"#))
  }

  /// Files under names that mislead, of bytes that are no text, and what is no file.
  private func makeNames() throws {
    let sample = try Data(contentsOf: URL(filePath: Heartcam.samples + "/resting.csv")).prefix(4000)
    let names: [[UInt8]] = [
      [0xFF, 0xFE], Array(#"\xFF\xFE"#.utf8), Array("\u{1B}[31m".utf8), Array(#"\u{1B}[31m"#.utf8),
      Array("a\nb".utf8), Array("\u{202E}gpj".utf8), Array("=cmd".utf8),
    ]
    for name in names {
      let path = Array(inputs.utf8) + [0x2F] + name + Array(".csv".utf8) + [0]
      let file = path.withUnsafeBufferPointer {
        $0.withMemoryRebound(to: CChar.self) { open($0.baseAddress!, O_WRONLY | O_CREAT, 0o600) }
      }
      try #require(file >= 0)
      defer { close(file) }
      #expect(sample.withUnsafeBytes { write(file, $0.baseAddress, $0.count) } == sample.count)
    }
    try #require(mkfifo("\(inputs)/pipe.mp4", 0o600) == 0)
    for name in ["zero.mp4", "zero.csv"] {
      try #require(symlink("/dev/zero", "\(inputs)/\(name)") == 0)
    }
  }

  @Test func `streams that are closed are not written into the tables`() throws {
    try makeInputs(1)
    let result = try Heartcam.sh(
      "\"$heartcam\" batch -o \"$out\" \"$inputs\" >&- 2>&- <&-",
      ["out": folder.file("out"), "inputs": inputs])
    #expect(result.ending != .outOfTime)
    let table = try #require(try files("out")["recordings.csv"])
    #expect(table.split(separator: "\n").count == 4 && !table.contains("recordings:"), "\(table)")
  }
}

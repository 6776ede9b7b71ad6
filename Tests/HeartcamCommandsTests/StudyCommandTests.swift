import FoundationEssentials
import Glibc
import JSONCoding
import TestSupport
import Testing

/// `heartcam study` and `heartcam mock`, as they are typed.
struct StudyCommandTests {
  private let folder: TemporaryFolder
  private var store: String { folder.file("place/health.db") }
  private var runs: String { folder.file("runs") }

  init() throws { folder = try TemporaryFolder() }

  /// The folders of all runs, the oldest first.
  private func runFolders() throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: runs).sorted().map { "\(runs)/\($0)" }
  }

  private func json(_ path: String) throws -> JSONValue {
    try JSONParser.value(of: Array(Data(contentsOf: URL(filePath: path))))
  }

  /// All items of all recorders' files of a run.
  private func items(of run: String) throws -> [JSONValue] {
    var items: [JSONValue] = []
    for name in try FileManager.default.subpathsOfDirectory(atPath: run).sorted()
    where name.hasPrefix("recorder-") && name.hasSuffix(".json") {
      items += try #require(json("\(run)/\(name)")["items"]).elements
    }
    return items
  }

  /// How many samples the store holds.
  private func storedCount() throws -> Int {
    let result = try Heartcam.run("store", "list", "--json", "--store", store)
    return result.output.split(separator: "\n").count
  }

  private func permissions(_ path: String) -> UInt32 {
    var status = stat()
    return stat(path, &status) == 0 ? status.st_mode & 0o777 : 0
  }

  @Test func `walk and rest of fifteen seconds each give their readings by step`() throws {
    let result = try Heartcam.run(
      "study", "run", "fitness-check", "--dry-run", "--duration", "fitness.walk=15", "--duration",
      "fitness.rest=15", "--mock", "random", "--seed", "7", "-o", runs)
    #expect(result.ending == .exit(0), "\(result)")
    let run = try #require(try runFolders().first)
    for (step, count) in [("fitness.walk", 15), ("fitness.rest", 15)] {
      let row = try #require(
        result.output.split(separator: "\n").first { $0.hasPrefix(step) }, "\(result)")
      let cells = row.split(separator: " ")
      #expect(cells[1] == "0:15" && abs((Int(cells[2]) ?? 0) - count) <= 1, "\(row)")
    }
    let values = try items(of: run).compactMap { $0["value"]?.number }
    #expect(values.count >= 29 && values.allSatisfy { (100..<180).contains($0) })
    let csv = try Heartcam.run("study", "results", run, "--csv")
    #expect(csv.output.split(separator: "\n").count == values.count + 1)
    let lines = try Heartcam.run("study", "results", run + "/", "--json").output
    let steps = try lines.split(separator: "\n").map { try JSONParser.value(of: Array($0.utf8)) }
    #expect(steps.map { $0["step"]?.string } == ["fitness.walk", "fitness.rest"])
    let picture = folder.file("run.svg")
    #expect(try Heartcam.run("study", "results", run, "--plot", picture).ending == .exit(0))
    let drawn = try String(contentsOfFile: picture, encoding: .utf8)
    #expect(drawn.contains("fitness.walk") && drawn.contains("fitness.rest"))
    // Health data are for their owner alone.
    for path in [runs, run] { #expect(permissions(path) == 0o700, "\(path)") }
    for name in try FileManager.default.subpathsOfDirectory(atPath: run) {
      #expect([0o600, 0o700].contains(permissions("\(run)/\(name)")), "\(name)")
    }
    #expect(!FileManager.default.fileExists(atPath: store))
  }

  @Test func `a replayed fingertip gives the rates that it shows`() throws {
    let result = try Heartcam.run(
      "study", "run", "fitness-check", "--dry-run", "--duration", "fitness.walk=10", "--duration",
      "fitness.rest=10", "--replay", Heartcam.samples + "/resting.csv", "-o", runs)
    #expect(result.ending == .exit(0), "\(result)")
    let run = try #require(try runFolders().first)
    let truth = try Heartcam.measure(Heartcam.samples + "/resting.csv")
    let values = try items(of: run).compactMap { $0["value"]?.number }
    #expect(values.count >= 8, "\(result)")
    for value in values { #expect(abs(value - (truth.bpm ?? 0)) < 6, "\(value)") }
  }

  @Test func `a task file that is wrong is reported with line and field, and the exit code 65`()
    throws
  {
    let good = folder.file("good.json")
    #expect(try Heartcam.run("study", "new", good, "--from", "music").ending == .exit(0))
    let silent = try Heartcam.run("study", "validate", good)
    #expect(silent.ending == .exit(65))
    #expect(silent.errors.contains("steps[1].clips[0]: there is no sound file calm.wav"))
    for clip in ["calm.wav", "lively.wav"] { try folder.write("", to: clip) }
    let now = try Heartcam.run("study", "validate", good)
    #expect(now.ending == .exit(0) && now.output.isEmpty && now.errors.isEmpty)
    #expect(try Heartcam.run("study", "new", good).ending == .exit(74))
    let text = try String(contentsOfFile: good, encoding: .utf8)
    let bad = try folder.write(
      text.replacing("\"duration_s\": 30", with: "\"duration_s\": -1"), to: "bad.json")
    for words in [["validate", bad], ["run", bad, "--dry-run"], ["show", bad]] {
      let result = try Heartcam.start(["study"] + words).result()
      #expect(result.ending == .exit(65), "\(result)")
      #expect(
        result.errors.contains(/bad.json: line \d+: steps\[1\].duration_s: must be/), "\(result)")
    }
    let unknown = try Heartcam.run("study", "run", "walkies", "--dry-run")
    #expect(unknown.ending == .exit(64))
    #expect(unknown.errors.contains("'heartcam study list' shows the tasks"))
  }

  @Test func `a music clip is chosen by its seed and is named in the result`() throws {
    for clip in ["a.wav", "b.wav", "c.wav"] { try folder.write("", to: clip) }
    let clips = ["a.wav", "b.wav", "c.wav"].flatMap { ["--clip", folder.file($0)] }
    var chosen: Set<String> = []
    for seed in ["1", "2", "3", "4", "5", "6"] {
      let result = try Heartcam.start(
        ["study", "run", "music", "--dry-run", "--seed", seed, "-o", "\(runs)/\(seed)"] + clips
      ).result()
      #expect(result.ending == .exit(0), "\(result)")
      let folders = try FileManager.default.contentsOfDirectory(atPath: "\(runs)/\(seed)")
      let run = try json("\(runs)/\(seed)/\(try #require(folders.first))/result.json")
      #expect(run["userInfo"]?["seed"]?.string == seed)
      let steps = run["results"]?.elements ?? []
      chosen.insert(try #require(steps[1]["userInfo"]?["clip"]?.string))
      #expect((30...31).contains(steps[1]["results"]?.elements.first?["count"]?.number ?? 0))
    }
    #expect(chosen.count > 1)
    let missing = try Heartcam.run("study", "run", "music", "--source", "mock", "--store", "none")
    #expect(missing.ending == .exit(64) && missing.errors.contains("--clip"))
  }

  @Test func `invented samples stay out of statistics and charts, and can be removed`() throws {
    let mock = try Heartcam.run(
      "mock", "--for", "120", "--at-once", "--seed", "1", "--store", store)
    #expect(mock.ending == .exit(0), "\(mock)")
    func stats(_ options: String...) throws -> String {
      try Heartcam.start(["store", "stats", "--json", "--store", store] + options).result().output
    }
    #expect(try stats().isEmpty)
    #expect(try stats("--source", "mock").contains("\"count\":120"))
    let chart = try Heartcam.run("chart", "heart-rate", "--store", store)
    #expect(chart.ending == .exit(1), "\(chart)")
    let asked = try Heartcam.run("chart", "heart-rate", "--source", "mock", "--store", store)
    #expect(asked.ending == .exit(0), "\(asked)")
    #expect(try storedCount() == 120)
    _ = try Heartcam.run("store", "add", "HeartRate", "60", "--store", store)
    let purge = try Heartcam.run("store", "purge", "--source", "mock", "--store", store)
    #expect(purge.ending == .exit(0) && purge.errors.contains("120 invented samples"), "\(purge)")
    #expect(try storedCount() == 1)
  }

  private static let package =
    "/" + #filePath.split(separator: "/").dropLast(3).joined(separator: "/")

  @Test func `results and tasks are as their schemas say`() throws {
    let result = try json(Self.package + "/docs/study-result.schema.json")
    let task = try json(Self.package + "/docs/study-task.schema.json")
    let names = ["fitness-check", "six-minute-walk", "orthostatic", "breathing", "camera-check"]
    for word in names + [Heartcam.samples + "/tired-walk.json"] {
      let place = folder.file("schema-\(UUID().uuidString)")
      let done = try Heartcam.run("study", "run", word, "--dry-run", "-o", place)
      #expect(done.ending == .exit(0), "\(done)")
      let run =
        "\(place)/\(try #require(FileManager.default.contentsOfDirectory(atPath: place).first))"
      #expect(LineSchemaTests.faults(try json(run + "/result.json"), result, at: word) == [])
      #expect(LineSchemaTests.faults(try json(run + "/task.json"), task, at: word) == [])
    }
  }

  @Test(
    .enabled(if: FileManager.default.fileExists(atPath: "/usr/bin/python3"), "there is no Python"))
  func `Python's standard library reads the rates by the lines in the documentation`() throws {
    let page = try String(contentsOfFile: Self.package + "/docs/study.md", encoding: .utf8)
    let code = try #require(page.firstMatch(of: /```python\n([\s\S]*?)```/)).output.1
    let done = try Heartcam.run("study", "run", "fitness-check", "--dry-run", "-o", runs)
    #expect(done.ending == .exit(0), "\(done)")
    let run = try #require(try runFolders().first)
    let script = try folder.write(String(code).replacing("RUN", with: run), to: "read.py")
    let result = try ChildProcess(
      ["/usr/bin/python3", script], environment: Heartcam.environment
    ).result()
    #expect(result.ending == .exit(0), "\(result)")
    let lines = result.output.split(separator: "\n")
    #expect(lines.count == 2 && lines[0].hasPrefix("fitness.walk ["), "\(result)")
    #expect(lines[1].split(separator: ",").count >= 180)
  }

  @Test func `instructions are spoken, a clip is played, and it stops with its step`() throws {
    let log = folder.file("heard")
    let programs = folder.file("bin")
    try FileManager.default.createDirectory(atPath: programs, withIntermediateDirectories: false)
    for (name, script) in [
      ("spd-say", "echo \"say $*\" >> '\(log)'"),
      (
        "pw-play",
        "echo \"play $*\" >> '\(log)'\ntrap 'echo stopped >> \(log); kill $!; exit' TERM\n"
          + "tail -f /dev/null &\nwait"
      ),
    ] {
      // Another process writes it: a file that a child of this one happens to have open is too busy to run.
      let made = try Heartcam.sh(
        "printf '#!/bin/sh\\n%s\\n' \"$script\" > \"$file\" && chmod 755 \"$file\"",
        ["script": script, "file": "\(programs)/\(name)"])
      #expect(made.ending == .exit(0), "\(made)")
    }
    try folder.write("", to: "tone.wav")
    let task = try folder.write(
      """
      {"heartcam_task": 1, "identifier": "heard", "steps": [
        {"type": "music", "identifier": "music", "duration_s": 0, "starts_automatically": true,
         "spoken": "-v Listen; now", "clips": ["tone.wav"]},
        {"type": "completion", "identifier": "end"}]}
      """, to: "heard.json")
    let pipe = try OpenPipe()
    let process = try Heartcam.start(
      ["study", "run", task, "--json", "--source", "mock", "--store", "none", "-o", runs],
      input: .descriptor(pipe.readingEnd), environment: ["PATH": "\(programs):/usr/bin:/bin"])
    func heard() -> String { (try? String(contentsOfFile: log, encoding: .utf8)) ?? "" }
    try process.wait { heard().contains("play \(folder.path)/tone.wav") && heard().contains("say") }
    // What is spoken is no option, and no command of a shell.
    #expect(heard().contains("say --wait -- -v Listen; now"), "\(heard())")
    pipe.write("next\n")
    try process.wait { heard().contains("stopped") }
    pipe.write("next\n")
    #expect(process.result().ending == .exit(0))
  }

  @Test func `without any player the study is silent and says so`() throws {
    try folder.write("", to: "tone.wav")
    let input = try folder.write("next\nnext\nnext\n", to: "in")
    let result = try Heartcam.start(
      [
        "study", "run", "music", "--clip", folder.file("tone.wav"), "--duration", "music=0",
        "--json", "--source", "mock", "--store", "none", "-o", runs,
      ],
      input: .file(input), environment: ["PATH": folder.path]
    ).result()
    #expect(result.errors.contains("nothing is played: install"), "\(result)")
  }

  @Test func `a strict umask, another time zone and a home that is a file change nothing`() throws {
    let result = try Heartcam.sh(
      "umask 177; exec \"$heartcam\" study run fitness-check --dry-run -o \"$runs\"",
      ["runs": runs, "TZ": "Asia/Kathmandu", "HOME": "/dev/null", "LC_ALL": "POSIX"])
    #expect(result.ending == .exit(0), "\(result)")
    let run = try #require(try runFolders().first)
    #expect(permissions(run) == 0o700)
    let date = try #require(try items(of: run).first?["startDate"]?.string)
    #expect(date.hasSuffix("+0545"))
  }

  /// A task without any waiting: a step that a person ends, and a question.
  private func quickTask() throws -> String {
    try folder.write(
      """
      {"heartcam_task": 1, "identifier": "quick", "steps": [
        {"type": "active", "identifier": "open", "duration_s": 0, "starts_automatically": true,
         "recorders": [{"identifier": "hr", "type": "quantity", "quantity": "HeartRate"}]},
        {"type": "question", "identifier": "mood", "question": "How are you?", "optional": false,
         "answer": {"type": "choice", "choices": ["well", "not so well"]}},
        {"type": "completion", "identifier": "end", "title": "Bye"}]}
      """, to: "quick.json")
  }

  @Test func `lines are typed and read, and the samples lie in the store with run and step`() throws
  {
    let input = try folder.write("\n7\n2\n\n", to: "typed")
    let result = try Heartcam.start(
      [
        "study", "run", try quickTask(), "--plain", "--source", "mock", "--store", store, "-o",
        runs,
      ],
      input: .file(input)
    ).result()
    #expect(result.ending == .exit(0), "\(result)")
    #expect(result.output.contains("the answer must be 1 to 2"), "\(result)")
    let run = try #require(try runFolders().first)
    let answers = try json(run + "/result.json")["results"]?.elements[1]["results"]?.elements
    #expect(answers?.first?["choiceAnswers"]?.elements == [.string("not so well")])
    let count = try storedCount()
    #expect(try items(of: run).count == count && count > 0)
    let line = try Heartcam.run("store", "list", "--json", "--store", store).output
    #expect(
      line.contains("\"HeartcamStudyStep\":\"open\"") && line.contains("\"HeartcamMock\":true"))
  }

  @Test func `a program gives commands and gets events, and discarding leaves nothing`() throws {
    let input = try folder.write(
      "back\nanswer mood well\nnext\nnext\nanswer mood well\nnext\nnext\n", to: "in")
    let words = ["study", "run", try quickTask(), "--json", "--source", "mock", "--store", store]
    let result = try Heartcam.start(words + ["-o", runs], input: .file(input)).result()
    #expect(result.ending == .exit(0), "\(result)")
    let types = try result.output.split(separator: "\n").map {
      try #require(JSONParser.value(of: Array($0.utf8))["type"]?.string)
    }
    #expect(types.first == "step" && types.last == "finished" && types.contains("reading"))
    #expect(result.errors.contains("mood must be answered first"))
    let discard = try folder.write("discard\n", to: "discard")
    let count = try storedCount()
    let gone = try Heartcam.start(
      words + ["-o", folder.file("other")], input: .file(discard)
    ).result()
    #expect(gone.ending == .exit(0), "\(gone)")
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.file("other")) == [])
    #expect(try storedCount() == count)
  }

  @Test func `a required question without input ends the run early, with what was recorded`() throws
  {
    let result = try Heartcam.start(
      [
        "study", "run", try quickTask(), "--plain", "--source", "mock", "--store", "none", "-o",
        runs,
      ],
      input: .file(folder.write("\n", to: "typed"))
    ).result()
    #expect(result.errors.contains("mood must be answered"), "\(result)")
    let run = try json(try #require(try runFolders().first) + "/result.json")
    #expect(run["finishReason"]?.string == "earlyTermination")
  }

  @Test func `samples of other programs in the store are recorded as they come`() throws {
    _ = try Heartcam.run("store", "add", "HeartRate", "60", "--store", store)
    let pipe = try OpenPipe()
    let process = try Heartcam.start(
      [
        "study", "run", try quickTask(), "--json", "--source", "store", "--store", store, "-o",
        runs,
      ],
      input: .descriptor(pipe.readingEnd))
    try process.wait { process.outputSoFar.contains("\"started\"") }
    // The sample must not begin before the step has.
    try process.wait {
      _ = try Heartcam.run("store", "add", "HeartRate", "77", "--store", store)
      return process.outputSoFar.contains("\"reading\"")
    }
    pipe.write("end\n")
    let result = process.result()
    #expect(result.ending == .exit(0), "\(result)")
    let values = try items(of: try #require(try runFolders().first)).compactMap {
      $0["value"]?.number
    }
    #expect(Set(values) == [77])
  }

  @Test func `killed at random moments, every file parses and nothing acknowledged is lost`()
    throws
  {
    var generator = SeededGenerator(seed: 200)
    let rounds =
      ProcessInfo.processInfo.environment["HEARTCAM_KILLS"].flatMap { Int($0) }
      ?? (Heartcam.isFast ? 60 : 20)
    var (killed, resumed) = (0, 0)
    for round in 0..<rounds {
      let place = "\(runs)/\(round)"
      let process = try Heartcam.start([
        "study", "run", "resting", "--dry-run", "--json", "--duration", "rest=20000", "-o", place,
      ])
      let wanted = Int.random(in: 2_500...14_000, using: &generator)
      try process.wait { process.outputSoFar.utf8.count >= wanted }
      process.send(SIGKILL)
      let result = process.result()
      if result.ending == .signal(SIGKILL) { killed += 1 }
      let names = try FileManager.default.contentsOfDirectory(atPath: place)
      let run = "\(place)/\(try #require(names.first))"
      // A line without its end was not given to anybody.
      let lines = result.output.split(separator: "\n", omittingEmptySubsequences: false).dropLast()
      let acknowledged = try lines.compactMap { line -> Double? in
        let value = try JSONParser.value(of: Array(line.utf8))
        return value["type"]?.string == "reading" ? value["value"]?.number : nil
      }
      let kept = try items(of: run).compactMap { $0["value"]?.number }
      #expect(kept.starts(with: acknowledged) && kept.count <= acknowledged.count + 1, "\(run)")
      #expect(!acknowledged.isEmpty)
      guard round.isMultiple(of: 10) else { continue }
      let close = try Heartcam.run("study", "resume", run, "--close")
      #expect(close.ending == .exit(0) && close.output.contains("killed"), "\(close)")
      #expect(try items(of: run).count == kept.count)
      #expect(try json(run + "/result.json")["finishReason"]?.string == "earlyTermination")
      resumed += 1
    }
    #expect(killed > rounds * 9 / 10 && resumed >= rounds / 10)
  }

  @Test func `a killed run goes on at the step that was going on`() throws {
    let process = try Heartcam.start([
      "study", "run", "fitness-check", "--dry-run", "--json", "--duration", "fitness.walk=9000",
      "--duration", "fitness.rest=10", "-o", runs,
    ])
    try process.wait { process.outputSoFar.utf8.count > 20_000 }
    process.send(SIGSTOP)
    let run = try #require(try runFolders().first)
    let busy = try Heartcam.run("study", "resume", run, "--dry-run")
    #expect(busy.ending == .exit(2) && busy.errors.contains("another program runs this study"))
    process.send(SIGKILL)
    _ = process.result()
    // The task's own copy says how long steps last.
    let task = try String(contentsOfFile: run + "/task.json", encoding: .utf8)
    try task.replacing("9000", with: "20").write(
      toFile: run + "/task.json", atomically: true, encoding: .utf8)
    // Its samples are invented, and it must not go on with a person's.
    let wrong = try Heartcam.run("study", "resume", run)
    #expect(wrong.ending == .exit(64) && wrong.errors.contains("of a dry run"))
    let result = try Heartcam.run("study", "resume", run, "--dry-run")
    try #require(result.ending == .exit(0), "\(result)")
    let steps = try #require(try json(run + "/result.json")["results"]).elements
    #expect(
      steps.compactMap { $0["identifier"]?.string } == [
        "instruction", "instruction1", "countdown", "fitness.walk", "fitness.walk",
        "fitness.rest", "conclusion",
      ])
    #expect(steps[3]["userInfo"]?["interrupted"]?.string == "true")
    let again = try Heartcam.run("study", "resume", run, "--dry-run")
    #expect(again.ending == .exit(64) && again.errors.contains("the run is over"))
  }

  @Test func `on a full disk the run ends cleanly, and says what could not be written`() throws {
    // Files of the process may not grow beyond four blocks of 512 bytes.
    let result = try Heartcam.sh(
      "ulimit -f 4; exec \"$heartcam\" study run resting --dry-run --duration rest=60 -o \"$runs\"",
      ["runs": runs])
    #expect(result.ending == .exit(74), "\(result)")
    #expect(
      result.errors.contains(/could not be written: (File too large|No space left)/), "\(result)")
    let run = try #require(try runFolders().first)
    let kept = try items(of: run)
    #expect(kept.count > 3 && kept.count < 20)
    #expect(try json(run + "/result.json")["heartcam_result"]?.number == 1)
  }

  @Test func `folders that are no runs, damaged files and paths that lead out are reported`() throws
  {
    #expect(try Heartcam.run("study", "results", folder.path).ending == .exit(2))
    #expect(try Heartcam.run("study", "resume", folder.path).ending == .exit(2))
    let done = try Heartcam.run(
      "study", "run", "fitness-check", "--dry-run", "-o", runs)
    #expect(done.ending == .exit(0))
    let run = try #require(try runFolders().first)
    let text = try String(contentsOfFile: run + "/result.json", encoding: .utf8)
    try text.replacing("\"path\": \"recorder-", with: "\"path\": \"../recorder-").write(
      toFile: run + "/result.json", atomically: true, encoding: .utf8)
    let out = try Heartcam.run("study", "results", run)
    #expect(
      out.ending == .exit(2) && out.errors.contains("cannot be read as a recording"), "\(out)")
    try "{\"heartcam_result\": 9}".write(
      toFile: run + "/result.json", atomically: true, encoding: .utf8)
    let newer = try Heartcam.run("study", "results", run)
    #expect(newer.ending == .exit(2) && newer.errors.contains("newer version"))
  }
}

/// A pipe whose writing end the test holds.
private final class OpenPipe {
  let readingEnd: Int32
  private let writingEnd: Int32

  init() throws {
    var ends: [Int32] = [0, 0]
    guard pipe(&ends) == 0 else { throw UnexpectedOutput(description: "no pipe") }
    (readingEnd, writingEnd) = (ends[0], ends[1])
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
  }

  deinit {
    close(readingEnd)
    close(writingEnd)
  }

  func write(_ text: String) {
    let bytes = Array(text.utf8)
    _ = Glibc.write(writingEnd, bytes, bytes.count)
  }
}

import FoundationEssentials
import Glibc
import TestSupport
import Testing

@testable import TestPrograms

/// `heartcam study` and `heartcam mock`, as they are typed.
struct StudyCommandTests: StudyRunsTests {
  let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  @Test func `walk and rest of fifteen seconds each give their readings by step`() throws {
    let result = try Heartcam.run(
      "study", "run", "fitness-check", "--dry-run", "--step", "fitness.walk=15", "--step",
      "fitness.rest=15", "--kind", "random", "--seed", "7", "-o", runs)
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
    #expect(try Heartcam.run("study", "results", runs, "--csv").output == csv.output)
    let lines = try Heartcam.run("study", "results", run + "/", "--json").output
    let steps = try lines.split(separator: "\n").map { try JSONValue.value(of: Array($0.utf8)) }
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
      "study", "run", "fitness-check", "--dry-run", "--step", "fitness.walk=10", "--step",
      "fitness.rest=10", "--from", Heartcam.samples + "/resting.csv", "-o", runs)
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
    let made = try Heartcam.run("study", "new", good, "--like", "music")
    #expect(made.ending == .exit(0) && made.errors.contains("put yours beside it as calm.wav and"))
    let silent = try Heartcam.run("study", "validate", good)
    #expect(silent.ending == .exit(65))
    #expect(silent.errors.contains("steps[1].clips[0]: there is no sound file calm.wav"))
    #expect(silent.errors.contains("put one of this name beside the task file"))
    for clip in ["calm.wav", "lively.wav"] { try folder.write("no sound", to: clip) }
    let deaf = try Heartcam.run("study", "validate", good)
    #expect(deaf.ending == .exit(65) && deaf.errors.contains("steps[1].clips[1]: cannot open"))
    for clip in ["calm.wav", "lively.wav"] { try Tone.write(to: folder.file(clip)) }
    let now = try Heartcam.run("study", "validate", good)
    #expect(now.ending == .exit(0) && now.output.isEmpty && now.errors.isEmpty)
    #expect(try Heartcam.run("study", "new", good).ending == .exit(73))
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
    for clip in ["a.wav", "b.wav", "c.wav"] { try Tone.write(to: folder.file(clip)) }
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
    let missing = try Heartcam.run("study", "run", "music", "--from", "mock", "--store", "none")
    #expect(missing.ending == .exit(64) && missing.errors.contains("--clip"))
    let text = try folder.write("no sound", to: "words.mp3")
    let deaf = try Heartcam.run("study", "run", "music", "--dry-run", "--clip", text)
    #expect(deaf.ending == .exit(2) && deaf.errors.contains("cannot open \(text)"), "\(deaf)")
  }

  @Test func `mock samples stay out of statistics and charts, and can be removed`() throws {
    let mock = try Heartcam.run(
      "mock", "--duration", "120", "--at-once", "--seed", "1", "--store", store)
    #expect(mock.ending == .exit(0), "\(mock)")
    func stats(_ options: String...) throws -> String {
      try Heartcam.start(["store", "stats", "--json", "--store", store] + options).result().output
    }
    #expect(try stats().isEmpty)
    #expect(try stats("--source", "mock").contains("\"count\":120"))
    let chart = try Heartcam.run("chart", "heart-rate", "--store", store)
    #expect(
      chart.ending == .exit(1) && chart.errors.contains("mock samples are not"), "\(chart)")
    let asked = try Heartcam.run("chart", "heart-rate", "--source", "mock", "--store", store)
    #expect(asked.ending == .exit(0), "\(asked)")
    #expect(try storedCount() == 120)
    _ = try Heartcam.run("store", "add", "HeartRate", "60", "--store", store)
    let purge = try Heartcam.run("store", "delete", "--source", "mock", "--yes", "--store", store)
    #expect(purge.ending == .exit(0) && purge.errors.contains("120 samples"), "\(purge)")
    #expect(try storedCount() == 1)
  }

  /// A form with a question of each kind.
  private static let allAnswers = """
    {"heartcam_task": 1, "identifier": "answers", "steps": [
      {"type": "form", "identifier": "form", "items": [
        {"identifier": "boolean", "question": "?", "answer": {"type": "boolean"}},
        {"identifier": "choice", "question": "?", "answer": {"type": "choice", "several": true,
          "choices": ["a", {"text": "The second", "value": "b"}]}},
        {"identifier": "scale", "question": "?",
         "answer": {"type": "scale", "minimum": 1, "maximum": 5}},
        {"identifier": "number", "question": "?", "answer": {"type": "number", "unit": "kg"}},
        {"identifier": "text", "question": "?", "answer": {"type": "text"}},
        {"identifier": "date", "question": "?", "answer": {"type": "date"}},
        {"identifier": "time", "question": "?", "answer": {"type": "time_of_day"}},
        {"identifier": "interval", "question": "?", "answer": {"type": "time_interval"}}]}]}
    """

  @Test func `results and tasks are as their schemas say`() throws {
    let result = try json(Repository.path("docs/study-result.schema.json"))
    let task = try json(Repository.path("docs/study-task.schema.json"))
    let list = try Heartcam.run("study", "list", "--json").output.split(separator: "\n")
    let names = try list.map {
      try #require(JSONValue.value(of: Array($0.utf8))["task"]?.string)
    }
    #expect(names.count == 8)
    let own = try folder.write(Self.allAnswers, to: "answers.json")
    for word in names + [Heartcam.samples + "/tired-walk.json", own] {
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
    let page = try Repository.text("docs/studies.md")
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

  @Test func `lines are typed and read, and the samples lie in the store with run and step`() throws
  {
    let input = try folder.write("\n7\n2\n\n", to: "typed")
    let result = try Heartcam.start(
      [
        "study", "run", try quickTask(), "--plain", "--from", "mock", "--store", store, "-o",
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
      "back\nanswer mood well\nnext\nnext\nanswer mood badly\nanswer mood well\nnext\nnext\n",
      to: "in")
    let words = ["study", "run", try quickTask(), "--json", "--from", "mock", "--store", store]
    let result = try Heartcam.start(words + ["-o", runs], input: .file(input)).result()
    #expect(result.ending == .exit(0), "\(result)")
    let types = try result.output.split(separator: "\n").map {
      try #require(JSONValue.value(of: Array($0.utf8))["type"]?.string)
    }
    #expect(types.first == "step" && types.last == "finished" && types.contains("reading"))
    #expect(result.errors.contains("mood must be answered first"))
    // Each answer is acknowledged, what is refused has its reason, and a question says what it offers.
    let lines = try result.output.split(separator: "\n").map {
      try JSONValue.value(of: Array($0.utf8))
    }
    func line(_ type: String, _ key: String, _ value: String) -> JSONValue? {
      lines.first { $0["type"]?.string == type && $0[key]?.string == value }
    }
    let answered = try #require(line("answered", "item", "mood"), "\(result)")
    #expect(answered["value"]?.elements == [.string("well")])
    #expect(answered["step"]?.string == "mood")
    #expect(
      line("refused", "command", "answer mood badly")?["reason"]?.string
        == "the answer must be 1 to 2")
    #expect(
      line("refused", "command", "answer mood well")?["reason"]?.string
        == "the step has no question of that name")
    let question = line("step", "step", "mood")?["questions"]?.elements.first
    #expect(question?["kind"]?.string == "choice" && question?["several"]?.bool == false)
    #expect(
      question?["choices"]?.elements.compactMap { $0["value"]?.string } == ["well", "not so well"])
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
        "study", "run", try quickTask(), "--plain", "--from", "mock", "--store", "none", "-o",
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
        "study", "run", try quickTask(), "--json", "--from", "store", "--store", store, "-o",
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

  @Test func `the tasks that come along fit a terminal of 80 columns whole`() throws {
    let list = try Heartcam.run("study", "list")
    let lines = list.output.split(separator: "\n")
    #expect(lines.count == 9 && lines.allSatisfy { $0.count <= 80 && !$0.contains("~") }, "\(list)")
    let rows = try Heartcam.run("study", "list", "--json").output.split(separator: "\n").map {
      try JSONValue.value(of: Array($0.utf8))
    }
    #expect(rows.first?["task"]?.string == "fitness-check")
    #expect(rows.first?["duration_s"]?.number == 365 && rows.first?["steps"]?.number == 6)
  }
}

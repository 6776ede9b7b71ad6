import FoundationEssentials
import Glibc
import TestSupport
import Testing

@testable import TestPrograms

/// Studies on which something goes wrong: kills, full disks, damaged folders, circles.
struct StudyFaultTests: StudyRunsTests {
  let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

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
        "study", "run", "resting", "--dry-run", "--json", "--step", "rest=20000", "-o", place,
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
        let value = try JSONValue.value(of: Array(line.utf8))
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
      "study", "run", "fitness-check", "--dry-run", "--json", "--step", "fitness.walk=9000",
      "--step", "fitness.rest=10", "-o", runs,
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
    // It lasted as long as what it recorded.
    let file = try #require(steps[3]["results"]?.elements.first)
    let count = try #require(file["count"]?.number)
    let seconds =
      (steps[3]["endTimestamp"]?.number ?? 0) - (steps[3]["startTimestamp"]?.number ?? 0)
    #expect(count > 10 && abs(seconds - count) < 3, "\(seconds) s, \(count) items")
    let again = try Heartcam.run("study", "resume", run, "--dry-run")
    #expect(again.ending == .exit(64) && again.errors.contains("the run is over"))
  }

  @Test func `what a killed run has on the disk is shown, and it goes on with its own source`()
    throws
  {
    let task = try folder.write(
      """
      {"heartcam_task": 1, "identifier": "two", "steps": [
        {"type": "active", "identifier": "one", "duration_s": 3, "starts_automatically": true,
         "continues_on_finish": true,
         "recorders": [{"identifier": "hr", "type": "quantity", "quantity": "HeartRate"}]},
        {"type": "active", "identifier": "two", "duration_s": 600, "starts_automatically": true,
         "recorders": [{"identifier": "hr", "type": "quantity", "quantity": "HeartRate"}]}]}
      """, to: "two.json")
    let signal = try Heartcam.simulate(folder.file("rest.csv"), "--duration", "60", "--bpm", "66")
    for (name, source) in [
      ("replay of rest.csv", ["--from", signal]),
      ("mock random", ["--from", "mock", "--kind", "random"]),
    ] {
      let place = "\(runs)/\(source.count)"
      let process = try Heartcam.start(
        ["study", "run", task, "--json", "--silent", "--store", "none", "-o", place] + source)
      let run = "\(place)/"
      func path() throws -> String {
        run + (try FileManager.default.contentsOfDirectory(atPath: place).first ?? "")
      }
      // The screen shows no rate of a step before its files have one.
      try process.wait {
        let lines = process.outputSoFar.split(separator: "\n")
        return lines.contains { $0.contains("\"reading\"") && $0.contains("\"two\"") }
      }
      process.send(SIGKILL)
      _ = process.result()
      let shown = try Heartcam.run("study", "results", try path())
      #expect(shown.output.contains(/\ntwo .*not ended/), "\(shown)")
      let rows = try Heartcam.run("study", "results", "--csv", try path()).output
        .split(separator: "\n")
      let kept = rows.count { $0.contains(",two,") }
      #expect(kept > 0, "\(rows)")
      // Reading it changed nothing, and closing it loses nothing.
      let again = try Heartcam.start([
        "study", "resume", try path(), "--json", "--silent", "--store", "none",
      ])
      try again.wait { again.outputSoFar.contains("\"reading\"") }
      again.send(SIGKILL)
      _ = again.result()
      #expect(
        try json(try path() + "/result.json")["userInfo"]?["source"]?.string == name, "\(name)")
      let close = try Heartcam.run("study", "resume", try path(), "--close")
      #expect(close.ending == .exit(0) && close.output.contains("killed"), "\(close)")
      let after = try Heartcam.run("study", "results", "--csv", try path()).output
        .split(separator: "\n")
      #expect(after.count > rows.count && rows.allSatisfy { after.contains($0) })
    }
    // The recording may have been moved.
    let place = "\(runs)/gone"
    let process = try Heartcam.start([
      "study", "run", task, "--json", "--silent", "--store", "none", "-o", place, "--from",
      signal,
    ])
    try process.wait { process.outputSoFar.contains("\"reading\"") }
    process.send(SIGKILL)
    _ = process.result()
    try FileManager.default.removeItem(atPath: signal)
    let run = try #require(try FileManager.default.contentsOfDirectory(atPath: place).first)
    let lost = try Heartcam.run("study", "resume", "\(place)/\(run)", "--store", "none")
    #expect(lost.ending == .exit(2) && lost.errors.contains("--from names"), "\(lost)")
  }

  @Test func `on a full disk the run ends cleanly, and says what could not be written`() throws {
    // Files of the process may not grow beyond four blocks of 512 bytes.
    let result = try Heartcam.sh(
      "ulimit -f 4; exec \"$heartcam\" study run resting --dry-run --step rest=60 -o \"$runs\"",
      ["runs": runs])
    #expect(result.ending == .exit(74), "\(result)")
    #expect(
      result.errors.contains(/could not be written: (File too large|No space left)/), "\(result)")
    let run = try #require(try runFolders().first)
    let kept = try items(of: run)
    #expect(kept.count > 3 && kept.count < 20)
    #expect(try json(run + "/result.json")["heartcam_result"]?.number == 1)
  }

  @Test func `if the result cannot be completed, the table shows what is on the disk`() throws {
    // The result outgrows two blocks of 512 bytes before its task is over.
    let task = try folder.write(
      """
      {"heartcam_task": 1, "identifier": "long", "steps": [
        {"type": "active", "identifier": "one", "duration_s": 1, "starts_automatically": true,
         "recorders": [{"identifier": "hr", "type": "quantity", "quantity": "HeartRate"}]},
        {"type": "active", "identifier": "two", "duration_s": 1, "starts_automatically": true,
         "recorders": [{"identifier": "hr", "type": "quantity", "quantity": "HeartRate"}]},
        {"type": "active", "identifier": "three", "duration_s": 1, "starts_automatically": true,
         "recorders": [{"identifier": "hr", "type": "quantity", "quantity": "HeartRate"}]}]}
      """, to: "long.json")
    let result = try Heartcam.sh(
      "ulimit -f 4; exec \"$heartcam\" study run \"$task\" --dry-run -o \"$runs\"",
      ["runs": runs, "task": task])
    #expect(result.ending == .exit(74), "\(result)")
    #expect(result.errors.contains("could not be completed and holds"), "\(result)")
    let run = try #require(try runFolders().first)
    let kept = try #require(try json(run + "/result.json")["results"]).elements
      .compactMap { $0["identifier"]?.string }
    let shown = result.output.split(separator: "\n").compactMap { $0.split(separator: " ").first }
      .map(String.init).filter { ["one", "two", "three"].contains($0) }
    // The step that was going on has its files, but no result.
    let open = try json(run + "/result.json")["openStep"]?["identifier"]?.string
    #expect(shown == kept + [open].compactMap(\.self) && kept.count < 3, "\(result)")
    #expect(try Heartcam.run("study", "results", run).output == result.output.dropFirst())
    // With room again, the message's way out works.
    let close = try Heartcam.run("study", "resume", run, "--close")
    #expect(close.ending == .exit(0), "\(close)")
    #expect(try json(run + "/result.json")["finishReason"]?.string == "earlyTermination")
  }

  @Test func `a dry run names the steps of a circle that its answers do not leave`() throws {
    let task = try folder.write(
      """
      {"heartcam_task": 1, "identifier": "loop", "steps": [
        {"type": "instruction", "identifier": "before"},
        {"type": "instruction", "identifier": "again"},
        {"type": "question", "identifier": "more", "question": "Again?",
         "answer": {"type": "boolean"}},
        {"type": "completion", "identifier": "end"}],
       "rules": {"more": {"branches": [
         {"if": {"step": "more", "equals": true}, "to": "again"}], "to": "@next"}}}
      """, to: "loop.json")
    #expect(try Heartcam.run("study", "validate", task).ending == .exit(0))
    let result = try Heartcam.run("study", "run", task, "--dry-run", "-o", runs)
    #expect(result.ending == .exit(65), "\(result)")
    #expect(
      result.errors.contains("in a circle with the answers of a dry run: again, more;"), "\(result)"
    )
    let run = try json(try #require(try runFolders().first) + "/result.json")
    #expect(run["finishReason"]?.string == "failed")
  }

  @Test func `a run that was killed before its first step can be resumed or closed`() throws {
    let done = try Heartcam.run("study", "run", "fitness-check", "--dry-run", "-o", runs)
    #expect(done.ending == .exit(0), "\(done)")
    let run = try #require(try runFolders().first)
    for name in try FileManager.default.contentsOfDirectory(atPath: run) where name != "task.json" {
      try FileManager.default.removeItem(atPath: "\(run)/\(name)")
    }
    let early = try Heartcam.run("study", "results", run)
    #expect(early.ending == .exit(2) && early.errors.contains("can be resumed"), "\(early)")
    let result = try Heartcam.run("study", "resume", run, "--dry-run")
    #expect(result.ending == .exit(0), "\(result)")
    #expect(try json(run + "/result.json")["finishReason"]?.string == "completed")
    try FileManager.default.removeItem(atPath: run + "/result.json")
    #expect(try Heartcam.run("study", "resume", run, "--close").ending == .exit(0))
  }

  @Test func `a signal before the first step leaves a result`() throws {
    for signal in [SIGHUP, SIGTERM] {
      let place = folder.file("signal-\(signal)")
      let process = try Heartcam.start([
        "study", "run", "fitness-check", "--dry-run", "--json", "--step", "fitness.walk=80000",
        "-o", place,
      ])
      try process.wait { !FileManager.default.fileNames(in: place).isEmpty }
      process.send(signal)
      #expect(process.result().ending == .exit(128 + signal))
      let name = try #require(FileManager.default.fileNames(in: place).first)
      let run = try json("\(place)/\(name)/result.json")
      #expect(run["finishReason"]?.string == "earlyTermination")
    }
  }

  @Test func `links in a run's folder are named and not followed`() throws {
    let done = try Heartcam.run("study", "run", "fitness-check", "--dry-run", "-o", runs)
    #expect(done.ending == .exit(0))
    let run = try #require(try runFolders().first)
    let steps = try #require(try json(run + "/result.json")["results"]).elements
    let paths = steps.flatMap { $0["results"]?.elements ?? [] }.compactMap { $0["path"]?.string }
    try #require(paths.count == 2)
    // One folder and one file lie elsewhere, with links in their places.
    let moved = folder.file("moved")
    let inner = String(paths[0].prefix { $0 != "/" })
    try FileManager.default.moveItem(atPath: "\(run)/\(inner)", toPath: moved)
    try FileManager.default.createSymbolicLink(
      atPath: "\(run)/\(inner)", withDestinationPath: moved)
    try FileManager.default.moveItem(
      atPath: "\(run)/\(paths[1])", toPath: folder.file("moved.json"))
    try FileManager.default.createSymbolicLink(
      atPath: "\(run)/\(paths[1])", withDestinationPath: folder.file("moved.json"))
    let result = try Heartcam.run("study", "results", run, "--csv")
    #expect(result.ending == .exit(2), "\(result)")
    #expect(result.output.split(separator: "\n").count == 1)
    #expect(result.errors.contains("\(run)/\(inner) is a link"), "\(result)")
    #expect(
      result.errors.contains("\(paths[1]) cannot be read as a recording: it is a link"), "\(result)"
    )
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

extension FileManager {
  /// The names in a folder; none if there is no such folder.
  fileprivate func fileNames(in folder: String) -> [String] {
    (try? contentsOfDirectory(atPath: folder)) ?? []
  }
}

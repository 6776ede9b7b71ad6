import FoundationEssentials
import Glibc
import TestSupport
import Testing

@testable import TestPrograms

/// What results show beyond heart rates: variability, breathing, and a BIDS dataset.
struct StudyMeasureTests: StudyRunsTests {
  let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  /// The beats of a simulated recording between two times: interval in milliseconds.
  private func intervals(_ path: String, from start: Double, to end: Double) throws -> [Double] {
    let text = try String(contentsOfFile: path, encoding: .utf8)
    let lines = text.split(separator: "\n")
    let heading = lines[0].split(separator: ",").map(String.init)
    let time = try #require(heading.firstIndex { $0.hasPrefix("time") })
    let interval = try #require(heading.firstIndex { $0.contains("interval") })
    let isMilliseconds = heading[interval].hasSuffix("_ms")
    return lines.dropFirst().compactMap { line in
      let cells = line.split(separator: ",", omittingEmptySubsequences: false)
      guard let at = Double(cells[time]), let value = Double(cells[interval]), at > start + 1,
        at < end
      else { return nil }
      return isMilliseconds ? value : 1000 * value
    }
  }

  @Test func `each task that comes along can show what it records`() throws {
    let signal = try Heartcam.simulate(
      folder.file("rest.csv"), "--duration", "660", "--bpm", "66", "--respiration", "3")
    for task in ["camera-check", "breathing", "resting", "orthostatic"] {
      let place = folder.file(task)
      let done = try Heartcam.run(
        "study", "run", task, "--dry-run", "--from", signal, "-o", place)
      try #require(done.ending == .exit(0), "\(done)")
      let run = try #require(FileManager.default.contentsOfDirectory(atPath: place).first)
      let rows = try Heartcam.run("study", "results", "\(place)/\(run)", "--json").output
      #expect(!rows.contains("\"rmssd_ms\":\"too_short\""), "\(task): \(rows)")
      #expect(rows.contains(/"rmssd_ms":\d/), "\(task): \(rows)")
      #expect(!rows.contains("\"sdnn_ms\":\"too_short\"") || task == "camera-check", "\(rows)")
    }
  }

  @Test func `paced breathing and variability are in the result, the table and the CSV`() throws {
    let signal = folder.file("breath.csv")
    let made = try Heartcam.run(
      "simulate", signal, "--duration", "205", "--bpm", "66", "--breathing", "6", "--respiration",
      "6", "--seed", "3")
    try #require(made.ending == .exit(0), "\(made)")
    let done = try Heartcam.run(
      "study", "run", "breathing", "--dry-run", "--from", signal, "-o", runs)
    try #require(done.ending == .exit(0), "\(done)")
    #expect(done.output.contains(/\npaced +\d+\.\d +\d+\.\d +6\.\d +6\.0\n/), "\(done)")
    let run = try #require(try runFolders().first)
    let steps = try #require(try json(run + "/result.json")["results"]).elements
    let paced = try #require(steps.first { $0["identifier"]?.string == "paced" })
    let measures = try #require(paced["userInfo"]?["measures"], "\(done)")
    #expect(abs((measures["breaths_per_minute"]?.number ?? 0) - 6) < 0.6, "\(measures)")
    #expect((measures["breaths_per_minute_low"]?.number ?? 9) <= 6)
    #expect((measures["breaths_per_minute_high"]?.number ?? 0) >= 6)
    #expect(measures["paced_breaths_per_minute"]?.number == 6)
    // The truth of the same two minutes; the last reading of the step is not in.
    let truth = try intervals(folder.file("breath.beats.csv"), from: 75, to: 195)
    let mean = truth.reduce(0, +) / Double(truth.count)
    let sdnn =
      (truth.reduce(0) { $0 + ($1 - mean) * ($1 - mean) } / Double(truth.count - 1)).squareRoot()
    let changes = zip(truth, truth.dropFirst()).map { $1 - $0 }
    let rmssd = (changes.reduce(0) { $0 + $1 * $1 } / Double(changes.count)).squareRoot()
    #expect(abs((measures["sdnn_ms"]?.number ?? 0) - sdnn) < 0.15 * sdnn + 3, "\(measures) \(sdnn)")
    #expect(
      abs((measures["rmssd_ms"]?.number ?? 0) - rmssd) < 0.15 * rmssd + 5, "\(measures) \(rmssd)")
    #expect(abs((measures["mean_interval_ms"]?.number ?? 0) - mean) < 10, "\(measures) \(mean)")
    let csv = try Heartcam.run("study", "results", run, "--csv").output
    let rows = csv.split(separator: "\n").filter { $0.contains(",paced,") }
    for name in ["rmssd", "sdnn", "breaths_per_minute"] {
      #expect(rows.contains { $0.hasSuffix("," + name) }, "\(name)")
    }
    // A recorder of respiratory rates has it as its sample.
    let recorded = try items(of: run).filter {
      $0["type"]?.string?.hasSuffix("RespiratoryRate") == true
    }
    let rate = try #require(recorded.first?["value"]?.number)
    #expect(
      recorded.count == 1 && abs(rate - (measures["breaths_per_minute"]?.number ?? 0)) < 0.001)
  }

  @Test func `a source without beats gives no measures, and the result says so`() throws {
    let done = try Heartcam.run(
      "study", "run", "breathing", "--dry-run", "--step", "paced=10", "-o", runs)
    try #require(done.ending == .exit(0), "\(done)")
    let run = try #require(try runFolders().first)
    let steps = try #require(try json(run + "/result.json")["results"]).elements
    let paced = try #require(steps.first { $0["identifier"]?.string == "paced" })
    let missing = try #require(paced["userInfo"]?["missing_measures"]?.members, "\(done)")
    #expect(
      missing.map(\.key).sorted() == [
        "breaths_per_minute", "mean_interval_ms", "rmssd_ms", "sdnn_ms",
      ])
    #expect(missing.allSatisfy { $0.value == .string("no_beats") }, "\(missing)")
    #expect(done.output.contains("RMSSD no beats"), "\(done)")
  }

  @Test func `the beats that a killed run has recorded give its variability`() throws {
    let signal = folder.file("rest.csv")
    let made = try Heartcam.run(
      "simulate", signal, "--duration", "190", "--bpm", "66", "--breathing", "6", "--seed", "4")
    try #require(made.ending == .exit(0), "\(made)")
    let process = try Heartcam.start([
      "study", "run", "resting", "--dry-run", "--json", "--step", "rest=180", "--from",
      signal,
      "-o", runs,
    ])
    try process.wait { process.outputSoFar.ranges(of: "\"type\":\"reading\"").count >= 100 }
    process.send(SIGKILL)
    try #require(process.result().ending == .signal(SIGKILL))
    let run = try #require(try runFolders().first)
    let close = try Heartcam.run("study", "resume", run, "--close")
    try #require(close.ending == .exit(0), "\(close)")
    let steps = try #require(try json(run + "/result.json")["results"]).elements
    let rest = try #require(steps.first { $0["identifier"]?.string == "rest" })
    #expect(rest["userInfo"]?["interrupted"]?.string == "true")
    #expect(rest["userInfo"]?["effort"]?.string == "rest")
    let (measures, missing) = (
      rest["userInfo"]?["measures"], rest["userInfo"]?["missing_measures"]
    )
    let length = (rest["endTimestamp"]?.number ?? 0) - (rest["startTimestamp"]?.number ?? 0)
    #expect(length > 90, "\(close)")
    let truth = try intervals(folder.file("rest.beats.csv"), from: 5, to: length)
    let mean = truth.reduce(0, +) / Double(truth.count)
    let sdnn =
      (truth.reduce(0) { $0 + ($1 - mean) * ($1 - mean) } / Double(truth.count - 1)).squareRoot()
    let changes = zip(truth, truth.dropFirst()).map { $1 - $0 }
    let rmssd = (changes.reduce(0) { $0 + $1 * $1 } / Double(changes.count)).squareRoot()
    #expect(
      abs((measures?["mean_interval_ms"]?.number ?? 0) - mean) < 10, "\(rest) \(mean)")
    #expect(
      abs((measures?["sdnn_ms"]?.number ?? 0) - sdnn) < 0.15 * sdnn + 3, "\(rest) \(sdnn)")
    #expect(
      abs((measures?["rmssd_ms"]?.number ?? 0) - rmssd) < 0.15 * rmssd + 5, "\(rest) \(rmssd)")
    // Breathing needs the light around the beats too.
    #expect(measures?["breaths_per_minute"] == nil)
    #expect(missing?["breaths_per_minute"]?.string == "only_beats")
  }

  @Test func `a step that is too short for variability says so`() throws {
    let done = try Heartcam.run(
      "study", "run", "resting", "--dry-run", "--step", "rest=20", "--from",
      Heartcam.samples + "/resting.csv", "-o", runs)
    try #require(done.ending == .exit(0), "\(done)")
    let run = try #require(try runFolders().first)
    let lines = try Heartcam.run("study", "results", run, "--json").output.split(separator: "\n")
    let step = try JSONValue.value(of: Array(try #require(lines.first).utf8))
    #expect(step["step"]?.string == "rest")
    #expect(step["missing_measures"]?["sdnn_ms"]?.string == "too_short", "\(done)")
    #expect(step["measures"]?["sdnn_ms"] == nil)
  }

  @Test func `runs become sessions of a BIDS dataset`() throws {
    for round in 1...2 {
      let done = try Heartcam.run(
        "study", "run", "fitness-check", "--dry-run", "--step", "fitness.walk=15",
        "--step", "fitness.rest=15", "--seed", "\(round)", "-o", runs)
      try #require(done.ending == .exit(0), "\(done)")
    }
    let dataset = folder.file("dataset")
    let result = try Heartcam.start(
      ["study", "results"] + runFolders() + ["--bids", dataset, "--participant", "07", "--csv"]
    ).result()
    try #require(result.ending == .exit(0), "\(result)")
    let rates = result.output.split(separator: "\n").dropFirst()
    let names = try FileManager.default.subpathsOfDirectory(atPath: dataset).sorted()
    let pattern =
      /sub-07\/ses-[A-Za-z0-9]+\/beh\/sub-07_ses-[A-Za-z0-9]+_task-fitnesscheck_(events|physio)\.(tsv|tsv\.gz|json)/
    let files = names.filter { $0.hasSuffix(".json") || $0.contains(".tsv") }
    #expect(files.count { $0.wholeMatch(of: pattern) != nil } == 8, "\(names)")
    #expect(
      files.filter { $0.wholeMatch(of: pattern) == nil } == [
        "dataset_description.json", "participants.tsv",
      ])
    let list = try String(contentsOfFile: dataset + "/participants.tsv", encoding: .utf8)
    #expect(list == "participant_id\nsub-07\n")
    let description = try json(dataset + "/dataset_description.json")
    #expect(description["BIDSVersion"]?.string != nil && description["Name"]?.string != nil)
    var count = 0
    for name in names where name.hasSuffix("_physio.tsv.gz") {
      let path = "\(dataset)/\(name)"
      #expect(permissions(path) == 0o600)
      let table = try Heartcam.sh("gzip -dc \"$path\"", ["path": path]).output
      let rows = table.split(separator: "\n")
      let sidecar = try json(path.replacing(".tsv.gz", with: ".json"))
      #expect(sidecar["SamplingFrequency"]?.number == 1 && sidecar["StartTime"]?.number == 0)
      #expect(sidecar["Columns"]?.elements == [.string("heart_rate")])
      // Countdown, walk and rest, a row a second.
      #expect(
        (35...38).contains(rows.count) && rows.allSatisfy { $0 == "n/a" || Double($0) != nil })
      count += rows.count { $0 != "n/a" }
      let events = try String(
        contentsOfFile: path.replacing("_physio.tsv.gz", with: "_events.tsv"), encoding: .utf8
      ).split(separator: "\n").map { $0.split(separator: "\t").map(String.init) }
      #expect(events[0].starts(with: ["onset", "duration", "trial_type"]))
      #expect(events.count == 7 && events.allSatisfy { $0.count == events[0].count })
      let walk = try #require(events.first { $0[2] == "fitness.walk" })
      #expect(abs((Double(walk[1]) ?? 0) - 15) < 0.6 && walk[3] == "walk")
      let onset = Int(Double(walk[0]) ?? 0)
      #expect(rows[onset + 2] != "n/a" && rows[0] == "n/a")
    }
    #expect(abs(count - rates.count) <= 4, "\(count) rows, \(rates.count) readings")
    let wrong = try Heartcam.start(
      ["study", "results"] + runFolders() + ["--bids", dataset, "--participant", "../x"]
    ).result()
    #expect(wrong.ending == .exit(64) && wrong.errors.contains("--participant must be letters"))
  }
}

import Foundation
import TestSupport
import Testing

@testable import TestPrograms

/// What is not a person's own measurement: simulated, replayed and random heart rates.
struct ImpersonalSamplesTests {
  let folder: TemporaryFolder

  /// A store for each way in which something is saved.
  private var stores: String { folder.file("stores") }

  init() throws {
    folder = try TemporaryFolder()
    try FileManager.default.createDirectory(
      atPath: folder.file("stores"), withIntermediateDirectories: true)
  }

  /// A task that records heart rate for a while.
  private static let task = """
    {"heartcam_task": 1, "identifier": "rest", "steps": [{"type": "active", "identifier": "rest",
      "duration_s": 12,
      "recorders": [{"identifier": "heartRate", "type": "quantity", "quantity": "HeartRate"}]}]}
    """

  @discardableResult
  private func run(_ words: [String], _ codes: Set<Int32> = [0]) throws -> ProcessResult {
    let result = try Heartcam.start(words).result()
    #expect(codes.contains { result.ending == .exit($0) }, "\(words) \(result)")
    return result
  }

  /// A recording whose file says nothing of a simulation, as a person's own would.
  private func own(_ sample: String) throws -> String {
    if sample.hasSuffix(".csv") {
      let lines = try String(contentsOfFile: "\(Heartcam.samples)/\(sample)", encoding: .utf8)
        .split(separator: "\n")
      #expect(lines.first?.hasSuffix(",simulated") == true)
      return try folder.write(
        lines.map { $0.prefix(upTo: $0.lastIndex(of: ",") ?? $0.endIndex) + "\n" }.joined(),
        to: "own-\(sample)")
    }
    return try Heartcam.ffmpeg(
      "-i", "\(Heartcam.samples)/\(sample)", "-map_metadata", "-1", "-fflags", "+bitexact", "-c",
      "copy", to: folder.file("own-\(sample)"))
  }

  /// The heart rates that statistics count.
  private func counted(_ store: String, _ options: String...) throws -> Int {
    let rows = try run(["store", "stats", "--json", "--store", store] + options).output
    return try rows.split(separator: "\n").map { try JSONValue.value(of: Array($0.utf8)) }
      .reduce(0) { $0 + Int($1["count"]?.number ?? 0) }
  }

  /// That a store's samples are all of one source, and count only where it is named.
  private func expectApart(_ store: String, _ source: String, _ way: String) throws {
    let listed = try run(["store", "list", "--json", "--store", store]).output
    let samples = try listed.split(separator: "\n").map {
      try JSONValue.value(of: Array($0.utf8))
    }
    #expect(!samples.isEmpty, "\(way) saved nothing")
    for sample in samples {
      #expect(sample["source"]?.string == source, "\(way): \(sample.text)")
    }
    #expect(try counted(store) == 0, "\(way)")
    let hint = "'--source \(source)' shows them"
    #expect(try run(["store", "stats", "--store", store]).errors.contains(hint), "\(way)")
    #expect(try counted(store, "--source", source) > 0, "\(way)")
    let chart = try run(["chart", "heart-rate", "--store", store], [1])
    #expect(chart.errors.contains(hint), "\(way): \(chart)")
    try run(["chart", "heart-rate", "--source", source, "--store", store])
    let served = try ServedProgram("--store", store)
    let overview = try PageVisitor(to: served).get("/api/overview").value
    #expect(overview["cards"]?.elements.isEmpty == true, "\(way): \(overview.text)")
    #expect(
      overview["note"]?.string?.hasSuffix(": \(samples.count) \(source).") == true,
      "\(way): \(overview.text)")
  }

  @Test func `nothing that is not a person's own counts, whatever command has saved it`() throws {
    let video = try Heartcam.simulate(folder.file("a.mp4"), "--duration", "20", "--bpm", "72")
    let signal = try Heartcam.simulate(folder.file("b.csv"), "--duration", "20", "--bpm", "72")
    let kept = folder.file("kept.csv")
    try run(["measure", video, "--signal", kept, "--store", "none"])
    let task = try folder.write(Self.task, to: "rest.json")
    func study(_ file: String) -> [String] {
      ["study", "run", task, "--plain", "--silent", "--from", file, "-o", folder.file("runs")]
    }
    let (ownVideo, ownSignal) = (try own("resting.mp4"), try own("resting.csv"))
    let ways: [(words: [String], source: String)] = [
      (["measure", video], "simulated"), (["measure", signal], "simulated"),
      (["measure", "--no-sandbox", video], "simulated"),
      (["measure", "--no-sandbox", signal], "simulated"), (["measure", kept], "simulated"),
      (["measure", "\(Heartcam.samples)/resting.mp4"], "simulated"),
      (["measure", "\(Heartcam.samples)/exercise.mkv"], "simulated"),
      (["measure", "\(Heartcam.samples)/resting.csv"], "simulated"),
      (["batch", video, "--start-from-modified", "-o", folder.file("batch")], "simulated"),
      (["live", "--replay", video, "--speed", "100000", "--save"], "simulated"),
      (["live", "--replay", ownVideo, "--speed", "100000", "--save"], "replay"),
      (["live", "--replay", ownSignal, "--speed", "100000", "--save"], "replay"),
      (study(ownSignal) + ["--save"], "replay"), (study(signal) + ["--save"], "simulated"),
      (["mock", "--duration", "60", "--at-once"], "mock"),
    ]
    for (index, way) in ways.enumerated() {
      let store = "\(stores)/\(index).db"
      try run(way.words + ["--store", store])
      try expectApart(store, way.source, way.words.joined(separator: " "))
    }
    // Copies keep it apart, in every form.
    for (name, source) in [("12", "replay"), ("13", "simulated"), ("14", "mock")] {
      let store = "\(stores)/\(name).db"
      let copy = "\(stores)/copy-\(name).db"
      try run(["store", "copy", store, copy])
      try expectApart(copy, source, "store copy")
      for format in ["ndjson", "csv", "apple", "fhir", "omh"] {
        let file = folder.file("\(name).\(format)")
        try run(["store", "export", "--format", format, "--store", store, "-o", file])
        let imported = "\(stores)/\(name)-\(format).db"
        try run(["store", "import", "--format", format, "--store", imported, file])
        try expectApart(imported, source, "import of \(format)")
      }
    }
    // A person's own counts as before, and a replay of it does not keep it out.
    let store = "\(stores)/10.db"
    try run(["measure", ownVideo, "--store", store])
    #expect(try counted(store, "--type", "HeartRate") == 3)
  }

  @Test func `what the page saves of a replay does not count either`() throws {
    let served = try ServedProgram("--replay", try own("resting.csv"), "--speed", "100000")
    let visitor = try PageVisitor(to: served)
    let stream = try visitor.events()
    _ = stream.receive(until: "\"state\":\"idle\"")
    #expect(try visitor.post("/api/live/start", "{}").status == 202)
    _ = stream.receive(until: "\"state\":\"measured\"")
    #expect(try visitor.post("/api/live/save", "{}").status == 202)
    _ = stream.receive(until: "\"type\":\"saved\"")
    try expectApart(served.store, "replay", "the page")
  }

  @Test func `no replay is saved unasked, and one that is asked for lies under its own date`()
    throws
  {
    let file = try folder.write(
      try String(contentsOfFile: try own("resting.csv"), encoding: .utf8),
      to: "pulse 2024-05-06 07.08.09.csv")
    let task = try folder.write(Self.task, to: "rest.json")
    let store = "\(stores)/health.db"
    let study = [
      "study", "run", task, "--plain", "--silent", "--from", file, "-o", folder.file("runs"),
      "--store", store,
    ]
    try run(study)
    try run(["live", "--replay", file, "--speed", "100000", "--store", store])
    #expect(!FileManager.default.fileExists(atPath: store))
    try run(study + ["--save"])
    try run(["live", "--replay", file, "--speed", "100000", "--save", "--store", store])
    let samples = try Heartcam.savedRates(in: store)
    #expect(samples.count > 10)
    for sample in samples {
      #expect("\(sample.start)".hasPrefix("2024-05-06T07:0"), "\(sample)")
    }
  }
}

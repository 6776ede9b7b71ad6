import TestSamples
import FoundationEssentials
import Glibc
import HealthFormats
import SampleStore
import Sandbox
import SandboxedImport
import TestSupport
import Testing

@testable import TestPrograms

/// Files of samples are read by a locked process: the store, the messages and the rejects are the same, and what
/// goes wrong there costs one message.
struct SandboxedImportingTests {
  let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  /// Imports with and without a sandbox, and expects the same of both.
  private func expectSame(
    _ words: [String], input: ChildProcess.Input = .nothing, zone: String = "Europe/Berlin",
    saves: Bool = true
  ) throws {
    var results: [ProcessResult] = []
    var contents: [[String]] = []
    for flag in [[], ["--no-sandbox"]] {
      let (store, rejects) = (folder.file("s.db"), folder.file("rejects.ndjson"))
      for part in ["", "-wal", "-shm"] { unlink(store + part) }
      unlink(rejects)
      var text = ""
      for form in [["--json"], []] {
        // The second time everything is known.
        let result = try Heartcam.start(
          ["store", "import", "--store", store, "--rejects", rejects] + form + flag + words,
          input: input, environment: ["TZ": zone]
        ).result()
        results.append(result)
        text += (try? folder.text(of: "rejects.ndjson")) ?? "none"
        unlink(rejects)
      }
      let exported = try Heartcam.run("store", "export", "--store", store)
      let profile = try Heartcam.run("store", "profile", "--store", store)
      contents.append([exported.output, profile.output, text])
      if saves { #expect(!exported.output.isEmpty, "\(words): \(results)") }
    }
    #expect(contents[0] == contents[1], "\(words)")
    for (one, other) in zip(results[..<2], results[2...]) {
      #expect(one.output == other.output, "\(words)")
      #expect(one.errors == other.errors, "\(words)")
      #expect(one.ending == other.ending, "\(words)")
    }
  }

  /// A store with samples of every kind.
  private func filledStore(isPlain: Bool) throws -> String {
    let path = folder.file("all.db")
    let store = try HealthStore(location: try StoreLocation(path: path))
    var random = RandomSamples(seed: 61, isPlain: isPlain)
    let samples = try (0..<400).map { _ in try random.sample() }
    _ = try store.saveNew(samples)
    return path
  }

  @Test(arguments: [
    "a.ndjson", "a.ndjson.gz", "a.csv", "a.fhir.json", "a.omh.ndjson", "a.xml", "a.zip",
  ])
  func `every format gives the same samples, messages and rejects`(name: String) throws {
    let store = try filledStore(isPlain: name.hasSuffix(".xml"))
    let exported = try Heartcam.run("store", "export", "--store", store, "-o", folder.file(name))
    #expect([.exit(0), .exit(1)].contains(exported.ending), "\(exported)")
    try expectSame([folder.file(name)])
    try expectSame(
      [folder.file(name), "--type", "HeartRate", "--since", "2026-01-01"], saves: false)
    // What is cut off, and what is damaged.
    let bytes = try Data(contentsOf: URL(filePath: folder.file(name)))
    let half = try folder.write(bytes.prefix(bytes.count / 2), to: "half-\(name)")
    try expectSame([half], saves: false)
    var spoilt = bytes
    for index in stride(from: 301, to: spoilt.count, by: 977) { spoilt[index] ^= 0x15 }
    try expectSame([try folder.write(spoilt, to: "spoilt-\(name)"), folder.file(name)])
  }

  private static let record = """
    <Record type="HKQuantityTypeIdentifierHeartRate" sourceName="S" unit="count/min" \
    creationDate="2026-01-31 09:00:05 +0000" startDate="2026-01-31 09:00:00 +0000" \
    endDate="2026-01-31 09:00:00 +0000" value="61"/>

    """

  @Test func `an export in a folder, with files beside it, gives the same`() throws {
    for name in ["workout-routes", "electrocardiograms", "clinical-records"] {
      try FileManager.default.createDirectory(
        atPath: folder.file("apple/\(name)"), withIntermediateDirectories: true)
    }
    let dates = "startDate=\"2026-01-31 09:00:00 +0000\" endDate=\"2026-01-31 09:30:00 +0000\""
    let workout = { (path: String) in
      """
      <Workout workoutActivityType="HKWorkoutActivityTypeRunning" duration="30" durationUnit="min" \
      sourceName="S" \(dates)><WorkoutRoute sourceName="S" \(dates)><FileReference path="\(path)"/>\
      </WorkoutRoute></Workout>

      """
    }
    let route = """
      <?xml version="1.0"?><gpx version="1.1"><trk><trkseg><trkpt lon="13.4" lat="52.5"><ele>34.5</ele>\
      <time>2026-01-31T09:04:05Z</time><extensions><speed>1.5</speed></extensions></trkpt></trkseg></trk></gpx>
      """
    try folder.write(route, to: "apple/workout-routes/a.gpx")
    try folder.write(route.replacing("52.5", with: "51"), to: "apple/workout-routes/Rest.gpx")
    try folder.write("<gpx/>", to: "apple/workout-routes/broken.gpx")
    try folder.write(
      """
      Name,A B
      Recorded Date,2026-01-02 03:04:05 +0100
      Classification,Sinus Rhythm
      Sample Rate,512 hertz
      Lead,Lead I
      Unit,µV

      1.5
      -3

      """, to: "apple/electrocardiograms/ecg.csv")
    let file = try folder.write(
      "<HealthData><Me HKCharacteristicTypeIdentifierBloodType=\"HKBloodTypeAPositive\"/>\n"
        + Self.record + workout("/workout-routes/a.gpx") + workout("/workout-routes/none.gpx")
        + workout("/../../../etc/passwd") + "</HealthData>", to: "apple/export.xml")
    try expectSame([file])
    try expectSame(["-"], input: .file(file))
  }

  @Test func `tables in local times, pipes and broken files give the same`() throws {
    let table = try folder.write(
      "When,Pulse\n2026-01-31 09:00,62\n2026-07-31 09:00,63\nx,64\n2026-07-31 10:00,0\n",
      to: "t.csv")
    for zone in ["Europe/Berlin", "America/New_York", ""] {
      try expectSame([table, "--map", "date=When,value=Pulse,type=HeartRate"], zone: zone)
    }
    try expectSame([table, "--map", "date=None,value=Pulse,type=HeartRate"], saves: false)
    let export = try folder.write(
      "<HealthData>\n" + Self.record + Self.record.replacing("61", with: "nothing")
        + "<Strange a=\"\u{1}\"/></HealthData>", to: "a.xml")
    for (name, text) in [
      ("empty.xml", ""), ("list.txt", "a list"), ("cut.xml", "<HealthData>\n" + Self.record),
      ("odd.zip", "PK\u{3}\u{4}nothing"),
      ("deep.xml", String(repeating: "<HealthData>", count: 99_999)),
    ] {
      try expectSame([try folder.write(text, to: name), export])
    }
    try expectSame([folder.file("missing.xml"), folder.path, export])
    let outputs = try ["", "--no-sandbox"].map { flag in
      try Heartcam.sh(
        "cat \"$file\" | \"$heartcam\" store import --dry-run --json \(flag) -", ["file": export])
    }
    #expect(outputs[0].output == outputs[1].output && outputs[0].output.contains("\"saved\":1"))
  }

  /// Which zone the machine is in says `/etc/localtime`, over which another zone's file is mounted for these programs alone.
  @Test(
    .enabled(
      if: Heartcam.mountObstacle == nil,
      Comment(rawValue: Heartcam.mountObstacle ?? "")),
    arguments: ["", "--no-sandbox"])
  func `a local time is the machine's where TZ names no zone`(flag: String) throws {
    let table = try folder.write("When,Pulse\n2026-07-31 09:00,63\n", to: "t.csv")
    let line = """
      unset TZ
      exec $unshare sh -c '
        mount --bind /usr/share/zoneinfo/Asia/Kathmandu /etc/localtime || exit 1
        "$heartcam" store import "$table" --map date=When,value=Pulse,type=HeartRate \(flag) --store "$store" &&
          "$heartcam" store list --json --store "$store"
      '
      """
    let result = try Heartcam.sh(
      line, ["table": table, "store": folder.file("s.db"), "unshare": Heartcam.unshare])
    // Nepal is 5 hours and 45 minutes ahead.
    #expect(result.ending == .exit(0), "\(result)")
    #expect(result.output.contains("\"start\":\"2026-07-31T03:15:00.000Z\""), "\(result)")
  }

  // MARK: Faults

  /// Starts an import of a pipe that stays open after some samples, and returns it with its reader once that waits.
  private func waiting(_ words: [String]) throws -> (
    process: ChildProcess, reader: SandboxedReader, end: Int32
  ) {
    let pipe = folder.file("pipe")
    try #require(mkfifo(pipe, 0o600) == 0)
    let end = open(pipe, O_RDWR | O_CLOEXEC)
    // More than is read to recognize the format.
    _ = fcntl(end, 1031 /* F_SETPIPE_SZ */, 1 << 20)
    let text = (1000..<2000).map {
      "{\"type\":\"HeartRate\",\"start\":\"\($0)-01-31T09:00:00Z\",\"value\":60,\"unit\":\"count/min\"}\n"
    }.joined()
    try #require(write(end, text, text.utf8.count) == text.utf8.count)
    let process = try Heartcam.start(
      ["store", "import", "--store", folder.file("s.db"), "--format", "ndjson", pipe] + words)
    var reader: SandboxedReader?
    try process.wait {
      reader = SandboxedReader(of: process.pid)
      var unread: Int32 = 0
      return reader != nil && ioctl(end, UInt(FIONREAD), &unread) == 0 && unread == 0
    }
    return (process, try #require(reader), end)
  }

  @Test(arguments: [SIGSEGV, SIGKILL])
  func `a parser that dies costs one message, and the next file is imported`(signal: Int32) throws {
    let file = try folder.write(
      #"{"type":"HeartRate","start":"2026-01-31T09:00:00Z","value":60,"unit":"count/min"}"# + "\n",
      to: "a.ndjson")
    let (process, reader, end) = try waiting([file])
    defer { close(end) }
    kill(reader.id, signal)
    let result = process.result()
    #expect(result.ending == .exit(2), "\(result)")
    #expect(result.errors.contains("cannot read \(folder.file("pipe"))"), "\(result)")
    #expect(result.errors.contains("the process that reads it was ended by signal \(signal)"))
    #expect(result.errors.contains("\(file): saved 1 sample\n"), "\(result)")
    let check = try Heartcam.run("store", "check", "--store", folder.file("s.db"))
    #expect(check.ending == .exit(0), "\(check)")
  }

  @Test func `what was read before an interruption is saved`() throws {
    let (process, _, end) = try waiting([])
    defer { close(end) }
    process.send(SIGINT)
    let result = process.result()
    #expect(result.ending == .exit(130), "\(result)")
    #expect(result.errors.contains("saved 1000 samples"), "\(result)")
  }

  @Test func `the reader has its socket and its input, and nothing else`() throws {
    let (process, reader, end) = try waiting([])
    defer {
      process.send(SIGKILL)
      _ = process.result()
      close(end)
    }
    let places = try reader.descriptors()
    #expect(places.count == 4 && places[0].hasPrefix("socket:"), "\(places)")
    #expect(places[1...2].allSatisfy { $0 == "/dev/null" }, "\(places)")
    #expect(places.last?.hasSuffix("/pipe") == true, "\(places)")
  }

  @Test func `a reader that needs more memory than it may have is an error, not a half import`()
    throws
  {
    // Two million values in a line need hundreds of megabytes.
    let beats = (0..<400_000).map { "\($0)" }.joined(separator: ",")
    let file = try folder.write(
      "{\"kind\":\"heartbeat_series\",\"type\":\"HKDataTypeIdentifierHeartbeatSeries\","
        + "\"start\":\"2026-01-31T09:00:00Z\",\"beats_s\":[\(beats)]}\n", to: "a.ndjson")
    var limits = SandboxLimits()
    limits.memory = 24
    let sandbox = ImportSandbox(
      command: [Heartcam.path, "sandboxed-reader", "--read", "samples"],
      environment: Heartcam.environment, limits: limits
    ) { _ in }
    let error = #expect(throws: FormatError.self) {
      var opened = try sandbox.open(file)
      while try opened.input.next() != nil {}
    }
    #expect(error?.description.contains("more than 24 MB of memory") == true, "\(error)")
  }
}

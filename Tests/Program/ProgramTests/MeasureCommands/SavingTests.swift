import FoundationEssentials
import Glibc
import TestSupport
import Testing

@testable import TestPrograms

/// A recording's samples are saved once, whatever its file is called.
struct SavingTests {
  let folder: TemporaryFolder
  var store: String { folder.file("health.db") }

  init() throws { folder = try TemporaryFolder() }

  private func measure(_ input: String, _ options: String...) throws -> ProcessResult {
    try Heartcam.start(["measure", "--json", "--store", store, input] + options).result()
  }

  /// What is said of a simulated recording.
  private static let mark = "; marked simulated: statistics and charts leave them out"

  @Test func `samples carry the intervals of the readings and their rates`() throws {
    let result = try measure(RestingVideo.path)
    #expect(
      result.errors
        == "heartcam: 62 beats per minute have been logged (3 readings to \(store)\(Self.mark))\n")
    let row = try result.row()
    let samples = try Heartcam.storedSamples(in: store)
    #expect(
      samples.map(\.start) == [
        "2026-01-31T09:00:00.000Z", "2026-01-31T09:00:10.000Z", "2026-01-31T09:00:20.000Z",
      ])
    #expect(
      samples.map(\.end) == [
        "2026-01-31T09:00:10.000Z", "2026-01-31T09:00:20.000Z", "2026-01-31T09:00:30.000Z",
      ])
    for (sample, reading) in zip(samples, row.readings ?? []) {
      #expect(abs(sample.value - (reading.bpm ?? 0)) <= 0.005)
      #expect(sample.unit == "count/min")
      #expect(sample.type == "HKQuantityTypeIdentifierHeartRate")
    }
  }

  @Test func `the same recording is saved once, under any name and in any container`() throws {
    let original = try RestingVideo.path
    _ = try measure(original)
    let copies = [
      original, try folder.copy(original, to: "renamed.mp4"),
      try Heartcam.ffmpeg("-i", original, "-c", "copy", to: folder.file("20260131_090000.mp4")),
      try Heartcam.ffmpeg("-i", original, "-c", "copy", to: folder.file("20260131_090000.mkv")),
    ]
    for copy in copies {
      let result = try measure(copy)
      #expect(result.ending == .exit(0))
      #expect(
        result.errors == """
          heartcam: \(copy): already in \(store); nothing was saved (--again saves it once more)

          """)
    }
    #expect(try Heartcam.storedSamples(in: store).count == 3)
    let again = try measure(original, "--again")
    #expect(again.errors.hasSuffix("have been logged (3 readings to \(store)\(Self.mark))\n"))
    #expect(try Heartcam.storedSamples(in: store).count == 6)
    _ = try measure(Heartcam.samples + "/restless.mp4")
    #expect(try Heartcam.storedSamples(in: store).count > 6)
  }

  /// A video's copy that does not say when it was made, as messengers and editors leave it, with the time
  /// of a copy.
  private func undated(_ name: String, changed: Int = 1_700_000_000) throws -> String {
    let path = try Heartcam.ffmpeg(
      "-i", RestingVideo.path, "-map_metadata", "-1", "-c", "copy", to: folder.file(name))
    var times = [timespec(tv_sec: changed, tv_nsec: 0), timespec(tv_sec: changed, tv_nsec: 0)]
    #expect(utimensat(AT_FDCWD, path, &times, 0) == 0)
    return path
  }

  @Test(arguments: [
    ("container", "clip.mp4", [], "2026-01-31T09:00:00.000Z"),
    ("name", "IMG_20200327_151500.mp4", [], "2020-03-27T15:15:00.000Z"),
    ("modified", "clip.mp4", [], "2023-11-14T22:12:50.000Z"),
    (
      "given", "IMG_20200327_151500.mp4", ["--start", "2019-05-05 12:00"],
      "2019-05-05T12:00:00.000Z"
    ),
    // Nobody has recorded it yet.
    ("modified", "29991231_235959.mp4", [], "2023-11-14T22:12:50.000Z"),
    ("modified", "20991231_235959.mp4", [], "2023-11-14T22:12:50.000Z"),
  ])
  func `every output says where the start is known from, and a guess warns`(
    _ source: String, _ name: String, _ options: [String], _ start: String
  ) throws {
    let path = source == "container" ? try RestingVideo.path : try undated(name)
    func run(_ more: String...) throws -> ProcessResult {
      try Heartcam.start(["measure", "--store", store, path] + options + more).result()
    }
    let result = try run("--json", "--report", folder.file("report.html"))
    let row = try result.row()
    #expect(row.start == start && row.startSource == source)
    let isGuess = source == "modified"
    let warning =
      "it does not say when it was recorded: its start is a guess from when the file was "
    #expect(row.warnings?.count == (isGuess ? 1 : 0))
    #expect(row.warnings?.first?.hasPrefix(warning) ?? true)
    #expect(result.errors.contains("--start DATE gives it") == isGuess)
    #expect(try run("--csv").output.contains(",\(start),\(source),0.0,10.0,"))
    #expect(try run("--csv", "--summary").output.contains(",\(start),\(source),"))
    let page = String(
      decoding: try Data(contentsOf: URL(filePath: folder.file("report.html"))), as: UTF8.self)
    let began = start.prefix(19).replacing("T", with: " ")
    #expect(page.contains("<dd>\(began) +0000, "))
    let table = try run().output
    #expect(
      table.contains("        start  \(start.prefix(10)) ") == (source != "container"), "\(table)")
    let lines = try Heartcam.run("store", "list", "--json", "--store", store).output
    #expect(lines.contains("\"start\":\"\(start.prefix(19))"))
    for line in lines.split(separator: "\n") {
      #expect(line.contains("\"HeartcamStartSource\":\"\(source)\""))
    }
  }

  @Test func `a start is given for one input, as a time that there is`() throws {
    let video = try undated("clip.mp4")
    let two = try Heartcam.run("measure", "--start", "2020-01-01", video, video)
    #expect(two.ending == .exit(64) && two.errors.contains("--start takes one input"))
    for text in ["2020-02-30", "noon", "", "2020-01-01T25:00", "1e9"] {
      #expect(try Heartcam.run("measure", "--start", text, video).ending == .exit(64), "\(text)")
    }
    let piped = try Heartcam.run("measure", "--json", "--store", "none", "-", input: .file(video))
    #expect(["read", "modified"].contains(try piped.row().startSource ?? ""))
  }

  @Test func `the default store is below XDG_DATA_HOME, or else below HOME`() throws {
    let signal = Heartcam.samples + "/resting.csv"
    for (settings, place) in [
      (["XDG_DATA_HOME": folder.file("data"), "HOME": "/nonexistent"], "data"),
      (["HOME": folder.file("home")], "home/.local/share"),
    ] {
      let result = try Heartcam.run("measure", signal, environment: settings)
      #expect(result.ending == .exit(0), "\(result)")
      let path = folder.file(place + "/heartcam/health.db")
      #expect(try Heartcam.run("store", "path", environment: settings).output == path + "\n")
      #expect(try Heartcam.storedSamples(in: path).count == 6)
      #expect(try mode(path) == 0o600)
      #expect(try mode(folder.file(place + "/heartcam")) == 0o700)
    }
  }

  @Test func `no output overwrites the input, the store, the other output or a stranger's file`()
    throws
  {
    let video = try folder.copy(try RestingVideo.path, to: "finger.mp4")
    let bytes = try Data(contentsOf: URL(filePath: video))
    _ = try measure(video)
    let stranger = try folder.write("dear diary\n", to: "diary.txt")
    for options in [
      ["--beats", video], ["--signal", video], ["--beats", store], ["--signal", stranger],
      ["--beats", folder.file("x.csv"), "--signal", folder.file("x.csv")], ["--beats", "-"],
    ] {
      let result = try Heartcam.start(["measure", "--store", store, video] + options).result()
      #expect(result.ending == .exit(options[1] == stranger ? 73 : 64), "\(options)")
      #expect(result.errors.split(separator: "\n").count == 1)
      #expect(result.output.isEmpty)
    }
    #expect(try Data(contentsOf: URL(filePath: video)) == bytes)
    #expect(try folder.text(of: "diary.txt") == "dear diary\n")
    #expect(try Heartcam.storedSamples(in: store).count == 3)
    // A file that an earlier run wrote is replaced if that is asked for.
    for (options, ending) in [([], 0), ([], 73), (["--force"], 0)] as [([String], Int32)] {
      let beats = folder.file("beats.csv")
      let result = try Heartcam.start(
        ["measure", "--store", "none", video, "--beats", beats] + options
      ).result()
      #expect(result.ending == .exit(ending))
    }
  }

  @Test func `files with health data are readable by their owner alone, whatever the umask`() throws
  {
    let line = """
      umask 000 && cd "$folder" && mkdir below &&
      "$heartcam" measure --store below/new/health.db --beats beats.csv --signal signal.csv "$input"
      "$heartcam" simulate made.csv --duration 10
      touch old.csv && chmod 666 old.csv && "$heartcam" measure --store none --beats old.csv --force "$input"
      """
    let result = try Heartcam.sh(
      line, ["folder": folder.path, "input": Heartcam.samples + "/resting.csv"])
    #expect(result.ending == .exit(0), "\(result)")
    for name in [
      "below/new/health.db", "beats.csv", "signal.csv", "made.csv", "made.beats.csv",
      "made.bpm.csv", "old.csv",
    ] {
      #expect(try mode(folder.file(name)) == 0o600, "\(name)")
    }
    #expect(try mode(folder.file("below/new")) == 0o700)
    let names = try folder.names()
    #expect(!names.contains { $0.hasSuffix(".part") }, "\(names)")
  }

  private func mode(_ path: String) throws -> mode_t {
    var status = stat()
    try #require(stat(path, &status) == 0, "\(path) is missing")
    return status.st_mode & 0o777
  }
}

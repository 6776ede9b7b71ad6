import FoundationEssentials
import Glibc
import TestSupport
import Testing

/// A recording's samples are saved once, whatever its file is called.
struct SavingTests {
  let folder: TemporaryFolder
  var store: String { folder.file("health.db") }

  init() throws { folder = try TemporaryFolder() }

  private func measure(_ input: String, _ options: String...) throws -> ProcessResult {
    try Heartcam.start(["measure", "--json", "--store", store, input] + options).result()
  }

  @Test func `samples carry the intervals of the readings and their rates`() throws {
    let result = try measure(RestingVideo.path)
    #expect(
      result.errors == "heartcam: 62 beats a minute have been logged (3 readings to \(store))\n")
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
      try Heartcam.ffmpeg("-i", original, "-c", "copy", to: folder.file("remuxed.mp4")),
      try Heartcam.ffmpeg("-i", original, "-c", "copy", to: folder.file("remuxed.mkv")),
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
    #expect(again.errors.hasSuffix("have been logged (3 readings to \(store))\n"))
    #expect(try Heartcam.storedSamples(in: store).count == 6)
    _ = try measure(Heartcam.samples + "/restless.mp4")
    #expect(try Heartcam.storedSamples(in: store).count > 6)
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
      #expect(result.ending == .exit(64), "\(options)")
      #expect(result.errors.split(separator: "\n").count == 1)
      #expect(result.output.isEmpty)
    }
    #expect(try Data(contentsOf: URL(filePath: video)) == bytes)
    #expect(try folder.text(of: "diary.txt") == "dear diary\n")
    #expect(try Heartcam.storedSamples(in: store).count == 3)
    // A file that an earlier run wrote may be overwritten.
    for _ in 1...2 {
      let beats = folder.file("beats.csv")
      let result = try Heartcam.start(
        ["measure", "--store", "none", video, "--beats", beats]
      ).result()
      #expect(result.ending == .exit(0))
    }
  }

  @Test func `files with health data are readable by their owner alone, whatever the umask`() throws
  {
    let line = """
      umask 000 && cd "$folder" && mkdir below &&
      "$heartcam" measure --store below/new/health.db --beats beats.csv --signal signal.csv "$input"
      "$heartcam" simulate made.csv --duration 10
      touch old.csv && chmod 666 old.csv && "$heartcam" measure --store none --beats old.csv "$input"
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

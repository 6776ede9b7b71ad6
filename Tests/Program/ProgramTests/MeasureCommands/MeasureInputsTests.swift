import FoundationEssentials
import Glibc
import TestSupport
import Testing

@testable import TestPrograms

/// What can be measured besides a video at its own pace, and many inputs at once.
struct MeasureInputsTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func measure(_ words: String...) throws -> ProcessResult {
    try Heartcam.start(["measure", "--json", "--store", "none"] + words).result()
  }

  @Test func `slow motion and pictures are measured at the rate at which they were taken`() throws {
    let slow = try Heartcam.ffmpeg(
      "-i", RestingVideo.path, "-vf", "setpts=4*PTS", "-r", "7.5", to: folder.file("slow.mp4"))
    let asPlayed = try measure(slow)
    #expect(asPlayed.ending == .exit(1))
    #expect(
      asPlayed.errors.contains(
        "7.5 frames per second are too few for a pulse: 8 are needed, and 15 or more are better"))
    let whole = try Heartcam.measure(RestingVideo.path)
    let row = try measure("--true-rate", "30", slow).row()
    #expect(abs((row.bpm ?? 0) - (whole.bpm ?? 99)) < 1 && abs((row.duration ?? 0) - 30) < 0.2)
    let pictures = folder.file("pictures")
    try FileManager.default.createDirectory(atPath: pictures, withIntermediateDirectories: true)
    try Heartcam.ffmpeg("-i", RestingVideo.path, "-t", "21", to: pictures + "/f%d.png")
    let photos = folder.file("photos")
    try FileManager.default.createDirectory(atPath: photos, withIntermediateDirectories: true)
    try Heartcam.ffmpeg(
      "-i", RestingVideo.path, "-t", "21", "-vf", "scale=320:240", to: photos + "/f%d.jpg")
    for input in [pictures, pictures + "/f%d.png", photos] {
      let untimed = try measure(input)
      #expect(untimed.ending == .exit(64) && untimed.errors.contains("--true-rate"), "\(untimed)")
      let row = try measure(input, "--true-rate", "30").row()
      #expect(row.frames == 630 && abs((row.bpm ?? 0) - (whole.bpm ?? 99)) < 1, "\(row)")
    }
    // A picture that is missing or broken is a missing frame.
    unlink(pictures + "/f100.png")
    try folder.write("no picture", to: "pictures/f200.png")
    let damaged = try measure(pictures, "--true-rate", "30").row()
    #expect(damaged.frames == 628)
    #expect(
      damaged.warnings?.prefix(2).map { $0.prefix(15) } == ["1 picture missi", "1 picture could"],
      "\(damaged.warnings ?? [])")
    // However many are missing, the numbers say when the others were taken.
    for number in stride(from: 5, to: 630, by: 5) { unlink(photos + "/f\(number).jpg") }
    let gappy = try measure(photos, "--true-rate", "30").row()
    #expect(gappy.frames == 505 && abs((gappy.bpm ?? 0) - (whole.bpm ?? 99)) < 1, "\(gappy)")
    #expect(gappy.warnings?.first?.hasPrefix("125 pictures missing") == true, "\(gappy)")
    let here = try measure(photos, "--true-rate", "30", "--no-sandbox").row()
    #expect(here.bpm == gappy.bpm && here.warnings == gappy.warnings)
    #expect(try measure("--true-rate", "30", Heartcam.samples + "/resting.csv").ending == .exit(2))
  }

  @Test(arguments: [
    ("jpegs.mjpeg", ["-c:v", "mjpeg"]), ("guess.h264", ["-c:v", "libx264", "-r", "25"]),
  ])
  func `a stream without times is measured at the rate that is given, or not at all`(
    name: String, encoding: [String]
  ) throws {
    let output = folder.file(name)
    try Heartcam.encode(RestingVideo.path, encoding, to: output)
    let guess = try measure(output)
    #expect(guess.ending == .exit(2) && guess.errors.contains("--true-rate"), "\(guess)")
    let rate = name.hasSuffix("h264") ? "25" : "30"
    let row = try measure("--true-rate", rate, output).row()
    #expect(abs((row.bpm ?? 0) - 62) < 1, "\(row)")
  }

  @Test func `pictures whose names say when they were taken are found in folders of folders`()
    throws
  {
    let inner = folder.file("data/01-01/01-01")
    try FileManager.default.createDirectory(atPath: inner, withIntermediateDirectories: true)
    try Heartcam.ffmpeg("-i", RestingVideo.path, "-t", "11", to: inner + "/%d.png")
    let names = try FileManager.default.contentsOfDirectory(atPath: inner)
    for name in names {
      let number = Int(name.dropLast(4)) ?? 0
      // An uneven clock, in nanoseconds since 1970.
      let time = 1_392_643_993_642_815_000 + number * 1_000_000_000 / 30 + number % 3 * 1_000_000
      try FileManager.default.moveItem(
        atPath: "\(inner)/\(name)", toPath: "\(inner)/Image\(time).png")
    }
    try folder.write("{}", to: "data/01-01/01-01.json")
    let row = try measure(folder.file("data")).row()
    #expect(row.frames == names.count && abs((row.bpm ?? 0) - 62) < 2)
    #expect(try measure(inner, "--no-sandbox").row().bpm == row.bpm)
    let batch = try Heartcam.start(["batch", folder.file("data"), "-o", folder.file("out")])
      .result()
    #expect(batch.ending == .exit(0), "\(batch.errors)")
    // Names without times are found only where they are named, with a rate.
    let plain = folder.file("plain/a")
    try FileManager.default.createDirectory(atPath: plain, withIntermediateDirectories: true)
    try Heartcam.ffmpeg("-i", RestingVideo.path, "-t", "1", to: plain + "/%d.png")
    #expect(try measure(folder.file("plain")).ending == .exit(2))
  }

  @Test func `a picture file in Y4M needs the rate that its header lacks`() throws {
    let whole = folder.file("whole.y4m")
    try Heartcam.encode(RestingVideo.path, ["-t", "12", "-vf", "scale=16:12"], to: whole)
    #expect(try abs((measure(whole).row().bpm ?? 0) - 62) < 1)
    let bytes = try #require(FileManager.default.contents(atPath: whole))
    let end = try #require(bytes.firstIndex(of: 0x0A))
    let header = String(decoding: bytes[..<end], as: UTF8.self).replacing(/\sF\d+:\d+/, with: "")
    let untimed = folder.file("untimed.y4m")
    try (Data(header.utf8) + bytes[end...]).write(to: URL(filePath: untimed))
    let guess = try measure(untimed)
    #expect(guess.ending == .exit(2) && guess.errors.contains("--true-rate"), "\(guess)")
    #expect(try abs((measure("--true-rate", "30", untimed).row().bpm ?? 0) - 62) < 1)
  }

  @Test func `slow motion that says so is measured at the rate of filming`() throws {
    let slow = folder.file("slow.mp4")
    func notes(_ rate: String) -> [String] {
      ["-movflags", "use_metadata_tags", "-metadata", "com.android.capture.fps=\(rate)"]
    }
    try Heartcam.encode(
      RestingVideo.path, ["-vf", "setpts=4*PTS", "-r", "30"] + notes("120"), to: slow)
    let row = try measure(slow).row()
    #expect(abs((row.bpm ?? 0) - 62) < 1 && abs((row.duration ?? 0) - 30) < 0.5, "\(row)")
    #expect(row.warnings?.contains { $0.contains("filmed at 120 frames") } == true, "\(row)")
    // At its own pace, and at one that no camera has, nothing is said.
    for rate in ["30", "inf", "nan", "1e300", "-120", "0"] {
      let same = folder.file("same.mp4")
      try Heartcam.encode(RestingVideo.path, ["-c", "copy"] + notes(rate), to: same)
      let asPlayed = try measure(same).row()
      #expect(
        abs((asPlayed.bpm ?? 0) - 62) < 1
          && asPlayed.warnings?.contains { $0.contains("filmed") } == false, "\(rate): \(asPlayed)")
    }
  }

  @Test func `when a recording began is what the camera says, not an export or the end`() throws {
    let file = folder.file("IMG_0001.mov")
    try Heartcam.encode(
      RestingVideo.path,
      [
        "-t", "12", "-movflags", "use_metadata_tags", "-metadata",
        "creation_time=2026-03-01T09:00:00Z", "-metadata",
        "com.apple.quicktime.creationdate=2026-01-05T11:00:00+0100",
      ], to: file)
    #expect(try measure(file).row().start == "2026-01-05T10:00:00.000Z")
    // Android notes the end; the name has the beginning by the clock of some zone.
    let android = folder.file("VID_20260105_120000.mp4")
    try Heartcam.encode(
      RestingVideo.path, ["-metadata", "creation_time=2026-01-05T10:00:30Z"], to: android)
    #expect(try measure(android).row().start == "2026-01-05T10:00:00.000Z")
    let unset = folder.file("unset.mp4")
    try Heartcam.encode(
      RestingVideo.path, ["-t", "12", "-metadata", "creation_time=1970-01-01T00:00:10Z"], to: unset)
    #expect(try measure(unset).row().startSource == "modified")
  }

  @Test(arguments: [1, 1_000, 1_000_000, 1_000_000_000])
  func `times since 1970 say when a signal began, in whatever unit`(unit: Int) throws {
    let lines = try String(contentsOfFile: Heartcam.samples + "/resting.csv", encoding: .utf8)
      .split(separator: "\n").map { $0.split(separator: ",") }
    let rows = lines.dropFirst().map { fields in
      let seconds = Double(fields[0]) ?? 0
      let time =
        unit == 1
        ? "\(1_767_607_200 + seconds)"
        : "\(1_767_607_200 * unit + Int((seconds * Double(unit)).rounded()))"
      return ([time] + fields[1...3].map(String.init)).joined(separator: ",")
    }
    let loop = try folder.write(
      "time_s,red,green,blue\n" + rows.joined(separator: "\n") + "\n", to: "loop.csv")
    let row = try measure(loop).row()
    #expect(row.start == "2026-01-05T10:00:00.000Z", "\(row)")
    #expect(abs((row.bpm ?? 0) - 66) < 1 && abs((row.duration ?? 0) - 60) < 0.2, "\(row)")
  }

  @Test func `pictures of a camera that are cut off are missing, not green`() throws {
    let whole = folder.file("whole.avi")
    try Heartcam.encode(RestingVideo.path, ["-c:v", "mjpeg", "-q:v", "3"], to: whole)
    var bytes = [UInt8](try #require(FileManager.default.contents(atPath: whole)))
    // The second half of every fiftieth picture is zero.
    let starts = bytes.indices.dropLast(2).filter {
      bytes[$0] == 0xFF && bytes[$0 + 1] == 0xD8 && bytes[$0 + 2] == 0xFF
    }
    for (number, start) in starts.enumerated().dropLast() where number % 50 == 25 {
      let end = starts[number + 1] - 8
      for index in (start + end) / 2..<end { bytes[index] = 0 }
    }
    let zeros = folder.file("zeros.avi")
    try Data(bytes).write(to: URL(filePath: zeros))
    for options in [[], ["--fast"]] {
      let row = try Heartcam.start(
        ["measure", "--json", "--store", "none", zeros] + options
      ).result().row()
      #expect(row.damaged == 18 && abs((row.bpm ?? 0) - 62) < 1, "\(row)")
    }
  }

  @Test func `a recording shorter than an interval has a line in every format`() throws {
    let lines = (0..<60).map { "\(Double($0) / 30),100,50,40\n" }
    let short = try folder.write("time_s,red,green,blue\n" + lines.joined(), to: "short.csv")
    for form in [["--csv"], ["--csv", "--summary"]] {
      let done = try Heartcam.start(["measure", "--store", "none", short] + form).result()
      let rows = done.output.split(separator: "\n").map {
        $0.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
      }
      #expect(done.ending == .exit(1) && rows.count == 2, "\(done)")
      let fields = Dictionary(uniqueKeysWithValues: zip(rows[0], try #require(rows.last)))
      #expect(fields["input"] == short && fields["reason"] == "too_short", "\(done)")
    }
  }

  @Test func `the stream that is asked for is measured`() throws {
    let other = try Heartcam.simulate(
      folder.file("other.mp4"), "--bpm", "90", "--duration", "30", "--seed", "9")
    let both = try Heartcam.ffmpeg(
      "-i", RestingVideo.path, "-f", "lavfi", "-i", "sine", "-i", other, "-map", "1:0", "-map",
      "0:0",
      "-map", "2:0", "-t", "25", "-c:v", "copy", to: folder.file("both.mkv"))
    let first = try measure("--stream", "1", both).row()
    #expect(try abs((first.bpm ?? 0) - (Heartcam.measure(RestingVideo.path).bpm ?? 99)) < 1)
    #expect(try abs((measure("--stream", "2", both).row().bpm ?? 0) - 90) < 2)
    for (number, reason) in [("0", "its stream 0 is no video"), ("7", "its stream 7 is no video")] {
      let result = try measure("--stream", number, both)
      #expect(result.ending == .exit(2))
      #expect(result.errors.contains(reason + "; streams 1, 2 are\n"), "\(result)")
    }
  }

  @Test func `several at a time give the same lines in the same order`() throws {
    for index in 0..<7 {
      try Heartcam.simulate(
        folder.file("\(index).csv"), "--duration", "\(12 + 5 * (6 - index))", "--bpm",
        "\(60 + 5 * index)")
    }
    try folder.write("nothing", to: "a.mp4")
    let alone = try measure(folder.path, folder.file("a.mp4"), folder.file("missing.mp4"))
    #expect(alone.ending == .exit(2) && alone.output.split(separator: "\n").count == 10)
    for jobs in ["2", "16"] {
      let result = try measure(
        "-j", jobs, folder.path, folder.file("a.mp4"), folder.file("missing.mp4"))
      #expect(result.output == alone.output && result.ending == alone.ending, "\(result)")
      #expect(result.errors == alone.errors)
    }
  }

  @Test func `an interruption ends all that is measured at a time`() throws {
    for index in 0..<3 {
      try Heartcam.simulate(folder.file("\(index).csv"), "--duration", "36000", "--fps", "30")
    }
    let process = try Heartcam.start([
      "measure", "--json", "--jobs", "3", "--store", "none", folder.path,
    ])
    // Once three threads measure beside the first one.
    try process.wait {
      (try? FileManager.default.contentsOfDirectory(atPath: "/proc/\(process.pid)/task").count) ?? 0
        > 3
    }
    process.send(SIGINT)
    let result = process.result(within: .seconds(20))
    #expect(result.ending == .exit(130), "\(result)")
  }

  @Test func `a reversed file and times that no recording has are called what they are`() throws {
    let lines = (0..<600).map { "\(Double($0) / 30),\(200 + $0 % 3),60,40\n" }
    let header = "time_s,red,green,blue\n"
    let reversed = try folder.write(header + lines.reversed().joined(), to: "r.csv")
    let odd = try folder.write(
      header + "1e300,1,2,3\n" + lines.joined() + "-1e300,1,2,3\n", to: "o.csv")
    let first = try measure(reversed)
    #expect(first.errors.contains("the times run backwards"), "\(first)")
    #expect(try first.row().duration == 0)
    let second = try measure(odd)
    #expect(second.errors.contains("2 frames have a time that no recording has"), "\(second)")
    #expect(try abs((second.row().duration ?? 0) - 20) < 0.2)
    let table = try Heartcam.run("measure", "--store", "none", reversed, odd)
    #expect(!table.output.contains("e+") && !table.output.contains(" -1"), "\(table)")
  }

  @Test func `a summary has one line for each input`() throws {
    let signal = Heartcam.samples + "/resting.csv"
    let result = try Heartcam.run(
      "measure", "--csv", "--summary", "--store", "none", signal, folder.file("missing, \"a\".csv"))
    let lines = result.output.split(separator: "\n").map {
      $0.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
    }
    #expect(lines.count == 3 && lines[0].count == lines[1].count, "\(result)")
    let row = Dictionary(uniqueKeysWithValues: zip(lines[0], lines[1]))
    let json = try Heartcam.measure(signal)
    #expect(row["bpm"] == json.bpm.map { "\($0)" } && row["readings"] == "6")
    #expect(row["rhythm"] == "regular" && row["error"] == "")
    for key in ["rmssd_ms", "sdnn_ms", "respiratory_rate", "perfusion_index"] {
      #expect((row[key].flatMap { Double($0) } ?? 0) > 0, "\(key)")
    }
    #expect(result.output.contains("cannot open \(folder.path)/missing, \"\"a\"\".csv"))
    let alone = try Heartcam.run("measure", "--summary", signal)
    #expect(alone.ending == .exit(64) && alone.errors.contains("--summary needs --csv"))
  }

  @Test func `a name that is no UTF-8 is measured, saved and shown`() throws {
    try folder.copy(Heartcam.samples + "/resting.csv", to: "a.csv")
    let result = try Heartcam.sh(
      """
      cd "$folder" && name="$(printf 'caf\\351.csv')" && mv a.csv "$name" &&
      "$heartcam" measure --store h.db "$name" && "$heartcam" measure --json --store none . &&
      "$heartcam" store export --store h.db -o "$(printf 'e\\377.ndjson')" &&
      "$heartcam" store import --store i.db "$(printf 'e\\377.ndjson')" &&
      "$heartcam" simulate --duration 1 "$(printf 'v\\377.mp4')" && ls | od -An -c
      """, ["folder": folder.path])
    #expect(result.ending == .exit(0), "\(result)")
    #expect(result.output.contains("caf\\xE9.csv  color signal"))
    #expect(result.output.contains(#"{"input":"./caf\\xE9.csv""#))
    #expect(result.errors.contains("e\\xFF.ndjson: saved "))
    #expect(result.output.contains("v 377   .   m   p   4"), "\(result.output)")
    #expect(result.bytes.allSatisfy { $0 < 0xF4 })
  }
}

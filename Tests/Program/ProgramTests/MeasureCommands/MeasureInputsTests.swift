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
        "7.5 frames a second are too few for a pulse: 8 are needed, and 15 or more are better"))
    let whole = try Heartcam.measure(RestingVideo.path)
    let row = try measure("--true-rate", "30", slow).row()
    #expect(abs((row.bpm ?? 0) - (whole.bpm ?? 99)) < 1 && abs((row.duration ?? 0) - 30) < 0.2)
    let pictures = folder.file("pictures")
    try FileManager.default.createDirectory(atPath: pictures, withIntermediateDirectories: true)
    try Heartcam.ffmpeg("-i", RestingVideo.path, "-t", "21", to: pictures + "/f%d.png")
    for input in [pictures, pictures + "/f%d.png"] {
      let untimed = try measure(input)
      #expect(untimed.ending == .exit(64) && untimed.errors.contains("--true-rate"), "\(untimed)")
      let row = try measure(input, "--true-rate", "30").row()
      #expect(row.frames == 630 && abs((row.bpm ?? 0) - (whole.bpm ?? 99)) < 1, "\(row)")
    }
    // A picture that is missing or broken is a missing frame.
    unlink(pictures + "/f100.png")
    try folder.write("no picture", to: "pictures/f200.png")
    let damaged = try measure(pictures, "--true-rate", "30").row()
    #expect(damaged.frames == 628 && damaged.warnings?.first?.hasPrefix("1 picture could") == true)
    #expect(try measure("--true-rate", "30", Heartcam.samples + "/resting.csv").ending == .exit(2))
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
    #expect(result.output.contains("caf\\xE9.csv  colour signal"))
    #expect(result.output.contains(#"{"input":"./caf\\xE9.csv""#))
    #expect(result.errors.contains("e\\xFF.ndjson: saved "))
    #expect(result.output.contains("v 377   .   m   p   4"), "\(result.output)")
    #expect(result.bytes.allSatisfy { $0 < 0xF4 })
  }
}

import BenchmarkSupport
import CommandLineParsing
import FFmpegSource
import FoundationEssentials
import Glibc
import JSONCoding
import VideoFrames

/// Times decoding and summing of 1080p clips, as a ratio to `ffmpeg -i clip -f null -` with the same threads, in
/// turns. Also measures the colour error of fast decoding.
enum DecodeBenchmark {
  private static let threads = 2

  private struct Clip {
    let name: String
    let container: String

    /// The source, for FFmpeg's lavfi.
    var source = fingertip
    let options: String

    /// Whether it is measured by default.
    var isUsual = true
  }

  /// A lit fingertip without a pulse: a soft red gradient that changes slowly, with noise.
  private static let fingertip =
    "gradients=size=480x270:rate=30:duration=30:c0=0xc83214:c1=0xa01e0a:speed=0.01,"
    + "scale=1920x1080,format=yuv420p,noise=alls=10:allf=t"

  private static let clips = [
    // As a camera encodes it: each frame is predicted from the one before, with noise.
    Clip(name: "h264", container: "mp4", options: "-c:v libx264 -preset veryfast -b:v 16M"),
    // As an encoder with look-ahead encodes it.
    Clip(
      name: "h264-b", container: "mp4", source: "testsrc2=size=1920x1080:rate=30:duration=30",
      options: "-c:v libx264 -pix_fmt yuv420p"),
    // With noise, and with the noise rounded away: 310 and 30 KB a frame.
    Clip(name: "mjpeg", container: "avi", options: "-c:v mjpeg -q:v 4"),
    Clip(name: "mjpeg-soft", container: "avi", options: "-c:v mjpeg -q:v 9"),
    Clip(
      name: "hevc", container: "mp4",
      options: "-t 5 -c:v libx265 -preset ultrafast -b:v 10M -x265-params log-level=none",
      isUsual: false),
    Clip(
      name: "vp9", container: "webm",
      options: "-t 5 -c:v libvpx-vp9 -deadline realtime -cpu-used 8 -b:v 4M", isUsual: false),
  ]

  private static let clipNames = Option(
    "clip", names, value: "NAME,...",
    help: "Which clips: \(clips.map(\.name).joined(separator: ", ")).",
    default: clips.filter(\.isUsual).map(\.name).joined(separator: ","))

  static let description = CommandDescription(
    name: "decode",
    summary: "Time to decode and sum 1080p clips, as a ratio to FFmpeg's own program.",
    discussion: """
      Runs take turns and use as many threads. The clips, 30 s each, are made on first use and kept \
      in the temporary folder.
      """,
    options: [clipNames, SpeedOptions.rounds, SpeedOptions.json])

  static func run(_ arguments: Arguments) throws -> SpeedReport {
    let names = arguments.commandPath.last == description.name ? arguments[clipNames] : nil
    let folder = FileManager.default.temporaryDirectory.path + "/heartcam-bench"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    var rows: [SpeedReport.Row] = []
    for clip in clips where names?.contains(clip.name) ?? clip.isUsual {
      do {
        rows += try measure(
          clip.name, try path(of: clip, in: folder), rounds: arguments[SpeedOptions.rounds] ?? 5)
      } catch let error as FFmpegError {
        // If one encoder is missing, the others are still measured.
        Message.report("\(clip.name) is left out: \(error)")
      }
    }
    return SpeedReport(
      "decode", summary: "30 s of 1920x1080 at 30 frames/s, \(threads) threads, wall time.",
      rows: rows)
  }

  private static let names = ValueReader<[String]> { text throws(InvalidValue) in
    let known = clips.map(\.name)
    let names = text.split(separator: ",").map(String.init)
    guard !names.isEmpty, names.allSatisfy(known.contains) else {
      throw InvalidValue("must be some of \(known.joined(separator: ","))")
    }
    return names
  }

  /// Returns the clip's path. The clip is made on first use, and gets its name only when it is complete.
  private static func path(of clip: Clip, in folder: String) throws -> String {
    let path = "\(folder)/\(clip.name).\(clip.container)"
    if access(path, F_OK) == 0 { return path }
    let part = "\(folder)/part-\(getpid())-\(clip.name).\(clip.container)"
    defer { unlink(part) }
    try shell(
      "ffmpeg -v error -y -f lavfi -i '\(clip.source)' \(clip.options) '\(part)'")
    guard rename(part, path) == 0 else {
      throw FFmpegError(operation: "keep", path: path, code: -errno, reason: "it failed")
    }
    return path
  }

  private static func measure(
    _ name: String, _ clip: String, rounds: Int
  ) throws -> [SpeedReport.Row] {
    // These also read the clip once, so that no run has a cold disk cache.
    let whole = try samples(clip, isFast: false)
    let fast = try samples(clip, isFast: true)
    let timings = try Clock.wall.turns(
      rounds: rounds, isWarm: true,
      [
        { try shell("ffmpeg -v error -threads \(threads) -i '\(clip)' -map 0:v:0 -f null -") },
        { _ = try samples(clip, isFast: false) },
        { _ = try samples(clip, isFast: true) },
      ])
    let errors = zip(whole, fast).map { whole, fast in
      max(
        abs(whole.red - fast.red), abs(whole.green - fast.green), abs(whole.blue - fast.blue))
    }
    let mean = errors.reduce(0, +) / Double(max(errors.count, 1))
    let off = "off by \(mean.fixed(4)) of 255 levels, \((errors.max() ?? 0).fixed(3)) at most"
    return [
      SpeedReport.Row("\(name), ffmpeg", "s", timings[0]),
      SpeedReport.Row("\(name)", "s", timings[1], to: ("ffmpeg", timings[0])),
      SpeedReport.Row("\(name), fast", "s", timings[2], to: ("ffmpeg", timings[0]), note: off),
    ]
  }

  private static func samples(_ clip: String, isFast: Bool) throws -> [ColorSample] {
    var file = try VideoFile(path: clip, options: VideoOptions(threads: threads, fast: isFast))
    var extractor = ColorExtractor()
    var samples: [ColorSample] = []
    while let sample = try file.withNextFrame({ try extractor.sample(of: $0) }) {
      samples.append(sample)
    }
    return samples
  }

  static func shell(_ command: String) throws {
    var process = pid_t()
    var arguments: [UnsafeMutablePointer<CChar>?] = [
      strdup("/bin/sh"), strdup("-c"), strdup(command + " </dev/null"), nil,
    ]
    defer { for argument in arguments { free(argument) } }
    var status: Int32 = 0
    guard posix_spawn(&process, "/bin/sh", nil, nil, &arguments, environ) == 0,
      waitpid(process, &status, 0) == process, status == 0
    else {
      throw FFmpegError(operation: "run", path: command, code: status, reason: "it failed")
    }
  }
}

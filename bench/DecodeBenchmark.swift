import BenchmarkSupport
import CommandLineParsing
import FFmpegSource
import FoundationEssentials
import Glibc
import JSONCoding
import VideoFrames

/// Times what decodes and sums a clip, as a ratio to `ffmpeg -i clip -f null -`, in turns: `heartcam measure` as a user
/// runs it, the library alone, and PyAV and OpenCV if Python has them. Also measures the color error of `--fast`.
enum DecodeBenchmark {
  private struct Clip {
    let name: String
    let container: String

    /// The source, for FFmpeg's lavfi.
    var source = fingertip

    /// Its frame.
    var size = "1920x1080"
    let options: String

    /// Whether it is measured by default.
    var isUsual = true
  }

  /// A lit fingertip without a pulse: a soft red gradient that changes slowly, with noise.
  private static let fingertip =
    "gradients=size=480x270:rate=30:duration=SECONDS:c0=0xc83214:c1=0xa01e0a:speed=0.01,"
    + "scale=SIZE,format=yuv420p,noise=alls=10:allf=t"

  /// The same without noise, which takes little to decode.
  private static let smooth =
    "gradients=size=SIZE:rate=30:duration=SECONDS:c0=0xc83214:c1=0xa01e0a:speed=0.01"

  private static let testPicture = "testsrc2=size=SIZE:rate=30:duration=SECONDS"

  private static let clips = [
    // As a camera encodes it: each frame is predicted from the one before, with noise.
    Clip(name: "h264", container: "mp4", options: "-c:v libx264 -preset veryfast -b:v 16M"),
    // As an encoder with look-ahead encodes it.
    Clip(
      name: "h264-b", container: "mp4", source: testPicture,
      options: "-c:v libx264 -pix_fmt yuv420p"),
    Clip(
      name: "h264-cheap", container: "mp4", source: smooth,
      options: "-c:v libx264 -preset veryfast -pix_fmt yuv420p -b:v 8M"),
    // One slice a picture, as phones record it.
    Clip(
      name: "h264-4k", container: "mp4", size: "3840x2160",
      options: "-c:v libx264 -preset ultrafast -x264-params slices=1:cabac=1 -b:v 50M"),
    // With noise, and with the noise rounded away: 310 and 30 KB a frame.
    Clip(name: "mjpeg", container: "avi", options: "-c:v mjpeg -q:v 4"),
    Clip(name: "mjpeg-soft", container: "avi", options: "-c:v mjpeg -q:v 9"),
    Clip(
      name: "mjpeg-small", container: "avi", size: "640x480", options: "-c:v mjpeg -q:v 4"),
    Clip(
      name: "hevc", container: "mp4",
      options: "-c:v libx265 -preset ultrafast -b:v 10M -x265-params log-level=none",
      isUsual: false),
    Clip(
      name: "hevc-4k-10", container: "mp4", size: "3840x2160",
      options:
        "-pix_fmt yuv420p10le -c:v libx265 -preset ultrafast -b:v 35M -x265-params log-level=none",
      isUsual: false),
    Clip(
      name: "vp9", container: "webm",
      options: "-c:v libvpx-vp9 -deadline realtime -cpu-used 8 -b:v 4M", isUsual: false),
    Clip(
      name: "av1", container: "mp4", options: "-c:v libsvtav1 -preset 12 -b:v 4M",
      isUsual: false),
    Clip(
      name: "prores", container: "mov", options: "-pix_fmt yuv422p10le -c:v prores",
      isUsual: false),
  ]

  private static let seconds = DefaultedOption(
    "seconds", .integer(in: 1...600), value: "N", help: "How long the clips are.", default: 30)

  private static let clipNames = Option(
    "clip", names, value: "NAME,...",
    help: "Which clips: \(clips.map(\.name).joined(separator: ", ")).",
    default: clips.filter(\.isUsual).map(\.name).joined(separator: ","))

  static let description = CommandDescription(
    name: "decode",
    summary: "Time to measure clips, as a ratio to FFmpeg's own program.",
    discussion: """
      Whole processes take turns. The clips are made on first use and kept in the temporary folder.
      """,
    options: [clipNames, seconds, SpeedOptions.rounds, SpeedOptions.json])

  static func run(_ arguments: Arguments) throws -> SpeedReport {
    let isAlone = arguments.commandPath.last == description.name
    let names = isAlone ? arguments[clipNames] : nil
    let length = isAlone ? arguments[seconds] : 30
    let folder = FileManager.default.temporaryDirectory.path + "/heartcam-bench"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    var rows: [SpeedReport.Row] = []
    for clip in clips where names?.contains(clip.name) ?? clip.isUsual {
      do {
        rows += try measure(
          clip.name, try path(of: clip, seconds: length, in: folder),
          rounds: arguments[SpeedOptions.rounds] ?? 5)
      } catch let error as FFmpegError {
        // If one encoder is missing, the others are still measured.
        Message.report("\(clip.name) is left out: \(error)")
      }
    }
    return SpeedReport(
      "decode",
      summary: "\(length) s at 30 frames/s, whole processes, wall and processor time, most memory.",
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
  private static func path(of clip: Clip, seconds: Int, in folder: String) throws -> String {
    let path = "\(folder)/\(clip.name)-\(seconds).\(clip.container)"
    if access(path, F_OK) == 0 { return path }
    let part = "\(folder)/part-\(getpid())-\(clip.name).\(clip.container)"
    defer { unlink(part) }
    let source = clip.source.replacing("SIZE", with: clip.size)
      .replacing("SECONDS", with: "\(seconds)")
    try shell("ffmpeg -v error -y -f lavfi -i '\(source)' \(clip.options) '\(part)'")
    guard rename(part, path) == 0 else {
      throw FFmpegError(operation: "keep", path: path, code: -errno, reason: "it failed")
    }
    return path
  }

  private static func measure(
    _ name: String, _ clip: String, rounds: Int
  ) throws -> [SpeedReport.Row] {
    let measure = [ProgramCost.heartcam, "measure", "--json", "--store", "none"]
    var programs = [
      (
        "ffmpeg",
        ["ffmpeg", "-nostdin", "-v", "error", "-i", clip, "-map", "0:v:0", "-f", "null", "-"]
      ),
      ("measure", measure + [clip]), ("measure, no sandbox", measure + ["--no-sandbox", clip]),
    ]
    if name.hasPrefix("mjpeg") { programs.append(("measure --fast", measure + ["--fast", clip])) }
    for (peer, code) in peers where (try? ProgramCost(of: [python, "-c", code, ""])) != nil {
      programs.append((peer, [python, "-c", code, clip]))
    }
    let costs = try ProgramCost.turns(rounds: rounds, programs.map(\.1))
    var rows: [SpeedReport.Row] = []
    for (index, program) in programs.enumerated() {
      rows += ProgramCost.rows(
        "\(name), \(program.0)", costs[index],
        to: index == 0 ? nil : ("ffmpeg", costs[0]))
    }
    if name.hasPrefix("mjpeg") {
      let errors = zip(try samples(clip, isFast: false), try samples(clip, isFast: true)).map {
        max(abs($0.red - $1.red), abs($0.green - $1.green), abs($0.blue - $1.blue))
      }
      rows.append(
        SpeedReport.Row(
          "\(name), error of --fast", "levels", Timing(errors), note: "of 255, a frame"))
    }
    return rows
  }

  /// Python with the peers, which `scripts/bench --peers` sets up.
  private static var python: String {
    ProcessInfo.processInfo.environment["HEARTCAM_PYTHON"] ?? "python3"
  }

  /// Programs that decode a clip and take the mean of each frame's pixels; without a clip they end at once.
  private static let peers = [
    (
      "PyAV",
      """
      import sys, av
      if sys.argv[1]:
        with av.open(sys.argv[1]) as f:
          f.streams.video[0].thread_type = "AUTO"
          for frame in f.decode(video=0): frame.to_ndarray(format="rgb24").mean(axis=(0, 1))
      """
    ),
    (
      "OpenCV",
      """
      import sys, cv2
      if sys.argv[1]:
        f = cv2.VideoCapture(sys.argv[1])
        while True:
          ok, frame = f.read()
          if not ok: break
          cv2.mean(frame)
      """
    ),
  ]

  private static func samples(_ clip: String, isFast: Bool) throws -> [ColorSample] {
    var file = try VideoFile(path: clip, options: VideoOptions(fast: isFast))
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

import FFmpegSource
import FoundationEssentials
import Glibc
import VideoFrames

/// Wall time of decoding and summing 1080p clips, as a ratio to `ffmpeg -i clip -f null -` with the
/// same threads, runs taken in turns; and what leaving things out costs in colour.
///
/// `--clip h264,mjpeg` chooses clips, `--rounds 5` how often each is run.
enum DecodeBenchmark {
  private static let threads = 2

  private struct Clip {
    let name: String
    let container: String

    /// What FFmpeg's lavfi makes.
    var source = fingertip
    let options: String

    /// Whether it is measured when none is asked for.
    var isUsual = true
  }

  /// A lit fingertip in all but the pulse: a soft red gradient that breathes, with noise.
  private static let fingertip =
    "gradients=size=480x270:rate=30:duration=30:c0=0xc83214:c1=0xa01e0a:speed=0.01,"
    + "scale=1920x1080,format=yuv420p,noise=alls=10:allf=t"

  private static let clips = [
    // As a camera makes it: every frame predicted from the one before, noise and all.
    Clip(name: "h264", container: "mp4", options: "-c:v libx264 -preset veryfast -b:v 16M"),
    // As an encoder makes it that may look ahead.
    Clip(
      name: "h264-b", container: "mp4", source: "testsrc2=size=1920x1080:rate=30:duration=30",
      options: "-c:v libx264 -pix_fmt yuv420p"),
    // Noise and all, and with the noise rounded away: 310 and 30 KB a frame.
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

  static func run() throws {
    let names = Benchmark.option("--clip").map { $0.split(separator: ",").map(String.init) }
    if let unknown = names?.first(where: { name in !clips.contains { $0.name == name } }) {
      print("There is no clip \(unknown). There are: \(clips.map(\.name))")
      return
    }
    let rounds = max(1, Benchmark.option("--rounds").flatMap { Int($0) } ?? 5)
    let folder = FileManager.default.temporaryDirectory.path + "/heartcam-bench"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    print("Ratios to ffmpeg: the median of \(rounds) rounds (least, most). Errors of fast: levels.")
    print(
      "clip        ffmpeg s     normal/ffmpeg          fast/ffmpeg            mean error  greatest")
    for clip in clips where names?.contains(clip.name) ?? clip.isUsual {
      do {
        try measure(clip.name, try path(of: clip, in: folder), rounds: rounds)
      } catch {
        // One encoder missing does not keep the others from being measured.
        print("\(clip.name): \(error)")
      }
    }
  }

  /// Where the clip is; it is made on first use, and bears its name only once it is whole.
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

  private static func measure(_ name: String, _ clip: String, rounds: Int) throws {
    // Read once, so that no run meets a cold disk.
    let whole = try samples(clip, isFast: false)
    let fast = try samples(clip, isFast: true)
    var theirs: [Double] = []
    var normal: [Double] = []
    var skipping: [Double] = []
    for _ in 0..<rounds {
      let start = Benchmark.now()
      try shell("ffmpeg -v error -threads \(threads) -i '\(clip)' -map 0:v:0 -f null -")
      let second = Benchmark.now()
      _ = try samples(clip, isFast: false)
      let third = Benchmark.now()
      _ = try samples(clip, isFast: true)
      let end = Benchmark.now()
      theirs.append(second - start)
      normal.append((third - second) / (second - start))
      skipping.append((end - third) / (second - start))
    }
    let errors = zip(whole, fast).map { whole, fast in
      max(
        abs(whole.red - fast.red), abs(whole.green - fast.green), abs(whole.blue - fast.blue))
    }
    let mean = errors.reduce(0, +) / Double(max(errors.count, 1))
    print(
      name + String(repeating: " ", count: max(0, 10 - name.count))
        + Benchmark.column(Benchmark.number(Benchmark.median(theirs), decimals: 3), width: 10)
        + Benchmark.column(spread(normal), width: 22) + " "
        + Benchmark.column(
          spread(skipping), width: 22)
        + Benchmark.column(Benchmark.number(mean, decimals: 4), width: 12)
        + Benchmark.column(Benchmark.number(errors.max() ?? 0, decimals: 4), width: 10))
  }

  private static func spread(_ values: [Double]) -> String {
    let cells = [Benchmark.median(values), values.min() ?? 0, values.max() ?? 0]
      .map { Benchmark.number($0, decimals: 3) }
    return "\(cells[0]) (\(cells[1]), \(cells[2]))"
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

  private static func shell(_ command: String) throws {
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

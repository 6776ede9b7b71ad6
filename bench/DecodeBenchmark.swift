import FFmpegSource
import FoundationEssentials
import Glibc
import VideoFrames

/// Wall time of decoding and summing 1080p clips, as a ratio to `ffmpeg -i clip -f null -` with the
/// same threads, runs taken in turns; and what leaving things out costs in colour.
enum DecodeBenchmark {
  private static let rounds = 5
  private static let threads = 2

  static func run() throws {
    let folder = FileManager.default.temporaryDirectory.path + "/heartcam-bench"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    print("clip        ffmpeg s  normal/ffmpeg  fast/ffmpeg  fast error mean  fast error max")
    for (name, options) in [
      ("h264.mp4", "-c:v libx264 -preset veryfast -b:v 16M"), ("mjpeg.avi", "-c:v mjpeg -q:v 4"),
      ("hevc.mp4", "-t 5 -c:v libx265 -preset ultrafast -b:v 10M -x265-params log-level=none"),
      ("vp9.webm", "-t 5 -c:v libvpx-vp9 -deadline realtime -cpu-used 8 -b:v 4M"),
    ] {
      let clip = folder + "/" + name
      if access(clip, F_OK) != 0 {
        // A lit fingertip in all but the pulse: a soft red gradient that breathes, with noise.
        try shell(
          "ffmpeg -v error -y -f lavfi -i 'gradients=size=1920x1080:rate=30:duration=30:"
            + "c0=0xc83214:c1=0xa01e0a:speed=0.01,noise=alls=6:allf=t' -pix_fmt yuv420p "
            + options + " '\(folder)/part-\(name)' && mv '\(folder)/part-\(name)' '\(clip)'")
      }
      try measure(name, clip)
    }
  }

  private static func measure(_ name: String, _ clip: String) throws {
    var times: [[Double]] = [[], [], []]
    for _ in 0..<rounds {
      let start = Benchmark.now()
      try shell("ffmpeg -v error -threads \(threads) -i '\(clip)' -f null -")
      let second = Benchmark.now()
      _ = try samples(clip, isFast: false)
      let third = Benchmark.now()
      _ = try samples(clip, isFast: true)
      let end = Benchmark.now()
      times[0].append(second - start)
      times[1].append(third - second)
      times[2].append(end - third)
    }
    let medians = times.map(Benchmark.median)
    let whole = try samples(clip, isFast: false)
    let fast = try samples(clip, isFast: true)
    let errors = zip(whole, fast).map { whole, fast in
      max(
        abs(whole.red - fast.red), abs(whole.green - fast.green), abs(whole.blue - fast.blue))
    }
    let cells = [
      Benchmark.number(medians[0], decimals: 3),
      Benchmark.number(medians[1] / medians[0], decimals: 3),
      Benchmark.number(medians[2] / medians[0], decimals: 3),
      Benchmark.number(errors.reduce(0, +) / Double(errors.count), decimals: 4),
      Benchmark.number(errors.max() ?? 0, decimals: 4),
    ]
    print(
      name + cells.map { Benchmark.column($0, width: 13) }.joined(separator: "  "))
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

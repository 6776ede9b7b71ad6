import BenchmarkSupport
import CHeap
import CommandLineParsing
import FFmpegSource
import FoundationEssentials
import JSONCoding
import ScriptedCamera
import V4L2Source
import VideoFrames

/// Times a camera's frame from poll to mean color, through `Camera` itself over a camera in memory.
enum CameraBenchmark {
  static let description = CommandDescription(
    name: "camera",
    summary: "Processor time of a camera's frame, from poll to mean color, and memory.",
    discussion: """
      Wanted at 30 frames/s: under 2 % of a core for 640x480 YUYV, under 10 % for 1920x1080 Motion JPEG. \
      JPEGs are made by FFmpeg's own program; libavcodec's decoding of the same is measured beside.
      """,
    options: [SpeedOptions.rounds, SpeedOptions.json])

  private static let frameCount = 120

  static func run(_ arguments: Arguments) throws -> SpeedReport {
    let rounds = arguments[SpeedOptions.rounds] ?? 5
    var rows = [try uncoded(rounds: rounds)]
    for (name, quality) in [("40 KB", 31), ("110 KB", 6), ("200 KB", 4)] {
      rows += try coded(name, quality: quality, rounds: rounds)
    }
    rows.append(try tenMinutes())
    return SpeedReport(
      "camera", summary: "A frame from poll to mean color, one thread, processor time.", rows: rows
    )
  }

  private static func format(_ name: String, _ width: Int, _ height: Int) -> CameraFormat {
    CameraFormat(
      fourCC: FourCC(name) ?? FourCC(rawValue: 0), description: name,
      sizes: [CameraSize(width: width, height: height, rates: .discrete([30]))])
  }

  private static func script(_ format: CameraFormat, _ frames: [[UInt8]]) -> ScriptedCamera {
    let script = ScriptedCamera(formats: [format]) { number in
      var frame = FrameScript(frames[number % frames.count])
      frame.content = number % frames.count
      return frame
    }
    script.keepsLog = false
    script.bufferLength = frames.map(\.count).max()
    return script
  }

  /// Lends n frames and returns the sum of their red, so that the compiler leaves nothing out.
  @inline(never)
  private static func read(_ camera: inout Camera, _ count: Int) throws -> Double {
    var extractor = ColorExtractor()
    var red = 0.0
    for _ in 0..<count {
      let outcome = try camera.withNextFrame(timeout: 1) { try extractor.sample(of: $0) }
      guard case .frame(let sample) = outcome else {
        throw V4L2Error(operation: "read", device: "memory", code: 0, reason: "no frame")
      }
      red += sample.red
    }
    return red
  }

  private static func uncoded(rounds: Int) throws -> SpeedReport.Row {
    let bytes = (0..<640 * 480 * 2).map { UInt8(truncatingIfNeeded: $0 &* 37 % 200) }
    let script = script(format("YUYV", 640, 480), [bytes])
    var camera = try Camera(CameraRequest(), calls: script, converting: script)
    _ = try read(&camera, frameCount)
    var seconds: [Double] = []
    for _ in 0..<rounds {
      seconds.append(
        try Clock.processor.seconds { _ = try read(&camera, frameCount) } / Double(frameCount))
    }
    return row("640x480 YUYV", Timing(seconds))
  }

  private static func coded(
    _ name: String, quality: Int, rounds: Int
  ) throws -> [SpeedReport.Row] {
    let path = try clip(quality: quality)
    let frames = pictures(in: try Data(contentsOf: URL(filePath: path)))
    let size = frames.map(\.count).reduce(0, +) / frames.count
    let script = script(format("MJPG", 1920, 1080), frames)
    var camera = try Camera(CameraRequest(), calls: script, converting: script)
    _ = try read(&camera, frames.count)
    var own: [Double] = []
    var whole: [Double] = []
    var eighth: [Double] = []
    for _ in 0..<rounds {
      own.append(
        try Clock.processor.seconds { _ = try read(&camera, frames.count) } / Double(frames.count))
      whole.append(try libavcodec(path, fast: false) / Double(frames.count))
      eighth.append(try libavcodec(path, fast: true) / Double(frames.count))
    }
    let heading = "1080p MJPEG, \(name)"
    return [
      SpeedReport.Row(
        "\(heading), libavcodec", "ms/frame", Timing(whole), scale: 1000,
        note: "\(size / 1000) KB a frame"),
      SpeedReport.Row(
        "\(heading), recorded, --fast", "ms/frame", Timing(eighth), scale: 1000,
        to: ("libavcodec", Timing(whole))),
      row(heading, Timing(own), to: ("libavcodec", Timing(whole))),
    ]
  }

  private static func row(
    _ name: String, _ timing: Timing, to baseline: (String, Timing)? = nil
  ) -> SpeedReport.Row {
    SpeedReport.Row(
      name, "ms/frame", timing, scale: 1000, to: baseline.map { (name: $0.0, timing: $0.1) },
      note: "\((timing.median * 30 * 100).significant()) % of a core at 30 frames/s")
  }

  private static func libavcodec(_ path: String, fast: Bool) throws -> Double {
    var file = try VideoFile(path: path, options: VideoOptions(threads: 1, fast: fast))
    var extractor = ColorExtractor()
    return try Clock.processor.seconds {
      while try file.withNextFrame({ try extractor.sample(of: $0).red }) != nil {}
    }
  }

  /// Measures the heap's growth over ten minutes of frames of both kinds.
  private static func tenMinutes() throws -> SpeedReport.Row {
    let path = try clip(quality: 6)
    let frames = Array(pictures(in: try Data(contentsOf: URL(filePath: path))).prefix(4))
    let script = script(format("MJPG", 1920, 1080), frames)
    var camera = try Camera(CameraRequest(), calls: script, converting: script)
    _ = try read(&camera, 300)
    let before = heartcam_heap_in_use()
    let seconds = try Clock.processor.seconds { _ = try read(&camera, 18_000) }
    let growth = heartcam_heap_in_use() - before
    return SpeedReport.Row(
      "ten minutes of 1080p MJPEG", "s", Timing([seconds]),
      note: "heap grows by \((Double(growth) / 1024).fixed(1)) KiB,"
        + " \(camera.counts.lost) lost, \(camera.counts.damaged) damaged")
  }

  // MARK: - Clips

  /// Makes a noisy scene in 4:2:2, as cameras send it, and keeps it in the temporary folder.
  private static func clip(quality: Int) throws -> String {
    let folder = FileManager.default.temporaryDirectory.path + "/heartcam-bench"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    let path = "\(folder)/camera-\(quality).mjpeg"
    if FileManager.default.fileExists(atPath: path) { return path }
    try DecodeBenchmark.shell(
      "ffmpeg -v error -y -f lavfi -i 'testsrc2=size=1920x1080:rate=30:duration=4,"
        + "noise=alls=6:allf=t' -pix_fmt yuvj422p -c:v mjpeg -q:v \(quality) -f mjpeg '\(path).part'"
        + " && mv '\(path).part' '\(path)'")
    return path
  }

  private static func pictures(in data: Data) -> [[UInt8]] {
    let bytes = [UInt8](data)
    var pictures: [[UInt8]] = []
    var start = 0
    for index in bytes.indices.dropLast()
    where bytes[index] == 0xFF && bytes[index + 1] == 0xD9 {
      pictures.append(Array(bytes[start..<(index + 2)]))
      start = index + 2
    }
    return pictures
  }
}

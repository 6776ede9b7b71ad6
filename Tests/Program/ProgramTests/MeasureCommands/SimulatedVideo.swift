import TestSupport

@testable import TestPrograms

/// A video of a fingertip that a test has made and measured, with the truth about it.
struct SimulatedVideo: CustomStringConvertible, Sendable {
  let codec: String
  let container: String
  let pixelFormat: String
  let frameRate: Double
  let beatsPerMinute: Double
  let varies: Bool
  let seed: Int

  var description: String {
    "\(codec) \(pixelFormat), \(frameRate) frames/s\(varies ? " on average" : ""), "
      + "\(beatsPerMinute) bpm, seed \(seed)"
  }

  /// All combinations that are measured. Heart rates and frame rates run through their ranges in strides, so
  /// that each codec gets slow and fast hearts at few and many frames per second.
  static let all: [SimulatedVideo] = {
    let formats: [(codec: String, container: String, pixelFormats: [String])] = [
      (
        "h264", "mp4",
        ["yuv420p", "yuv422p", "yuv444p", "nv12", "yuv420p10le", "gray", "yuvj420p", "nv21"]
      ),
      ("hevc", "mp4", ["yuv420p", "yuv420p10le", "yuv422p10le", "yuv444p12le", "gbrp", "gray"]),
      ("vp9", "webm", ["yuv420p", "yuv444p", "yuv420p10le", "gbrp", "yuv422p", "yuv440p"]),
      ("mjpeg", "avi", ["yuvj420p", "yuvj422p", "yuvj444p", "yuv420p"]),
      (
        "ffv1", "mkv",
        [
          "yuv420p", "bgr0", "gray16le", "yuv444p16le", "gbrp10le", "rgb48le", "bgra", "yuv411p",
          "yuv410p", "yuv420p9le", "ya8", "yuv422p12le", "gbrp14le", "gray",
        ]
      ),
      ("libx264rgb", "mkv", ["rgb24", "bgr24", "bgr0"]),
      ("rawvideo", "nut", ["yuyv422", "uyvy422", "argb"]),
    ]
    let frameRates = [15, 24, 25, 30, 29.97, 50, 60, 90, 120]
    let pairs = formats.flatMap { format in
      format.pixelFormats.map { (format.codec, format.container, $0) }
    }
    return pairs.enumerated().map { index, pair in
      // AVI has one frame rate, so it cannot hold variable times.
      SimulatedVideo(
        codec: pair.0, container: pair.1, pixelFormat: pair.2,
        frameRate: frameRates[index * 5 % frameRates.count],
        beatsPerMinute: Double(30 + index * 17 % pairs.count * 170 / (pairs.count - 1)),
        varies: index % 4 == 3 && pair.1 != "avi", seed: 100 + index)
    }
  }()

  /// Makes and measures the video.
  func measured(lasting seconds: Double) throws -> MeasurementAccuracy {
    let folder = try TemporaryFolder()
    let path = folder.file("video.\(container)")
    var options = [
      "--size", "160x120", "--duration", "\(seconds)", "--codec", codec, "--pixel-format",
      pixelFormat, "--fps", "\(frameRate)", "--bpm", "\(beatsPerMinute)", "--seed", "\(seed)",
    ]
    // A phone spends far more bits on a picture than these encoders spend by default on a small one. HEVC's
    // default leaves 5 kbit a second, in which the pulse is lost.
    if ["h264", "hevc"].contains(codec) { options += ["--encoder-option", "crf=16"] }
    if codec == "vp9" { options += ["--encoder-option", "cpu-used=8"] }
    if varies { options += ["--time-jitter", "10", "--dropped", "3"] }
    let made = try Heartcam.start(["simulate", path] + options).result()
    guard made.ending == .exit(0), made.errors.isEmpty else {
      throw UnexpectedOutput(description: "\(made)")
    }
    let result = try Heartcam.start(
      ["measure", "--json", "--store", "none", "--beats", folder.file("found.csv"), path]
    ).result()
    guard result.ending == .exit(0) else { throw UnexpectedOutput(description: "\(result)") }
    return MeasurementAccuracy(
      of: try result.row(), truth: BeatTimes(csv: try folder.text(of: "video.beats.csv")),
      found: BeatTimes(csv: try folder.text(of: "found.csv")))
  }
}

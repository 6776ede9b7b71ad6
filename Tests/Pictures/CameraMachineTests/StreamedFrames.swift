import FoundationEssentials
import Testing
import VideoFrames

/// The frames that `v4l2-ctl --stream-mmap --verbose` lists.
struct StreamedFrames {
  struct Frame: Equatable {
    let sequence: Int
    let byteCount: Int

    /// The time on the driver's clock, in seconds.
    let time: Double
  }

  var frames: [Frame]

  init(_ scenario: GuestRun.Scenario) {
    frames = (scenario.output + scenario.errors).split(separator: "\n").compactMap { line in
      let words = line.split(separator: " ")
      func number(after label: String) -> Double? {
        words.firstIndex(of: Substring(label)).flatMap {
          $0 + 1 < words.count ? Double(words[$0 + 1]) : nil
        }
      }
      guard let sequence = number(after: "seq:"), let count = number(after: "bytesused:"),
        let time = number(after: "ts:")
      else { return nil }
      return Frame(sequence: Int(sequence), byteCount: Int(count), time: time)
    }
  }

  /// Seconds from each frame to the next.
  var intervals: [Double] { zip(frames, frames.dropFirst()).map { $1.time - $0.time } }

  /// Frames per second, from the first to the last.
  var rate: Double { Double(intervals.count) / intervals.reduce(0, +) }

  /// The number of sequence numbers between the first and the last that were not delivered.
  var missing: Int {
    guard let first = frames.first, let last = frames.last else { return 0 }
    return last.sequence - first.sequence + 1 - frames.count
  }

  /// Returns the mean colors of YUYV frames that were streamed to a file.
  func colorSamples(of bytes: Data, width: Int, height: Int) throws -> [ColorSample] {
    var extractor = ColorExtractor()
    let size = width * height * 2
    return try bytes.withUnsafeBytes { bytes in
      try frames.enumerated().prefix(bytes.count / size).map { index, frame in
        let plane = PixelPlane(base: bytes.baseAddress! + index * size, bytesPerRow: width * 2)
        return try extractor.sample(
          of: PixelFrame(
            format: .yuyv422, color: ColorDescription(matrix: .bt601, range: .limited),
            time: frame.time, width: width, height: height, planes: (plane, plane, plane)))
      }
    }
  }
}

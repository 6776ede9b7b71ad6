import BlockMeans
import FFmpegSource
import Glibc
import Photoplethysmography
import VideoFrames

@testable import Measurement
@testable import V4L2Source

/// Recordings, as somebody may send them.
enum RecordingTargets {
  /// No colour signal makes the signal core trap, and no rate leaves what a heart can do.
  static func colorSignal(_ bytes: [UInt8]) {
    MemoryFile.shared.withContent(bytes) { path in
      guard var reader = try? ColorSignalReader(RecordingInput(path)) else { return }
      var monitor = HeartRateMonitor()
      var readings: [HeartRateReading] = []
      while let sample = try? reader.next() { readings += monitor.append(sample) }
      readings += monitor.finish()
      for reading in readings {
        guard let rate = reading.rate else { continue }
        FuzzTarget.require(
          (20...220).contains(rate.beatsPerMinute) && rate.low <= rate.high,
          "a rate is one that a heart can have")
      }
    }
  }

  /// Frames of any file are summed within their planes.
  static func video(_ bytes: [UInt8]) {
    MemoryFile.shared.withContent(bytes) { path in
      guard var video = try? VideoFile(path: path) else { return }
      var extractor = ColorExtractor()
      var last = -Double.infinity
      // A short file may hold very many frames.
      for _ in 0..<64 {
        let time = try? video.withNextFrame { frame in
          _ = try? extractor.sample(of: frame)
          return frame.time
        }
        guard let time else { return }
        FuzzTarget.require(time > last, "times advance")
        last = time
      }
    }
  }

  static func motionJPEG(_ bytes: [UInt8]) {
    // No spare capacity behind the last byte, as an array would have.
    let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: bytes.count, alignment: 1)
    defer { buffer.deallocate() }
    buffer.copyBytes(from: bytes)
    let scanner = BlockMeanScanner()
    if scanner.begin(UnsafeRawBufferPointer(buffer)) {
      _ = scanner.scan(UnsafeRawBufferPointer(buffer))
    }
    var extractor = ColorExtractor()
    _ = MotionJPEGDecoder()?.withPicture(UnsafeRawBufferPointer(buffer), time: 0) {
      try? extractor.sample(of: $0)
    }
  }
}

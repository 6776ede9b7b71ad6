import CFFmpeg
import FFmpegSource
import ScriptedCamera
import Testing
import VideoFrames

@testable import V4L2Source

/// Block means of JPEGs equal those that were written and those of libavcodec; damaged pictures are recognized.
struct MotionJPEGTests {
  private func pictures(_ change: (inout TestJPEG) -> Void) -> (bytes: [UInt8], means: [[UInt8]]) {
    var picture = TestJPEG()
    change(&picture)
    return picture.encode()
  }

  private func means(_ decoder: BlockMeanDecoder) -> [[UInt8]] {
    decoder.components.indices.map { index in
      let start = decoder.components[index].offset
      let end =
        index + 1 < decoder.components.count
        ? decoder.components[index + 1].offset : decoder.means.count
      return Array(decoder.means[start..<end])
    }
  }

  /// Expects the very rows that libavcodec decodes from the same bytes at an eighth of the size.
  private func expectAgreement(
    _ bytes: [UInt8], sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let own = MotionJPEGDecoder()
    let libavcodec = try #require(PacketDecoder())
    func rows(_ frame: borrowing PixelFrame) -> [[UInt8]] {
      let planes = [frame.planes.0, frame.planes.1, frame.planes.2]
      return (0..<frame.format.planeCount).flatMap { index in
        let count = frame.format.minimumBytesPerRow(plane: index, width: frame.width)
        return (0..<frame.format.rows(plane: index, height: frame.height)).map { row in
          Array(
            UnsafeRawBufferPointer(
              start: planes[index].base + row * planes[index].bytesPerRow, count: count))
        }
      }
    }
    let (ours, theirs) = bytes.withUnsafeBytes { buffer in
      (own.withPicture(buffer, time: 0, rows), libavcodec.withPicture(buffer, time: 0, rows))
    }
    #expect(ours != nil && ours == theirs, sourceLocation: sourceLocation)
  }

  @Test(arguments: [(1, 1), (2, 1), (2, 2), (1, 2), (4, 1)], [0, 1, 7, 40])
  func `the means are those that were written, for any sampling and restart interval`(
    factors: (Int, Int), restartInterval: Int
  ) throws {
    let decoder = BlockMeanDecoder()
    for seed in 1...20 as ClosedRange<UInt64> {
      let picture = pictures {
        ($0.horizontal, $0.vertical) = factors
        $0.restartInterval = restartInterval
        $0.seed = seed
        $0.width = 75 + Int(seed)
        $0.height = 41 + Int(seed)
      }
      #expect(picture.bytes.withUnsafeBytes { decoder.decode($0) } == .decoded)
      #expect(means(decoder) == picture.means, "seed \(seed)")
      try expectAgreement(picture.bytes)
    }
  }

  @Test func `a grey picture and one without tables are decoded too`() throws {
    let decoder = BlockMeanDecoder()
    let gray = pictures { $0.isGray = true }
    #expect(gray.bytes.withUnsafeBytes { decoder.decode($0) } == .decoded)
    #expect(means(decoder) == gray.means)
    try expectAgreement(gray.bytes)
    let bare = pictures { $0.hasTables = false }
    #expect(bare.bytes.withUnsafeBytes { decoder.decode($0) } == .decoded)
    #expect(means(decoder) == bare.means)
  }

  @Test func `zeros and random bytes after the end change nothing`() {
    let picture = pictures { _ in }
    let decoder = BlockMeanDecoder()
    for tail in [[UInt8](repeating: 0, count: 5000), Array(picture.bytes.suffix(300)), [0xFF]] {
      let bytes = picture.bytes + tail
      #expect(bytes.withUnsafeBytes { decoder.decode($0) } == .decoded)
      #expect(means(decoder) == picture.means)
    }
  }

  @Test func `a truncated picture is damaged, with or without zeros in place of the rest`() {
    let picture = pictures { $0.restartInterval = 7 }
    let decoder = BlockMeanDecoder()
    for count in stride(from: 0, to: picture.bytes.count - 1, by: 7) {
      let part = Array(picture.bytes.prefix(count))
      let padded = part + [UInt8](repeating: 0, count: picture.bytes.count - count)
      for bytes in [part, padded] {
        #expect(bytes.withUnsafeBytes { decoder.decode($0) } != .decoded, "\(count)")
      }
    }
  }

  @Test(arguments: [AV_PIX_FMT_YUVJ420P, AV_PIX_FMT_YUVJ422P, AV_PIX_FMT_YUVJ444P])
  func `libavcodec's own pictures have the means that it decodes`(format: AVPixelFormat) throws {
    for quality in [2, 8, 31] {
      try expectAgreement(
        try EncodedPicture.jpeg(format, width: 203, height: 117, quality: quality))
    }
  }

  @Test func `a camera's JPEGs give frames, and its damaged ones do not`() throws {
    let picture = pictures { ($0.width, $0.height) = (64, 48) }
    let other = pictures { ($0.width, $0.height) = (80, 48) }
    let script = ScriptedCamera(formats: [CameraScripts.format("MJPG")]) { number in
      switch number {
      case 2: FrameScript([])
      case 4: FrameScript(Array(picture.bytes.prefix(picture.bytes.count / 2)))
      case 6: FrameScript([UInt8](repeating: 0, count: 3000))
      case 8: FrameScript(other.bytes)
      default: FrameScript(picture.bytes)
      }
    }
    script.bufferLength = 1 << 16
    var camera = try CameraScripts.camera(on: script)
    var good: [Int] = []
    for number in 0..<12 {
      let outcome = try camera.withNextFrame(timeout: 1) { frame in
        #expect(frame.color == ColorDescription(matrix: .bt601, range: .full))
        #expect(frame.decimation == 3 && frame.codedWidth == 64 && frame.width == 8)
        return frame.time
      }
      if case .frame = outcome { good.append(number) } else { #expect(outcome == .damaged) }
    }
    #expect(good == [0, 1, 3, 5, 7, 9, 10, 11] && camera.counts.damaged == 4)
  }
}

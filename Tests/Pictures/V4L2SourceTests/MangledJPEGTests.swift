import TestPictures
import CFFmpeg
import FFmpegSource
import TestSupport
import Testing
import VideoFrames

@testable import V4L2Source

/// Damaged JPEGs must not crash a decoder or make it read beyond the end of the picture.
///
/// The tests are seeded; see `FuzzRounds`. AddressSanitizer guards each byte beyond a picture.
struct MangledJPEGTests {
  /// Pictures of several encoders and samplings, with and without restart markers and tables.
  private static func pictures() throws -> [[UInt8]] {
    var pictures: [[UInt8]] = []
    for (factors, restarts) in [((2, 1), 5), ((2, 2), 0), ((1, 1), 1), ((4, 1), 3), ((1, 2), 7)] {
      var picture = TestJPEG()
      (picture.horizontal, picture.vertical) = factors
      picture.restartInterval = restarts
      (picture.width, picture.height) = (75, 41)
      pictures.append(picture.encode().bytes)
    }
    var gray = TestJPEG()
    gray.isGray = true
    pictures.append(gray.encode().bytes)
    var bare = TestJPEG()
    bare.hasTables = false
    pictures.append(bare.encode().bytes)
    for format in [AV_PIX_FMT_YUVJ420P, AV_PIX_FMT_YUVJ422P, AV_PIX_FMT_YUVJ444P] {
      for slices in [1, 3] as [Int32] {
        pictures.append(
          try EncodedPicture.jpeg(format, width: 99, height: 61, quality: 5, slices: slices))
      }
    }
    return pictures
  }

  @Test func `no damaged picture crashes a decoder or is read beyond its end`() throws {
    let pictures = try Self.pictures()
    // One decoder for all pictures, so that the state that one leaves meets the next.
    let decoder = try #require(MotionJPEGDecoder())
    var extractor = ColorExtractor()
    for seed in FuzzRounds.seeds(usually: 3000) {
      var generator = SeededGenerator(seed: seed)
      let bytes = Self.mangled(pictures, &generator)
      // No spare capacity behind the last byte, as an array would have.
      let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: bytes.count, alignment: 1)
      defer { buffer.deallocate() }
      buffer.copyBytes(from: bytes)
      func look(_ frame: borrowing PixelFrame) -> Bool {
        guard let sample = try? extractor.sample(of: frame) else { return false }
        return sample.red.isFinite && frame.codedWidth > 0
      }
      let isSound = decoder.withPicture(UnsafeRawBufferPointer(buffer), time: 0, look)
      #expect(isSound != false, "seed \(seed)")
    }
  }

  /// Damages a picture: changed bytes, flipped bits, a missing end, parts that are lost, repeated or taken from
  /// another picture.
  private static func mangled(_ pictures: [[UInt8]], _ generator: inout SeededGenerator) -> [UInt8]
  {
    var bytes = pictures.randomElement(using: &generator) ?? []
    for _ in 0..<Int.random(in: 1...6, using: &generator) {
      guard bytes.count > 4 else { break }
      // Half of the damage goes into the headers, where a byte matters most.
      let reach = Bool.random(using: &generator) ? bytes.count : min(bytes.count, 700)
      let place = Int.random(in: 2..<reach, using: &generator)
      let length = min(Int.random(in: 1...40, using: &generator), bytes.count - place)
      switch Int.random(in: 0..<8, using: &generator) {
      case 0, 1: bytes[place] = UInt8.random(in: 0...255, using: &generator)
      case 2: bytes[place] ^= 1 << UInt8.random(in: 0...7, using: &generator)
      case 3:
        bytes[place] =
          [0, 1, 0x7F, 0x80, 0xD8, 0xD9, 0xDA, 0xFF].randomElement(using: &generator) ?? 0
      case 4: bytes.removeSubrange(place..<place + length)
      case 5: bytes.insert(contentsOf: bytes[place..<place + length], at: place)
      case 6:
        let other = pictures.randomElement(using: &generator) ?? []
        let start = min(place, other.count)
        bytes.replaceSubrange(place..., with: other[start...])
      default: if Bool.random(using: &generator) { bytes.removeSubrange(place...) }
      }
    }
    return bytes
  }
}

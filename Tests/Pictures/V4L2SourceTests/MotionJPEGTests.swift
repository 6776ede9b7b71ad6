import TestPictures
import FFmpegSource
import ScriptedCamera
import TestSupport
import Testing
import VideoFrames

@testable import V4L2Source

/// Block means of JPEGs equal those that were written; damaged pictures are recognized.
struct MotionJPEGTests {
  private func picture(_ change: (inout TestJPEG) -> Void) -> TestJPEG {
    var picture = TestJPEG()
    change(&picture)
    return picture
  }

  /// The rows of each plane that the decoder lends; `nil` if the picture is refused.
  private func means(of bytes: [UInt8], _ decoder: MotionJPEGDecoder) -> [[UInt8]]? {
    bytes.withUnsafeBytes { buffer in
      decoder.withPicture(buffer, time: 0) { frame in
        let planes = [frame.planes.0, frame.planes.1, frame.planes.2]
        return (0..<frame.format.planeCount).map { index in
          let count = frame.format.minimumBytesPerRow(plane: index, width: frame.width)
          return (0..<frame.format.rows(plane: index, height: frame.height)).flatMap { row in
            Array(
              UnsafeRawBufferPointer(
                start: planes[index].base + row * planes[index].bytesPerRow, count: count))
          }
        }
      }
    }
  }

  @Test(arguments: [(1, 1), (2, 1), (2, 2), (1, 2), (4, 1)], [0, 1, 7, 40])
  func `the means are those that were written, for any sampling and restart interval`(
    factors: (Int, Int), restartInterval: Int
  ) throws {
    let decoder = try #require(MotionJPEGDecoder())
    for seed in 1...20 as ClosedRange<UInt64> {
      var picture = picture {
        ($0.horizontal, $0.vertical) = factors
        $0.restartInterval = restartInterval
        $0.seed = seed
        $0.width = 75 + Int(seed)
        $0.height = 41 + Int(seed)
      }
      let written = picture.encode()
      #expect(means(of: written.bytes, decoder) == picture.shown(written.means), "seed \(seed)")
    }
  }

  @Test func `a gray picture and one without tables are decoded too`() throws {
    let decoder = try #require(MotionJPEGDecoder())
    for change in [{ $0.isGray = true }, { $0.hasTables = false }] as [(inout TestJPEG) -> Void] {
      var picture = picture(change)
      let written = picture.encode()
      #expect(means(of: written.bytes, decoder) == picture.shown(written.means))
    }
  }

  @Test func `zeros and random bytes after the end change nothing`() throws {
    var picture = TestJPEG()
    let written = picture.encode()
    let decoder = try #require(MotionJPEGDecoder())
    for tail in [[UInt8](repeating: 0, count: 5000), Array(written.bytes.suffix(300)), [0xFF]] {
      #expect(means(of: written.bytes + tail, decoder) == picture.shown(written.means))
    }
  }

  @Test func `a truncated picture is damaged, with or without zeros in place of the rest`() throws {
    var picture = picture { $0.restartInterval = 7 }
    let whole = picture.encode().bytes
    let decoder = try #require(MotionJPEGDecoder())
    for count in stride(from: 0, to: whole.count - 1, by: 7) {
      let part = Array(whole.prefix(count))
      let padded = part + [UInt8](repeating: 0, count: whole.count - count)
      for bytes in [part, padded] {
        #expect(means(of: bytes, decoder) == nil, "\(count)")
      }
    }
  }

  @Test func `a camera's JPEGs give frames, and its damaged ones do not`() throws {
    var (small, large) = (
      picture { ($0.width, $0.height) = (64, 48) }, picture { ($0.width, $0.height) = (80, 48) }
    )
    let (picture, other) = (small.encode(), large.encode())
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

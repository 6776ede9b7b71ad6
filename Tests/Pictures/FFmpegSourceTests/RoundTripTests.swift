import FFmpegSource
import Testing
import VideoFrames

/// `VideoFile` reads what `VideoWriter` writes.
@Suite struct RoundTripTests {
  static let encodings: [(name: String, encoding: VideoEncoding)] = [
    ("h264.mp4", encoding("libx264", "yuv420p")),
    ("h264.mkv", encoding("libx264", "yuv444p10le")),
    ("hevc.mkv", encoding("libx265", "yuv420p10le")),
    ("vp9.webm", encoding("libvpx-vp9", "yuv420p")),
    ("av1.mkv", encoding("libaom-av1", "yuv420p10le")),
    ("mjpeg.avi", encoding("mjpeg", "yuvj422p")),
    ("ffv1.mkv", encoding("ffv1", "gbrp16le")),
    ("ffv1.avi", encoding("ffv1", "yuv411p")),
    ("raw.mkv", encoding("rawvideo", "yuyv422")),
    ("raw.mov", encoding("rawvideo", "rgb24")),
    ("mpeg4.mp4", encoding("mpeg4", "yuv420p")),
    ("png.mov", encoding("png", "rgb48be")),
  ]

  static func encoding(_ codec: String, _ format: String, _ width: Int = 66, _ height: Int = 50)
    -> VideoEncoding
  {
    VideoEncoding(
      codec: codec, pixelFormat: format, width: width, height: height,
      options: [
        "libx264": ["crf": "10"], "libx265": ["crf": "10"],
        // Frames ahead would be mixed into some.
        "libaom-av1": ["crf": "10", "cpu-used": "8", "lag-in-frames": "0"],
      ][codec] ?? [:])
  }

  @Test(arguments: encodings.map(\.name))
  func `colors and times survive a round trip`(name: String) throws {
    let encoding = Self.encodings.first { $0.name == name }!.encoding
    let folder = try TemporaryFolder()
    let file = try folder.clip(name, encoding)
    let (samples, damage, _) = try samples(of: file)
    #expect(samples.count == 20)
    #expect(damage.isNone)
    for (index, sample) in samples.enumerated() {
      // The means of the two gradients: 8 x / 66 and (y mod 16) / 4.
      let shade = 8 * 32.5 / 66 + 361.0 / 200
      #expect(abs(sample.time - Double(index) / 30) < 0.001)
      #expect(abs(sample.red - (150 + Double(index) + shade)) < 1.5)
      #expect(abs(sample.green - (60 + Double(index) + shade)) < 1.5)
      #expect(abs(sample.blue - (40 + Double(index) + shade)) < 2.5)
    }
  }

  @Test(arguments: encodings.map(\.name))
  func `the same pictures give the same bytes`(name: String) throws {
    let encoding = Self.encodings.first { $0.name == name }!.encoding
    let folder = try TemporaryFolder()
    let first = try folder.bytes(of: folder.clip("1-" + name, encoding))
    let second = try folder.bytes(of: folder.clip("2-" + name, encoding))
    #expect(first == second)
  }

  @Test(arguments: encodings.map(\.name))
  func `the number of threads changes no bit`(name: String) throws {
    let encoding = Self.encodings.first { $0.name == name }!.encoding
    let folder = try TemporaryFolder()
    let file = try folder.clip(name, encoding)
    let one = try samples(of: file, options: VideoOptions(threads: 1))
    for threads in [0, 2, 5] {
      #expect(try samples(of: file, options: VideoOptions(threads: threads)).samples == one.samples)
    }
  }

  @Test func `variable times are kept, and so is a late start`() throws {
    let folder = try TemporaryFolder()
    let times = [0.5, 0.52, 0.6, 0.61, 0.9, 1.4, 1.43]
    for name in ["a.mkv", "a.mov"] {
      let file = try folder.clip(name, Self.encoding("libx264", "yuv420p"), times: times)
      let found = try samples(of: file).samples.map(\.time)
      #expect(found.count == times.count)
      for (time, expected) in zip(found, times) {
        // Matroska stores milliseconds; only the differences matter.
        #expect(abs((time - found[0]) - (expected - times[0])) < 0.0011)
      }
    }
  }

  @Test func `a stream without timestamps plays at its frame rate`() throws {
    let folder = try TemporaryFolder()
    let file = try folder.clip("a.h264", Self.encoding("libx264", "yuv420p"))
    let times = try samples(of: file).samples.map(\.time)
    #expect(times.count == 20)
    for (time, next) in zip(times, times.dropFirst()) { #expect(next > time) }
  }

  @Test func `the same stream in another container has the same identity`() throws {
    let folder = try TemporaryFolder()
    let encoding = Self.encoding("mjpeg", "yuvj420p")
    let first = try samples(of: folder.clip("a.mov", encoding)).identity
    let second = try samples(of: folder.clip("a.mkv", encoding)).identity
    #expect(first == second)
    #expect(first.hasPrefix("murmur3:") && first.count == 40)
    let other = try samples(of: folder.clip("b.mkv", encoding, times: [0, 1])).identity
    #expect(other != first)
  }

  @Test func `reading the identity after each frame changes nothing`() throws {
    let folder = try TemporaryFolder()
    let path = try folder.clip("a.mkv", Self.encoding("mjpeg", "yuvj420p"))
    var file = try VideoFile(path: path)
    while try file.withNextFrame({ _ in }) != nil { _ = file.contentIdentity }
    #expect(try file.contentIdentity == samples(of: path).identity)
  }

  @Test(arguments: 0..<4)
  func `orientation, creation time and size are reported`(turns: Int) throws {
    let folder = try TemporaryFolder()
    var encoding = Self.encoding("libx264", "yuv420p")
    encoding.orientation = PictureOrientation(quarterTurns: turns)
    encoding.creationTime = 1_769_850_000.25
    let path = try folder.clip("a.mp4", encoding)
    let description = try VideoFile(path: path).description
    #expect(description.rotation == turns)
    #expect(description.displayedWidth == (turns % 2 == 0 ? 66 : 50))
    #expect(description.displayedHeight == (turns % 2 == 0 ? 50 : 66))
    #expect(abs((description.creationTime ?? 0) - 1_769_850_000) < 1)
    #expect(description.estimatedFrameCount == 20)
    #expect(abs((description.duration ?? 0) - 20.0 / 30) < 0.001)
    #expect(abs((description.averageFrameRate ?? 0) - 30) < 0.01)
    #expect(description.codec == "h264" && description.pixelFormat == "yuv420p")
    // The gradient is brightest at the right edge of the coded picture.
    let edges = [(58, 0, 8, 50), (0, 58, 50, 8), (0, 0, 8, 50), (0, 0, 50, 8)]
    let edge = edges[turns]
    let region = PixelRegion(x: edge.0, y: edge.1, width: edge.2, height: edge.3)
    let bright = try samples(of: path, region: region).samples[0].red
    #expect(bright > (try samples(of: path).samples[0].red) + 2)
  }

  @Test func `a Motion JPEG decoded by its block means has the same color`() throws {
    let folder = try TemporaryFolder()
    let path = try folder.clip("a.avi", Self.encoding("mjpeg", "yuvj420p", 320, 240))
    let whole = try samples(of: path).samples
    let fast = try samples(of: path, options: VideoOptions(fast: true)).samples
    #expect(whole.count == fast.count)
    for (a, b) in zip(whole, fast) {
      #expect(abs(a.red - b.red) < 0.1 && abs(a.green - b.green) < 0.1)
    }
    let region = PixelRegion(x: 160, y: 80, width: 80, height: 80)
    let part = try samples(of: path, options: VideoOptions(fast: true), region: region).samples
    #expect(abs(part[0].red - (try samples(of: path, region: region).samples[0].red)) < 0.2)
  }
}

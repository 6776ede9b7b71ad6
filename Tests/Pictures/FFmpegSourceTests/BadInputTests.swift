import FFmpegSource
import FoundationEssentials
import Testing
import VideoFrames

@Suite struct BadInputTests {
  private let encoding = RoundTripTests.encoding("libx264", "yuv420p")

  private func refusal(_ path: String) -> String {
    do {
      _ = try samples(of: path)
      return "read"
    } catch {
      return "\(error)"
    }
  }

  @Test func `a file that is not a video is refused in one clear line`() throws {
    let folder = try TemporaryFolder()
    #expect(refusal(folder.path + "/none.mp4").hasSuffix("none.mp4: there is no such file"))
    #expect(refusal(folder.path).contains("it is a folder"))
    #expect(try refusal(folder.file("a.mp4", holding: [])).hasSuffix("it is empty"))
    let text = Array("Dear diary, today my heart was at rest.\n".utf8)
    for name in ["a.txt", "a.mp4", "a"] {
      let refusal = try refusal(folder.file(name, holding: text))
      #expect(refusal.contains("not a video"), "\(refusal)")
      #expect(!refusal.contains("\n"))
    }
  }

  @Test(arguments: [
    ("a.m3u8", "#EXTM3U\n#EXT-X-TARGETDURATION:5\n#EXTINF:5,\nhttp://localhost:1/x.ts\n"),
    ("a.ffconcat", "ffconcat version 1.0\nfile 'x.mp4'\n"),
    ("a.sdp", "v=0\no=- 0 0 IN IP4 127.0.0.1\ns=x\nc=IN IP4 127.0.0.1\nm=video 5004 RTP/AVP 96\n"),
    (
      "a.mpd",
      "<?xml version=\"1.0\"?>\n<MPD xmlns=\"urn:mpeg:dash:schema:mpd:2011\" "
        + "profiles=\"urn:mpeg:dash:profile:isoff-on-demand:2011\" type=\"static\"></MPD>\n"
    ),
  ])
  func `a playlist is refused`(name: String, text: String) throws {
    let folder = try TemporaryFolder()
    let refusal = try refusal(folder.file(name, holding: Array(text.utf8)))
    #expect(refusal.contains("playlist"), "\(refusal)")
  }

  @Test func `a file with sound alone is refused as such`() throws {
    // A tenth of a second of silence at 8 kHz, 16 bits.
    let folder = try TemporaryFolder()
    var bytes = Array("RIFF".utf8) + [0x64, 0x06, 0, 0] + Array("WAVEfmt ".utf8)
    bytes += [16, 0, 0, 0, 1, 0, 1, 0, 0x40, 0x1F, 0, 0, 0x80, 0x3E, 0, 0, 2, 0, 16, 0]
    bytes += Array("data".utf8) + [0x40, 0x06, 0, 0] + [UInt8](repeating: 0, count: 1600)
    #expect(try refusal(folder.file("a.wav", holding: bytes)).contains("only sound"))
  }

  @Test func `an mp4 without its index is refused as unfinished`() throws {
    let folder = try TemporaryFolder()
    let whole = try folder.bytes(of: folder.clip("a.mp4", encoding))
    let cut = try folder.file("cut.mp4", holding: Array(whole.prefix(whole.count / 2)))
    #expect(refusal(cut).contains("moov"))
  }

  @Test(arguments: ["a.mp4", "a.mkv", "a.avi"])
  func `a truncated file gives its remaining frames and reports the damage`(name: String) throws {
    let folder = try TemporaryFolder()
    var encoding = encoding
    if name == "a.mp4" { encoding.options["movflags"] = "faststart" }
    let times = (0..<120).map { Double($0) / 30 }
    let whole = try folder.bytes(of: folder.clip(name, encoding, times: times))
    let cut = try folder.file("cut-" + name, holding: Array(whole.prefix(whole.count * 6 / 10)))
    let (samples, damage, _) = try samples(of: cut)
    #expect(samples.count > 10 && samples.count < 120)
    #expect(damage.endedEarly)
  }

  @Test func `a single frame is a video`() throws {
    let folder = try TemporaryFolder()
    let (samples, damage, _) = try samples(of: folder.clip("a.mp4", encoding, times: [0]))
    #expect(samples.count == 1)
    #expect(damage.isNone)
  }

  @Test(arguments: [(8, 8, "libx264"), (8192, 8192, "mjpeg")])
  func `the smallest and the largest pictures are read`(
    width: Int, height: Int, codec: String
  ) throws {
    let folder = try TemporaryFolder()
    let path = folder.path + "/a.mkv"
    let writer = try VideoWriter(
      path: path,
      encoding: VideoEncoding(codec: codec, pixelFormat: "yuv420p", width: width, height: height))
    try writer.append(time: 0) { picture in
      for plane in 0..<3 {
        let rows = plane == 0 ? height : height / 2
        UnsafeMutableRawBufferPointer(
          start: picture.base(ofPlane: plane), count: rows * picture.bytesPerRow(ofPlane: plane)
        ).initializeMemory(as: UInt8.self, repeating: 128)
      }
    }
    try writer.finish()
    let found = try samples(of: path).samples
    #expect(found.count == 1)
    #expect(abs(found[0].red - found[0].blue) < 2)
    let description = try VideoFile(path: path).description
    #expect(description.displayedWidth == width && description.displayedHeight == height)
  }

  @Test(arguments: ["a.mp4", "a.mkv", "a.avi", "a.webm"])
  func `flipped bytes cause no crash and no hang`(name: String) throws {
    let folder = try TemporaryFolder()
    let codec = ["a.avi": "mjpeg", "a.webm": "libvpx-vp9"][name] ?? "libx264"
    let format = codec == "mjpeg" ? "yuvj420p" : "yuv420p"
    let whole = try folder.bytes(of: folder.clip(name, RoundTripTests.encoding(codec, format)))
    var state: UInt64 = 1
    for variant in 0..<50 {
      var bytes = whole
      for _ in 0..<(1 + variant / 2) {
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        bytes[Int(state >> 33) % bytes.count] = UInt8(truncatingIfNeeded: state >> 24)
      }
      let path = try folder.file("x-" + name, holding: bytes)
      do {
        let times = try samples(of: path).samples.map(\.time)
        for (time, next) in zip(times, times.dropFirst()) { #expect(next > time) }
      } catch {
        #expect(error is FFmpegError)
      }
    }
  }

  @Test func `a writer names what it cannot write`() throws {
    let folder = try TemporaryFolder()
    func refusal(_ name: String, _ change: (inout VideoEncoding) -> Void) -> String {
      var encoding = encoding
      change(&encoding)
      do throws(FFmpegError) {
        _ = try VideoWriter(path: folder.path + "/" + name, encoding: encoding)
        return "made"
      } catch {
        return error.reason
      }
    }
    #expect(refusal("a.mp4") { $0.codec = "h999" }.contains("no encoder h999"))
    #expect(refusal("a.mp4") { $0.pixelFormat = "rgb999" }.contains("no pixel format rgb999"))
    #expect(refusal("a.none") { _ in }.contains("container"))
    #expect(refusal("a.mp4") { $0.options = ["nonsense": "1"] }.contains("no option nonsense"))
    #expect(refusal("a.mp4") { $0.frameRate = 0 }.contains("frame rate"))
    #expect(VideoWriter.availableEncoders.contains("ffv1"))
    let writer = try VideoWriter(path: folder.path + "/b.mkv", encoding: encoding)
    let pixels = [UInt8](repeating: 0, count: 66 * 50 * 3)
    try writer.append(rgb: pixels.span, time: 1)
    #expect(throws: FFmpegError.self) { try writer.append(rgb: pixels.span, time: 1) }
    #expect(throws: FFmpegError.self) { try writer.append(rgb: [UInt8]().span, time: 2) }
  }
}

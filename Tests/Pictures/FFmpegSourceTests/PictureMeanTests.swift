import CFFmpeg
import FFmpegSource
import Testing
import VideoFrames

/// Mean colors equal those of the RGB picture that libswscale makes of the same frame.
@Suite struct PictureMeanTests {
  private static let width = 64
  private static let height = 48

  /// A soft gradient whose colors no matrix clips.
  private static let pixels: [UInt8] = {
    var pixels: [UInt8] = []
    for y in 0..<height {
      for x in 0..<width {
        let levels: [Int] = [120 + x, 70 + y, 60 + (x + y) / 2]
        for level in levels { pixels.append(UInt8(level)) }
      }
    }
    return pixels
  }()

  private static let means: [Double] = (0..<3).map { channel in
    let levels = stride(from: channel, to: pixels.count, by: 3).map { Double(pixels[$0]) }
    return levels.reduce(0, +) / Double(levels.count)
  }

  private func expect(_ found: ColorSample, within tolerance: Double) {
    #expect(abs(found.red - Self.means[0]) < tolerance)
    #expect(abs(found.green - Self.means[1]) < tolerance)
    #expect(abs(found.blue - Self.means[2]) < tolerance)
  }

  static let summed = [
    "yuv420p", "yuv422p", "yuv444p", "yuv440p", "yuv411p", "yuv410p", "nv12", "nv21", "nv24",
    "yuyv422", "uyvy422", "yvyu422", "rgb24", "bgr24", "rgba", "bgra", "argb", "abgr", "0rgb",
    "bgr0", "gbrp", "gbrap", "gbrp10le", "gbrp16be", "yuv420p9le", "yuv420p10be", "yuv422p12le",
    "yuv444p16le", "yuva420p", "yuva444p10le", "p010le", "p010be", "p016le",
  ]

  @Test(arguments: summed)
  func `the mean colors of planes equal those of libswscale's picture`(name: String) throws {
    let format = try #require(PixelFormat(ffmpegName: name))
    for color in [
      ColorDescription(matrix: .bt601, range: .limited),
      ColorDescription(matrix: .bt709, range: .limited),
      ColorDescription(matrix: .bt601, range: .full),
      ColorDescription(matrix: .bt2020, range: .full),
    ] where color.range == .limited || format.bitDepth == 8 {
      // In full range above 8 bits, libswscale puts white at 255 * 2^(bits - 8), H.273 at 2^bits - 1.
      var frame = av_frame_alloc()
      defer { av_frame_free(&frame) }
      let picture = try #require(frame)
      picture.pointee.width = Int32(Self.width)
      picture.pointee.height = Int32(Self.height)
      picture.pointee.format = av_get_pix_fmt(name).rawValue
      #expect(av_frame_get_buffer(picture, 0) == 0)
      fill(picture, color)
      let data = picture.pointee.data
      let lengths = picture.pointee.linesize
      let first = PixelPlane(base: try #require(data.0), bytesPerRow: Int(lengths.0))
      var extractor = ColorExtractor()
      let sample = try extractor.sample(
        of: PixelFrame(
          format: format, color: color, time: 0, width: Self.width, height: Self.height,
          planes: (
            first, data.1.map { PixelPlane(base: $0, bytesPerRow: Int(lengths.1)) } ?? first,
            data.2.map { PixelPlane(base: $0, bytesPerRow: Int(lengths.2)) } ?? first
          )))
      expect(sample, within: 0.5)
    }
  }

  /// Formats that libswscale converts to planes first, and the error that their few bits allow.
  @Test(arguments: [
    ("rgb48le", 0.5), ("rgb565le", 8), ("rgb8", 24), ("ya8", 0.5), ("gray10le", 0.5),
  ])
  func `other formats are converted and give the same colors`(
    name: String, tolerance: Double
  ) throws {
    let folder = try TemporaryFolder()
    let path = folder.path + "/a.nut"
    let writer = try VideoWriter(
      path: path,
      encoding: VideoEncoding(
        codec: "rawvideo", pixelFormat: name, width: Self.width, height: Self.height))
    try writer.append(rgb: Self.pixels.span, time: 0)
    try writer.finish()
    let found = try #require(try samples(of: path).samples.first)
    if name == "ya8" || name == "gray10le" {
      let luma = 0.299 * Self.means[0] + 0.587 * Self.means[1] + 0.114 * Self.means[2]
      #expect(abs(found.red - luma) < tolerance)
      #expect(found.red == found.green && found.red == found.blue)
    } else {
      expect(found, within: tolerance)
    }
  }

  @Test(arguments: ["pal8", "rgb565le", "monow", "bayer_rggb8", "grayf32le", "y210le", "rgb48le"])
  func `formats that no plane sum covers are reported as such`(name: String) {
    #expect(PixelFormat(ffmpegName: name) == nil)
  }

  private func fill(_ picture: UnsafeMutablePointer<AVFrame>, _ color: ColorDescription) {
    let context = sws_getContext(
      picture.pointee.width, picture.pointee.height, AV_PIX_FMT_RGB48LE, picture.pointee.width,
      picture.pointee.height, AVPixelFormat(picture.pointee.format),
      SWS_BILINEAR | SWS_ACCURATE_RND | SWS_FULL_CHR_H_INP | SWS_FULL_CHR_H_INT, nil, nil, nil)
    defer { sws_freeContext(context) }
    let matrix: Int32 =
      switch color.matrix {
      case .bt709: SWS_CS_ITU709
      case .bt2020: SWS_CS_BT2020
      default: SWS_CS_ITU601
      }
    let table = sws_getCoefficients(matrix)
    let isFull: Int32 = color.range == .full ? 1 : 0
    sws_setColorspaceDetails(context, table, 1, table, isFull, 0, 1 << 16, 1 << 16)
    // libswscale's white is 65535 in conversions to deep RGB, but 255 * 256 in all others.
    let descriptor = av_pix_fmt_desc_get(AVPixelFormat(picture.pointee.format))?.pointee
    let isRGB = (descriptor?.flags ?? 0) & UInt64(AV_PIX_FMT_FLAG_RGB) != 0
    let isDeep = (descriptor?.comp.0.depth ?? 8) > 8
    let unit: UInt16 = isRGB && isDeep ? 257 : 256
    let wide = Self.pixels.map { (UInt16($0) * unit).littleEndian }
    wide.withUnsafeBytes { bytes in
      var source = bytes.bindMemory(to: UInt8.self).baseAddress
      var length = Int32(6 * Self.width)
      withUnsafeMutablePointer(to: &picture.pointee.data) { data in
        withUnsafeMutablePointer(to: &picture.pointee.linesize) { lengths in
          _ = sws_scale(
            context, &source, &length, 0, picture.pointee.height,
            UnsafeMutableRawPointer(data).assumingMemoryBound(
              to: UnsafeMutablePointer<UInt8>?.self),
            UnsafeMutableRawPointer(lengths).assumingMemoryBound(to: Int32.self))
        }
      }
    }
  }
}

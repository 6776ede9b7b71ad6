import CFFmpeg
import FFmpegSource
import Testing
import VideoFrames

/// Mean colours beside those of the RGB picture that libswscale makes of the same frame.
@Suite struct PictureMeanTests {
  /// What a plane sum covers, and what is converted first.
  static let formats = [
    "yuv420p", "yuv422p", "yuv444p", "yuv440p", "yuv411p", "yuv410p", "yuvj420p", "yuvj444p",
    "nv12", "nv21", "nv16", "nv24", "yuyv422", "uyvy422", "yvyu422", "gray", "gray10le",
    "gray16be", "rgb24", "bgr24", "rgba", "bgra", "argb", "abgr", "0rgb", "bgr0", "gbrp",
    "gbrap", "gbrp10le", "gbrp16be", "yuv420p9le", "yuv420p10be", "yuv422p12le", "yuv444p16le",
    "yuva420p", "yuva444p10le", "p010le", "p010be", "p016le", "rgb48le", "rgb565le", "ya8",
    "y210le", "rgb8",
  ]

  @Test(arguments: formats)
  func `mean colours are those of libswscale's picture`(name: String) throws {
    let width: Int32 = 64
    let height: Int32 = 48
    let format = av_get_pix_fmt(name)
    // A soft gradient that no matrix can clip, brought into the format by libswscale.
    var pixels: [UInt8] = []
    for y in 0..<Int(height) {
      for x in 0..<Int(width) {
        pixels += [UInt8(120 + x), UInt8(70 + y), UInt8(60 + (x + y) / 2)]
      }
    }
    let folder = try TemporaryFolder()
    let path = folder.path + "/a.nut"
    let writer = try VideoWriter(
      path: path,
      encoding: VideoEncoding(
        codec: "rawvideo", pixelFormat: name, width: Int(width), height: Int(height),
        options: ["strict": "-1"]))
    try writer.append(rgb: pixels.span, time: 0)
    try writer.finish()
    let found = try #require(try samples(of: path).samples.first)
    let means = (0..<3).map { channel in
      stride(from: channel, to: pixels.count, by: 3).reduce(0) { $0 + Double(pixels[$1]) }
        / Double(pixels.count / 3)
    }
    let descriptor = try #require(av_pix_fmt_desc_get(format)?.pointee)
    if descriptor.nb_components < 3 {
      // The writer's matrix is BT.601 for so small a picture.
      let luma = 0.299 * means[0] + 0.587 * means[1] + 0.114 * means[2]
      #expect(abs(found.red - luma) < 0.5)
    } else {
      // Few-bit formats hold no more than their steps.
      let tolerance = descriptor.comp.0.depth < 8 ? 8.0 : (name == "rgb8" ? 24 : 0.5)
      #expect(abs(found.red - means[0]) < tolerance)
      #expect(abs(found.green - means[1]) < tolerance)
      #expect(abs(found.blue - means[2]) < tolerance)
    }
  }
}

import Testing
import VideoFrames

/// Samples that are larger than their format can hold, as damaged files of more than 8 bits give.
struct DamagedDepthTests {
  @Test(arguments: [ColorDescription.Range.full, .limited])
  func `a level never exceeds what the format can hold`(range: ColorDescription.Range) throws {
    let color = ColorDescription(matrix: .bt709, range: range)
    for (format, greatest) in [
      (PixelFormat.gray(bitDepth: 10), 1023), (.yuv420p10, 1023), (.gray(bitDepth: 12), 4095),
    ] {
      var means: [ColorSample] = []
      for luma in [greatest, 65535] {
        let picture = TestPicture(format, 16, 16, seed: 1)
        for y in 0..<16 {
          for x in 0..<16 {
            picture.set(0, x, y, luma)
            for component in 1..<max(picture.componentCount, 1) {
              picture.set(component, x, y, greatest / 2 + 1)
            }
          }
        }
        var extractor = ColorExtractor()
        means.append(try picture.withFrame(color: color) { try extractor.sample(of: $0) })
      }
      #expect(means[0].red == means[1].red && means[0].blue == means[1].blue, "\(format)")
      #expect(means[0].red <= (range == .full ? 255 : 280), "\(means)")
    }
  }
}

import Testing
import VideoFrames

/// What the values of a color sample mean, on pictures of known color.
@Suite struct ColorSampleMeaningTests {
  private func sample(
    _ format: PixelFormat, _ components: [Int], _ color: ColorDescription, width: Int = 48,
    height: Int = 32, change: (TestPicture) -> Void = { _ in }
  ) throws -> ColorSample {
    let picture = TestPicture(format, width, height, seed: 1)
    for y in 0..<height {
      for x in 0..<width {
        for (component, value) in components.enumerated() { picture.set(component, x, y, value) }
      }
    }
    change(picture)
    var extractor = ColorExtractor()
    return try picture.withFrame(color: color) { try extractor.sample(of: $0) }
  }

  private let limited = ColorDescription(matrix: .bt601, range: .limited)
  private let full = ColorDescription(matrix: .bt601, range: .full)

  @Test func `the color bars of BT.601 have their colors`() throws {
    // 100 % bars as BT.601 encodes them, rounded to 8 bits.
    for (bar, color) in [
      ([235, 128, 128], (255.0, 255.0, 255.0)), ([81, 90, 240], (255, 0, 0)),
      ([145, 54, 34], (0, 255, 0)), ([41, 240, 110], (0, 0, 255)), ([16, 128, 128], (0, 0, 0)),
    ] {
      let sample = try sample(.yuv420p, bar, limited)
      #expect(abs(sample.red - color.0) < 1.5)
      #expect(abs(sample.green - color.1) < 1.5)
      #expect(abs(sample.blue - color.2) < 1.5)
    }
  }

  @Test func `full range and higher bit depths give the same color`() throws {
    let eight = try sample(.yuv444p, [100, 90, 170], limited)
    let ten = try sample(.yuv444p10, [400, 360, 680], limited)
    let padded = try sample(.p010, [400, 360, 680], limited)
    for other in [ten, padded] {
      #expect(abs(eight.red - other.red) < 1e-9)
      #expect(abs(eight.green - other.green) < 1e-9)
      #expect(abs(eight.blue - other.blue) < 1e-9)
    }
    let white = try sample(.yuv444p10, [1023, 512, 512], full)
    #expect(abs(white.red - 255) < 1e-9 && abs(white.blue - 255) < 1e-9)
    let gray = try sample(.gray8, [77], full)
    #expect(gray.red == 77 && gray.green == 77 && gray.blue == 77)
  }

  @Test func `a torch behind a finger saturates red while luma is low`() throws {
    // RGB 255, 30, 10 in BT.601.
    let sample = try sample(.yuv420p, [98, 82, 228], limited)
    #expect(sample.clippedShare == 1)
    #expect(sample.blackShare == 0)
    let below = try self.sample(.yuv420p, [92, 84, 224], limited)
    #expect(below.red < 250)
    #expect(below.clippedShare == 0)
  }

  @Test func `a dark picture is black and even in every format`() throws {
    for format in [PixelFormat.rgb24, .bgra, .gbrp, .gray8] {
      let sample = try sample(
        format, [9, 12, 16].prefix(format.layout == .gray ? 1 : 3).map { $0 }, full)
      #expect(sample.blackShare == 1)
      #expect(sample.clippedShare == 0)
      #expect(sample.spread == 0)
    }
    #expect(try sample(.nv12, [20, 128, 128], limited).blackShare == 1)
  }

  @Test func `the clipped share is the part of the picture that is clipped`() throws {
    let sample = try sample(.rgb24, [200, 100, 50], full) { picture in
      for y in 0..<8 { for x in 0..<48 { picture.set(0, x, y, 255) } }
    }
    #expect(sample.clippedShare == 0.25)
  }

  @Test func `spread is the blocks' standard deviation over the brightest channel's mean`() throws {
    // Left half at 100, right half at 200: mean 150, deviation 50.
    let sample = try sample(.rgb24, [100, 0, 0], full, width: 512, height: 64) { picture in
      for y in 0..<64 { for x in 256..<512 { picture.set(0, x, y, 200) } }
    }
    #expect(abs(sample.spread! - 1.0 / 3) < 1e-12)
    #expect(try self.sample(.yuv420p, [90, 100, 200], limited).spread == 0)
  }

  @Test func `a pattern says where the light is, and not how much there is`() throws {
    func pattern(_ dark: Int, _ light: Int) throws -> LightPattern {
      let sample = try sample(.rgb24, [dark, 0, 0], full, width: 512, height: 64) { picture in
        for y in 0..<64 { for x in 256..<512 { picture.set(0, x, y, light) } }
      }
      return try #require(sample.pattern)
    }
    let half = try pattern(100, 200)
    // The first cosine's mean over four blocks of eight is 0.9061 there.
    #expect(abs(half.tiltX + 0.9061 / 3) < 1e-4)
    #expect([half.tiltY, half.twist, half.bowY].allSatisfy { abs($0) <= 1e-6 })
    #expect(try pattern(50, 100) == half)
    #expect(try pattern(100, 210) != half)
    #expect((half.tiltX * 1e6).rounded() / 1e6 == half.tiltX)
  }

  @Test func `darkness and a region without blocks have no pattern`() throws {
    #expect(try sample(.rgb24, [0, 0, 0], full).pattern == nil)
    #expect(try sample(.rgb24, [200, 100, 50], full, width: 6, height: 6).pattern == nil)
  }
}

import Testing
import VideoFrames

/// The extractor averages the pixels that have the color of skin, and no others.
@Suite struct SkinSelectionTests {
  /// Red, green and blue.
  private static let skin = (200.0, 150.0, 130.0)
  private static let wall = (96.0, 112.0, 130.0)

  /// Returns a color's samples in a format: red, green and blue, or luma and color differences.
  private static func samples(
    of color: (Double, Double, Double), _ format: PixelFormat, _ description: ColorDescription
  ) -> [Int] {
    let unit = Double(1 << (format.bitDepth - 8))
    let (red, green, blue) = color
    guard format.isYCbCr else { return [red, green, blue].map { Int($0 * unit) } }
    let (kr, kb) =
      switch description.matrix {
      case .bt601: (0.299, 0.114)
      case .bt709: (0.2126, 0.0722)
      case .bt2020: (0.2627, 0.0593)
      case .fcc: (0.30, 0.11)
      case .smpte240m: (0.212, 0.087)
      }
    let luma = kr * red + (1 - kr - kb) * green + kb * blue
    let isLimited = description.range == .limited
    let (zero, gain) = isLimited ? (16.0, 219.0 / 255) : (0, 1)
    let chroma = isLimited ? 224.0 / 255 : 1
    return [
      zero + gain * luma, 128 + chroma * (blue - luma) / (2 - 2 * kb),
      128 + chroma * (red - luma) / (2 - 2 * kr),
    ].map { Int(($0 * unit).rounded()) }
  }

  /// Returns a picture of a wall with skin from column 16 on.
  private static func picture(_ format: PixelFormat, _ color: ColorDescription) -> TestPicture {
    let picture = TestPicture(format, 48, 24, seed: 5)
    let (skin, wall) = (samples(of: skin, format, color), samples(of: wall, format, color))
    for y in 0..<24 {
      for x in 0..<48 {
        for component in 0..<picture.componentCount {
          picture.set(component, x, y, x < 16 ? wall[component] : skin[component])
        }
      }
    }
    return picture
  }

  private func sample(
    _ picture: TestPicture, _ color: ColorDescription, _ region: PixelRegion? = nil,
    _ selection: PixelSelection = .skin
  ) throws -> ColorSample {
    var extractor = ColorExtractor(region: region, selection: selection)
    return try picture.withFrame(color: color) { try extractor.sample(of: $0) }
  }

  @Test(arguments: allFormats.filter { $0.layout != .gray })
  func `a wall beside the skin does not change the skin's color`(format: PixelFormat) throws {
    for color in colors {
      let picture = Self.picture(format, color)
      let mixed = try sample(picture, color)
      // A region at odd coordinates that holds only skin.
      let plain = try sample(
        picture, color, PixelRegion(x: 17, y: 3, width: 27, height: 13), .all)
      #expect(abs(mixed.red - plain.red) < 1e-9)
      #expect(abs(mixed.green - plain.green) < 1e-9)
      #expect(abs(mixed.blue - plain.blue) < 1e-9)
      #expect(abs((mixed.skinShare ?? 0) - 2.0 / 3) < 1e-9)
      #expect(plain.skinShare == nil && mixed.spread == nil && mixed.clippedShare == 0)
    }
  }

  @Test(arguments: allFormats)
  func `no region is read beyond the picture's memory`(format: PixelFormat) throws {
    let color = ColorDescription(matrix: .bt709, range: .limited)
    for seed in 0..<6 {
      let picture = TestPicture(format, 37, 11, seed: UInt64(seed), isBottomUp: seed % 2 == 1)
      for region in [
        nil, PixelRegion(x: 36, y: 10, width: 1, height: 1),
        PixelRegion(x: 1, y: 1, width: 35, height: 9), PixelRegion(x: 0, y: 5, width: 3, height: 6),
      ] {
        let found = try sample(picture, color, region)
        #expect((0...1).contains(found.skinShare ?? -1))
        #expect(found.red.isFinite && found.green.isFinite && found.blue.isFinite)
      }
    }
  }

  @Test func `without skin the sample averages all pixels and reports a skin share of zero`() throws
  {
    let color = ColorDescription(matrix: .bt601, range: .limited)
    for format in [PixelFormat.yuv420p, .rgb24, .gray8] {
      let picture = TestPicture(format, 16, 8, seed: 2)
      let wall = Self.samples(of: Self.wall, format, color)
      for y in 0..<8 {
        for x in 0..<16 {
          for component in 0..<picture.componentCount {
            picture.set(component, x, y, wall[component])
          }
        }
      }
      var all = try sample(picture, color, nil, .all)
      #expect(all.skinShare == nil)
      all.skinShare = 0
      #expect(try sample(picture, color) == all)
    }
  }

  @Test func `the bounds are those of Chai and Ngan, and weights decrease towards them`() throws {
    let color = ColorDescription(matrix: .bt601, range: .limited)
    let shares: [(cb: Int, cr: Int, share: Double)] = [
      (76, 150, 0), (77, 150, 0.25), (80, 150, 1), (102, 150, 1), (127, 150, 0.25), (128, 150, 0),
      (102, 132, 0), (102, 133, 0.25), (102, 135, 0.75), (102, 173, 0.25), (102, 174, 0),
    ]
    for (cb, cr, share) in shares {
      let picture = TestPicture(.yuv420p, 16, 8, seed: 3)
      for y in 0..<8 {
        for x in 0..<16 {
          for (component, value) in [120, cb, cr].enumerated() {
            picture.set(component, x, y, value)
          }
        }
      }
      #expect(try sample(picture, color).skinShare == share, "\(cb) \(cr)")
    }
  }
}

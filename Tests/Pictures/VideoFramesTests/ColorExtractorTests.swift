import TestSupport
import Testing
import VideoFrames

/// Every layout, depth and byte order that the extractor can sum.
let allFormats: [PixelFormat] =
  [
    .yuv420p, .yuv422p, .yuv444p, .yuv440p, .yuv411p, .yuv410p, .yuv420p10, .yuv422p10,
    .yuv444p10, .yuv444p16, .nv12, .nv21, .nv16, .nv24, .p010, .p016, .yuyv422, .uyvy422,
    .yvyu422, .rgb24, .bgr24, .rgba, .bgra, .argb, .abgr, .gbrp, .gbrp16, .gray8,
  ]
  + [9, 12, 14, 16].flatMap { depth in
    [false, true].flatMap { isBigEndian in
      [
        .gray(bitDepth: depth, isBigEndian: isBigEndian),
        PixelFormat(
          name: "yuv420p", layout: .planarYCbCr, chromaShiftX: 1, chromaShiftY: 1, bitDepth: depth,
          isBigEndian: isBigEndian),
        PixelFormat(
          name: "yuv444p", layout: .planarYCbCr, bitDepth: depth, isBigEndian: isBigEndian),
        PixelFormat(name: "gbrp", layout: .planarRGB, bitDepth: depth, isBigEndian: isBigEndian),
        PixelFormat(
          name: "p0", layout: .semiPlanarYCbCr(isRedDifferenceFirst: isBigEndian), chromaShiftX: 1,
          chromaShiftY: 1, bitDepth: depth, paddingBits: 16 - depth, isBigEndian: isBigEndian),
        PixelFormat(
          name: "p4", layout: .semiPlanarYCbCr(isRedDifferenceFirst: !isBigEndian), bitDepth: depth,
          paddingBits: 16 - depth, isBigEndian: isBigEndian),
      ]
    }
  }

let colors = ColorDescription.Matrix.allCases.flatMap { matrix in
  ColorDescription.Range.allCases.map { ColorDescription(matrix: matrix, range: $0) }
}

private func compare(
  _ picture: TestPicture, _ region: PixelRegion?, _ color: ColorDescription,
  _ location: SourceLocation = #_sourceLocation
) throws {
  let plain = PlainReference.sums(
    picture, region ?? PixelRegion(x: 0, y: 0, width: picture.width, height: picture.height), color)
  for kernels in PixelKernels.available {
    var extractor = ColorExtractor(region: region, kernels: kernels)
    let sums = try picture.withFrame(color: color) { try extractor.sums(of: $0) }
    // RGB sums come in the format's own order in memory.
    var components = [sums.first, sums.second, sums.third].map { Int($0) }
    switch picture.format.layout {
    case .planarRGB: components = [components[2], components[0], components[1]]
    case .packedRGB(_, _, true): components.reverse()
    default: break
    }
    let found = PlainReference.Sums(
      components: components, pixels: Int(sums.pixels), sites: Int(sums.sites),
      clipped: Int(sums.clipped), black: Int(sums.black))
    #expect(
      found == plain, "\(picture.format) \(String(describing: region)) \(kernels)",
      sourceLocation: location)
  }
}

@Suite struct ColorExtractorTests {
  @Test(arguments: allFormats)
  func `sums equal a plain reference to the last integer`(format: PixelFormat) throws {
    var random = SeededGenerator(seed: 7)
    for (width, height) in [(1, 1), (7, 5), (8, 8), (33, 17), (67, 19), (300, 9), (531, 11)] {
      let picture = TestPicture(format, width, height, seed: random.next(), padding: width % 5)
      let color = colors.randomElement(using: &random)!
      try compare(picture, nil, color)
      for _ in 0..<4 {
        let x = Int.random(in: 0..<width, using: &random)
        let y = Int.random(in: 0..<height, using: &random)
        let region = PixelRegion(
          x: x, y: y, width: Int.random(in: 1...(width - x), using: &random),
          height: Int.random(in: 1...(height - y), using: &random))
        try compare(picture, region, color)
      }
    }
  }

  @Test(arguments: allFormats)
  func `extreme levels cause no overflow`(format: PixelFormat) throws {
    for levels in [0.0...0, 1...1] {
      let picture = TestPicture(format, 4133, 9, seed: 1, levels: levels)
      for color in colors { try compare(picture, nil, color) }
    }
  }

  @Test(arguments: colors)
  func `every pair of color differences gets the weight of the plain reference`(
    color: ColorDescription
  ) throws {
    let picture = TestPicture(.yuv444p, 256, 64, seed: 1)
    for luma in [0, 16, 30, 31, 80, 233, 234, 235, 254, 255] {
      for y in 0..<64 {
        for x in 0..<256 {
          picture.set(0, x, y, luma)
          picture.set(1, x, y, x)
          picture.set(2, x, y, 4 * y + (x & 3))
        }
      }
      try compare(picture, nil, color)
    }
  }

  @Test(arguments: allFormats)
  func `rows stored from the bottom up give the same sums as the flipped picture`(
    format: PixelFormat
  ) throws {
    let upright = TestPicture(format, 37, 16, seed: 3)
    let turned = TestPicture(format, 37, 16, seed: 4, isBottomUp: true)
    for y in 0..<16 {
      for x in 0..<37 {
        for component in 0..<upright.componentCount {
          let value = upright.sample(component, x, y) >> format.paddingBits
          turned.set(component, x, y, value)
        }
      }
    }
    var extractor = ColorExtractor(region: PixelRegion(x: 3, y: 5, width: 30, height: 7))
    let first = try upright.withFrame { try extractor.sample(of: $0) }
    let second = try turned.withFrame { try extractor.sample(of: $0) }
    #expect(first == second)
  }

  @Test(arguments: allFormats)
  func `bytes between the rows change nothing`(format: PixelFormat) throws {
    var extractor = ColorExtractor()
    let bare = TestPicture(format, 45, 12, seed: 5)
    let padded = TestPicture(format, 45, 12, seed: 6, padding: 77)
    for y in 0..<12 {
      for x in 0..<45 {
        for component in 0..<bare.componentCount {
          padded.set(component, x, y, bare.sample(component, x, y) >> format.paddingBits)
        }
      }
    }
    let first = try bare.withFrame { try extractor.sample(of: $0) }
    let second = try padded.withFrame { try extractor.sample(of: $0) }
    #expect(first == second)
  }

  @Test(arguments: allFormats)
  func `the parts of a region add up to the whole`(format: PixelFormat) throws {
    let picture = TestPicture(format, 200, 40, seed: 8)
    func sums(_ x: Int, _ y: Int, _ width: Int, _ height: Int) throws -> ColorSums {
      var extractor = ColorExtractor(region: PixelRegion(x: x, y: y, width: width, height: height))
      return try picture.withFrame { try extractor.sums(of: $0) }
    }
    // Cut between chroma samples.
    var parts = try sums(0, 0, 88, 12)
    parts += try sums(88, 0, 112, 12)
    parts += try sums(0, 12, 4, 28)
    parts += try sums(4, 12, 196, 28)
    #expect(try parts == sums(0, 0, 200, 40))
  }
}

import VideoFrames

/// Sums a picture pixel by pixel in ordinary arithmetic.
enum PlainReference {
  struct Sums: Equatable {
    var components = [0, 0, 0]
    var pixels = 0
    var sites = 0
    var clipped = 0
    var black = 0
  }

  static func sums(
    _ picture: TestPicture, _ area: PixelRegion, _ color: ColorDescription
  ) -> Sums {
    let format = picture.format
    var sums = Sums()
    var seen = Set<Int>()
    for y in area.y..<(area.y + area.height) {
      for x in area.x..<(area.x + area.width) {
        sums.pixels += 1
        sums.components[0] += picture.sample(0, x, y)
        let siteX = (x >> format.chromaShiftX) << format.chromaShiftX
        let siteY = (y >> format.chromaShiftY) << format.chromaShiftY
        guard seen.insert(siteY * picture.width + siteX).inserted else { continue }
        sums.sites += 1
        let second = picture.componentCount > 1 ? picture.sample(1, siteX, siteY) : 0
        let third = picture.componentCount > 1 ? picture.sample(2, siteX, siteY) : 0
        sums.components[1] += second
        sums.components[2] += third
        let greatest = greatest(
          picture.sample(0, siteX, siteY), second, third, format, color)
        let isLimited = color.range == .limited && (format.isYCbCr || format.layout == .gray)
        let (clippedFrom, blackUpTo) = isLimited ? (14958, 1930) : (16224, 1056)
        if greatest >= clippedFrom { sums.clipped += 1 }
        if greatest <= blackUpTo { sums.black += 1 }
      }
    }
    return sums
  }

  /// The sums, in 64ths of an 8-bit level.
  private static func greatest(
    _ first: Int, _ second: Int, _ third: Int, _ format: PixelFormat, _ color: ColorDescription
  ) -> Int {
    let shift = format.bitDepth + format.paddingBits - 8
    let (a, b, c) = (first >> shift, second >> shift, third >> shift)
    guard format.isYCbCr else { return 64 * max(a, b, c) }
    // Kr and Kb as the standards define them.
    let (red, blue) =
      switch color.matrix {
      case .bt601: (0.299, 0.114)
      case .bt709: (0.2126, 0.0722)
      case .bt2020: (0.2627, 0.0593)
      case .fcc: (0.30, 0.11)
      case .smpte240m: (0.212, 0.087)
      }
    let green = 1 - red - blue
    let scale = color.range == .limited ? 64.0 * 219 / 224 : 64.0
    func times(_ coefficient: Double, _ difference: Int) -> Int {
      Int((scale * coefficient).rounded()) * (difference - 128)
    }
    return 64 * a
      + max(
        times(2 - 2 * red, c), times(2 - 2 * blue, b),
        times(-2 * blue * (1 - blue) / green, b) + times(-2 * red * (1 - red) / green, c))
  }
}

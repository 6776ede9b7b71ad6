/// How much a pixel counts as skin, in whole numbers: 0 outside `PixelSelection.skin`, `fullWeight` well
/// inside.
///
/// The differences of BT.601 are linear in any frame's own differences, whose luma cancels, and linear in
/// red, green and blue. They are reckoned in 64ths of a level from the samples' upper 8 bits.
struct SkinRule {
  static let fullWeight = 4

  private static let blueDifferences = (low: Int32(77 * 64), high: Int32(127 * 64))
  private static let redDifferences = (low: Int32(133 * 64), high: Int32(173 * 64))

  /// What 64 levels of each component add to the two differences.
  private var toBlue = SIMD4<Int32>.zero
  private var toRed = SIMD4<Int32>.zero

  /// The differences of a pixel whose components are 0.
  private var zeroBlue = Int32(128 * 64)
  private var zeroRed = Int32(128 * 64)

  /// Whether there is colour to judge by.
  let seesColor: Bool

  init(format: PixelFormat, color: ColorDescription) {
    // BT.601 in limited range, from red, green and blue of 0 to 255.
    let blue = SIMD4(-0.299, -0.587, 0.886, 0) * (224.0 / 255 / 1.772)
    let red = SIMD4(0.701, -0.587, -0.114, 0) * (224.0 / 255 / 1.402)
    seesColor = format.layout != .gray
    switch format.layout {
    case .gray: break
    case .planarRGB:
      (toBlue, toRed) = (Self.fixed(blue, order: [1, 2, 0]), Self.fixed(red, order: [1, 2, 0]))
    case .packedRGB(_, _, let isBlueFirst):
      let order = isBlueFirst ? [2, 1, 0] : [0, 1, 2]
      (toBlue, toRed) = (Self.fixed(blue, order: order), Self.fixed(red, order: order))
    case .planarYCbCr, .semiPlanarYCbCr, .packedYCbCr422:
      let weights = color.differenceWeights
      let gain = color.range == .limited ? 255.0 / 224 : 1
      let fromCb = SIMD4(0, weights.greenFromCb, weights.blueFromCb, 0) * gain
      let fromCr = SIMD4(weights.redFromCr, weights.greenFromCr, 0, 0) * gain
      toBlue = Self.fixed(SIMD4(0, (blue * fromCb).sum(), (blue * fromCr).sum(), 0))
      toRed = Self.fixed(SIMD4(0, (red * fromCb).sum(), (red * fromCr).sum(), 0))
      zeroBlue &-= 128 &* (toBlue[1] &+ toBlue[2])
      zeroRed &-= 128 &* (toRed[1] &+ toRed[2])
    }
  }

  private static func fixed(_ weights: SIMD4<Double>, order: [Int] = [0, 1, 2]) -> SIMD4<Int32> {
    var fixed = SIMD4<Int32>.zero
    for (place, component) in order.enumerated() {
      fixed[place] = Int32((64 * weights[component]).rounded())
    }
    return fixed
  }

  /// Writes the weight of each of `count` pixels, from three rows of samples in the format's order.
  /// - Parameter shift: By how much a sample is shifted down to its upper 8 bits.
  func weigh(
    _ first: UnsafePointer<UInt16>, _ second: UnsafePointer<UInt16>,
    _ third: UnsafePointer<UInt16>, count: Int, shift: UInt16,
    into weights: UnsafeMutablePointer<UInt16>
  ) {
    let (blue, red, zeroBlue, zeroRed) = (toBlue, toRed, zeroBlue, zeroRed)
    for i in 0..<count {
      let a = Int32(truncatingIfNeeded: first[i] &>> shift)
      let b = Int32(truncatingIfNeeded: second[i] &>> shift)
      let c = Int32(truncatingIfNeeded: third[i] &>> shift)
      let u = zeroBlue &+ blue[0] &* a &+ blue[1] &* b &+ blue[2] &* c
      let v = zeroRed &+ red[0] &* a &+ red[1] &* b &+ red[2] &* c
      let inside = min(
        min(u &- Self.blueDifferences.low, Self.blueDifferences.high &- u),
        min(v &- Self.redDifferences.low, Self.redDifferences.high &- v))
      let weight = min(max((inside &>> 6) &+ 1, 0), Int32(Self.fullWeight))
      weights[i] = UInt16(truncatingIfNeeded: weight)
    }
  }
}

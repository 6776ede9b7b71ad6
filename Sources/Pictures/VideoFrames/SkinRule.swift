/// Weighs a pixel as skin in whole numbers: 0 outside the bounds of `PixelSelection.skin`,
/// `fullWeight` well inside.
///
/// The differences of BT.601 are linear in any frame's own differences, since luma cancels, and
/// linear in red, green and blue. They are calculated in 64ths of a level from the samples' upper 8
/// bits.
struct SkinRule {
  static let fullWeight = 4

  private static let blueDifferences: (Int16, Int16) = (77 * 64, 127 * 64)
  private static let redDifferences: (Int16, Int16) = (133 * 64, 173 * 64)

  /// The change of the two differences for each 64 levels of a component.
  private var toBlue = SIMD4<Int16>.zero
  private var toRed = SIMD4<Int16>.zero

  /// The differences of a pixel whose components are 0.
  private var zeroBlue = Int16(128 * 64)
  private var zeroRed = Int16(128 * 64)

  /// Whether the frame has colors to judge by.
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

  private static func fixed(_ weights: SIMD4<Double>, order: [Int] = [0, 1, 2]) -> SIMD4<Int16> {
    var fixed = SIMD4<Int16>.zero
    for (place, component) in order.enumerated() {
      fixed[place] = Int16((64 * weights[component]).rounded())
    }
    return fixed
  }

  /// Returns the weights of eight pixels from the upper 8 bits of their components, in the format's
  /// order.
  @inline(__always)
  func weights(
    _ first: SIMD8<UInt16>, _ second: SIMD8<UInt16>, _ third: SIMD8<UInt16>
  ) -> SIMD8<UInt16> {
    let a = unsafeBitCast(first, to: SIMD8<Int16>.self)
    let b = unsafeBitCast(second, to: SIMD8<Int16>.self)
    let c = unsafeBitCast(third, to: SIMD8<Int16>.self)
    // The results fit into 16 bits, so overflow in the terms does not matter.
    let u = a &* toBlue[0] &+ b &* toBlue[1] &+ c &* toBlue[2] &+ zeroBlue
    let v = a &* toRed[0] &+ b &* toRed[1] &+ c &* toRed[2] &+ zeroRed
    let (blue, red) = (Self.blueDifferences, Self.redDifferences)
    var inside = u &- blue.0
    let (blueEnd, redStart, redEnd) = (blue.1 &- u, v &- red.0, red.1 &- v)
    inside.replace(with: blueEnd, where: blueEnd .< inside)
    inside.replace(with: redStart, where: redStart .< inside)
    inside.replace(with: redEnd, where: redEnd .< inside)
    var weights = (inside &>> 6) &+ 1
    // Comparing two vectors is one instruction; comparing a vector with a number is a loop.
    let none = SIMD8<Int16>(repeating: 0)
    let full = SIMD8<Int16>(repeating: Int16(Self.fullWeight))
    weights.replace(with: none, where: weights .< none)
    weights.replace(with: full, where: weights .> full)
    return unsafeBitCast(weights, to: SIMD8<UInt16>.self)
  }
}

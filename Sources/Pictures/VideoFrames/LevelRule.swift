/// Decides in whole numbers whether a pixel counts as clipped or as black.
///
/// The highest of red, green and blue decides. A pixel is clipped from 253.5 of 255 on, since a
/// component of 255 that goes through 8-bit Y'CbCr comes back up to 1.4 lower. It is black up to
/// 16.5. So a fingertip lit by a torch is clipped in red although its luma is hardly 80. Levels are
/// 64ths of a luma level on the 8-bit scale, taken from the upper 8 bits of deeper samples:
///
///     highest = 64 Y + max(r (Cr - 128), b (Cb - 128), g (Cb - 128) + h (Cr - 128))
///
/// r, b, g and h are the matrix's coefficients in 64ths, rounded. Within the ranges of Y, Cb and Cr
/// all results fit into 16 bits.
struct LevelRule {
  var redFromCr: Int16 = 0
  var blueFromCb: Int16 = 0
  var greenFromCb: Int16 = 0
  var greenFromCr: Int16 = 0

  /// The lowest value of the highest component at which a pixel is clipped.
  var clippedFrom: Int16

  /// The highest value of the highest component at which a pixel is black.
  var blackUpTo: Int16

  /// The shift that leaves the upper 8 bits of a sample.
  var shift: UInt16

  private let isYCbCr: Bool

  init(format: PixelFormat, color: ColorDescription) {
    isYCbCr = format.isYCbCr
    shift = UInt16(format.bitDepth + format.paddingBits - 8)
    // RGB uses all levels, even if the stream says otherwise; gray is luma alone.
    let isLimited = color.range == .limited && (format.isYCbCr || format.layout == .gray)
    let zero = isLimited ? 16.0 : 0
    let lumaScale = isLimited ? 219.0 / 255 : 1
    clippedFrom = Int16((64 * (zero + 253.5 * lumaScale)).rounded(.up))
    blackUpTo = Int16((64 * (zero + 16.5 * lumaScale)).rounded(.down))
    guard format.isYCbCr else { return }
    let weights = color.differenceWeights
    let scale = 64 * (isLimited ? 219.0 / 224 : 1)
    redFromCr = Int16((scale * weights.redFromCr).rounded())
    blueFromCb = Int16((scale * weights.blueFromCb).rounded())
    greenFromCb = Int16((scale * weights.greenFromCb).rounded())
    greenFromCr = Int16((scale * weights.greenFromCr).rounded())
  }

  /// Returns the highest component at eight sites, in 64ths of a luma level, from the upper 8 bits of samples.
  @inline(__always)
  func greatest(
    _ first: SIMD8<UInt16>, _ second: SIMD8<UInt16>, _ third: SIMD8<UInt16>
  ) -> SIMD8<Int16> {
    var a = unsafeBitCast(first, to: SIMD8<Int16>.self)
    var b = unsafeBitCast(second, to: SIMD8<Int16>.self)
    var c = unsafeBitCast(third, to: SIMD8<Int16>.self)
    var base = SIMD8<Int16>.zero
    if isYCbCr {
      let (cb, cr) = (b &- 128, c &- 128)
      base = a &<< 6
      (a, b, c) = (cr &* redFromCr, cb &* blueFromCb, cb &* greenFromCb &+ cr &* greenFromCr)
    } else {
      (a, b, c) = (a &<< 6, b &<< 6, c &<< 6)
    }
    a.replace(with: b, where: b .> a)
    a.replace(with: c, where: c .> a)
    return base &+ a
  }
}

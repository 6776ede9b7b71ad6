/// The linear map from mean samples to mean red, green and blue levels of 0 to 255.
///
/// H.273 section 8.3: limited range puts black at 16 and white at 235 times 2^(bits - 8), full
/// range uses 0 to 2^bits - 1. Color differences are centered on 2^(bits - 1).
struct LinearColor {
  private enum Kind {
    case differences(DifferenceWeights)
    case gray
    case rgb
    case planarGBR
    case bgr
  }

  private let kind: Kind
  private var lumaZero = 0.0
  private var lumaGain: Double
  private var differenceZero = 0.0
  private var differenceGain = 0.0

  /// The highest sample that the format can hold; a damaged one of 10 bits in 16 may be larger.
  private let greatest: Double

  init(format: PixelFormat, color: ColorDescription) {
    let padding = Double(1 << format.paddingBits)
    let unit = Double(1 << (format.bitDepth - 8)) * padding
    let greatest = Double(1 << format.bitDepth - 1) * padding
    self.greatest = greatest
    lumaGain = 255 / greatest
    switch format.layout {
    case .gray: kind = .gray
    case .planarRGB: kind = .planarGBR
    case .packedRGB(_, _, let isBlueFirst): kind = isBlueFirst ? .bgr : .rgb
    case .planarYCbCr, .semiPlanarYCbCr, .packedYCbCr422:
      kind = .differences(color.differenceWeights)
      differenceZero = 128 * unit
      differenceGain = 255 / greatest
    }
    if color.range == .limited && (format.isYCbCr || format.layout == .gray) {
      lumaZero = 16 * unit
      lumaGain = 255 / (219 * unit)
      differenceGain = 255 / (224 * unit)
    }
  }

  /// Returns the mean color; means of planes are those that the format can hold, and results from
  /// them are not clamped. The sums must hold at least one pixel.
  func mean(of sums: ColorSums) -> RGB {
    let luma = min(Double(sums.first) / Double(sums.pixels), greatest)
    let first = (luma - lumaZero) * lumaGain
    let sites = Double(max(sums.sites, 1))
    let second = min(Double(sums.second) / sites, greatest)
    let third = min(Double(sums.third) / sites, greatest)
    switch kind {
    case .gray: return RGB(red: first, green: first, blue: first)
    case .rgb:
      return RGB(red: first, green: second * lumaGain, blue: third * lumaGain)
    case .bgr:
      return RGB(red: third * lumaGain, green: second * lumaGain, blue: first)
    case .planarGBR:
      return RGB(red: third * lumaGain, green: first, blue: second * lumaGain)
    case .differences(let weights):
      let cb = (second - differenceZero) * differenceGain
      let cr = (third - differenceZero) * differenceGain
      return RGB(
        red: first + weights.redFromCr * cr,
        green: first + weights.greenFromCb * cb + weights.greenFromCr * cr,
        blue: first + weights.blueFromCb * cb)
    }
  }
}

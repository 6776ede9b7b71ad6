/// The linear map from mean samples to mean red, green and blue levels of 0 to 255.
///
/// H.273 section 8.3: limited range puts black at 16 and white at 235 times 2^(bits - 8), full
/// range uses 0 to 2^bits - 1. Colour differences are centred on 2^(bits - 1).
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

  init(format: PixelFormat, color: ColorDescription) {
    let padding = Double(1 << format.paddingBits)
    let unit = Double(1 << (format.bitDepth - 8)) * padding
    let greatest = Double(1 << format.bitDepth - 1) * padding
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

  /// Red, green and blue; not clamped. The sums must be over a pixel at least.
  func mean(of sums: ColorSums) -> SIMD3<Double> {
    let first = (Double(sums.first) / Double(sums.pixels) - lumaZero) * lumaGain
    let sites = Double(max(sums.sites, 1))
    let second = Double(sums.second) / sites
    let third = Double(sums.third) / sites
    switch kind {
    case .gray: return SIMD3(repeating: first)
    case .rgb: return SIMD3(first, second * lumaGain, third * lumaGain)
    case .bgr: return SIMD3(third * lumaGain, second * lumaGain, first)
    case .planarGBR: return SIMD3(third * lumaGain, first, second * lumaGain)
    case .differences(let weights):
      let cb = (second - differenceZero) * differenceGain
      let cr = (third - differenceZero) * differenceGain
      return SIMD3(
        first + weights.redFromCr * cr,
        first + weights.greenFromCb * cb + weights.greenFromCr * cr,
        first + weights.blueFromCb * cb)
    }
  }
}

/// One row of samples and of weights as words side by side, borrowed while a frame is summed. Each
/// array is padded with words that do not count, so that loops may take eight at a time.
struct SkinRow {
  let siteCount: Int

  /// The first component of each pixel, and the weight of each pixel.
  let first: UnsafeMutablePointer<UInt16>
  private let weights: UnsafeMutablePointer<UInt16>

  /// The components at each site of chroma, and the weight of each site.
  let siteFirst: UnsafeMutablePointer<UInt16>
  let second: UnsafeMutablePointer<UInt16>
  let third: UnsafeMutablePointer<UInt16>
  private let siteWeights: UnsafeMutablePointer<UInt16>

  private let stride: Int

  /// Returns the number of words in the array of a row of this length.
  private static func stride(_ length: Int) -> Int { (length + 15) & ~7 }

  /// Returns the number of words needed for rows of this length in pixels.
  static func capacity(_ length: Int) -> Int { 6 * stride(length) }

  /// - Parameter base: Memory of `capacity(length)` words.
  init(_ base: UnsafeMutablePointer<UInt16>, length: Int, siteCount: Int) {
    self.siteCount = siteCount
    stride = Self.stride(length)
    base.initialize(repeating: 0, count: 6 * stride)
    (first, weights, siteFirst) = (base, base + stride, base + 2 * stride)
    (second, third, siteWeights) = (base + 3 * stride, base + 4 * stride, base + 5 * stride)
  }

  /// Weighs the sites and adds them to the sums. Returns whether any of them is skin.
  func addSites(_ skin: SkinRule, _ level: LevelRule, to sums: inout ColorSums) -> Bool {
    var total = SIMD8<UInt16>.zero
    var clipped = SIMD8<UInt16>.zero
    let none = SIMD8<UInt16>(repeating: 0)
    let bound = SIMD8<Int16>(repeating: level.clippedFrom)
    for i in Swift.stride(from: 0, to: siteCount, by: 8) {
      let a = Self.eight(siteFirst, i) &>> level.shift
      let b = Self.eight(second, i) &>> level.shift
      let c = Self.eight(third, i) &>> level.shift
      var weights = skin.weights(a, b, c)
      if i &+ 8 > siteCount {
        for lane in (siteCount &- i)..<8 { weights[lane] = 0 }
      }
      UnsafeMutableRawPointer(siteWeights).storeBytes(
        of: weights, toByteOffset: 2 &* i, as: SIMD8<UInt16>.self)
      total &+= weights
      let greatest = level.greatest(a, b, c)
      clipped &+= weights.replacing(with: none, where: greatest .< bound)
    }
    let weight = Self.sum(total)
    guard weight > 0 else { return false }
    sums.sites &+= UInt64(weight)
    sums.clipped &+= UInt64(Self.sum(clipped))
    let isWide = level.shift > 0
    sums.second &+= Self.weightedSum(second, siteWeights, siteCount, isWide: isWide)
    sums.third &+= Self.weightedSum(third, siteWeights, siteCount, isWide: isWide)
    return true
  }

  /// Gives each pixel the weight of its site, and pixels beyond `end` a weight of 0.
  /// - Parameter shift: The binary logarithm of the number of pixels that share a site.
  func spreadWeights(shift: Int, upTo end: Int) {
    switch shift {
    case 0: weights.update(from: siteWeights, count: siteCount)
    case 1: spread(times: 2)
    default: spread(times: 4)
    }
    for i in end..<stride { weights[i] = 0 }
  }

  @inline(__always)
  private func spread(times: Int) {
    for i in 0..<siteCount {
      for k in 0..<times { weights[i &* times &+ k] = siteWeights[i] }
    }
  }

  /// Adds the first components of `count` pixels; the weight at `offset` is that of the first.
  func addPixels(_ count: Int, offset: Int, isWide: Bool, to sums: inout ColorSums) {
    sums.first &+= Self.weightedSum(first, weights + offset, count, isWide: isWide)
    var total = SIMD8<UInt16>.zero
    for i in Swift.stride(from: 0, to: count, by: 8) {
      total &+= Self.eight(weights + offset, i)
    }
    sums.pixels &+= UInt64(Self.sum(total))
  }

  /// Returns the sum of values times weights. Each value is split into bytes, so that products fit
  /// into words.
  private static func weightedSum(
    _ values: UnsafeMutablePointer<UInt16>, _ weights: UnsafeMutablePointer<UInt16>, _ count: Int,
    isWide: Bool
  ) -> UInt64 {
    // A word holds the sum of 64 products of a byte and a weight of at most 4.
    let run = 64 * 8
    var (lower, upper) = (UInt64(0), UInt64(0))
    for start in Swift.stride(from: 0, to: count, by: run) {
      var (low, high) = (SIMD8<UInt16>.zero, SIMD8<UInt16>.zero)
      for i in Swift.stride(from: start, to: min(start &+ run, count), by: 8) {
        let (value, weight) = (eight(values, i), eight(weights, i))
        if isWide {
          low &+= (value & 0xFF) &* weight
          high &+= (value &>> 8) &* weight
        } else {
          low &+= value &* weight
        }
      }
      lower &+= UInt64(sum(low))
      upper &+= UInt64(sum(high))
    }
    return lower &+ upper &<< 8
  }

  @inline(__always)
  private static func eight(_ words: UnsafeMutablePointer<UInt16>, _ index: Int) -> SIMD8<UInt16> {
    UnsafeRawPointer(words).loadUnaligned(fromByteOffset: 2 &* index, as: SIMD8<UInt16>.self)
  }

  @inline(__always)
  private static func sum(_ words: SIMD8<UInt16>) -> UInt32 {
    let pairs = unsafeBitCast(words, to: SIMD4<UInt32>.self)
    return ((pairs & 0xFFFF) &+ (pairs &>> 16)).wrappedSum()
  }
}

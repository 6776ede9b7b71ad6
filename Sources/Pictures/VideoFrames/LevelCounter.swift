/// Counts clipped and black pixels, eight side by side.
struct LevelCounter {
  private let clippedFrom: SIMD8<Int16>
  private let blackUpTo: SIMD8<Int16>
  private var clipped = SIMD8<Int16>()
  private var black = SIMD8<Int16>()

  /// The number of times that `count` may be called on one counter.
  static var capacity: Int { 8191 }

  @inline(__always)
  init(_ rule: LevelRule) {
    clippedFrom = SIMD8(repeating: rule.clippedFrom)
    blackUpTo = SIMD8(repeating: rule.blackUpTo)
  }

  @inline(__always)
  mutating func count(_ greatest: SIMD8<Int16>) {
    // A true lane is -1.
    clipped &-= unsafeBitCast(greatest .>= clippedFrom, to: SIMD8<Int16>.self)
    black &-= unsafeBitCast(greatest .<= blackUpTo, to: SIMD8<Int16>.self)
  }

  @inline(__always)
  func add(to sums: inout ColorSums) {
    sums.clipped &+= UInt64(truncatingIfNeeded: sum(clipped))
    sums.black &+= UInt64(truncatingIfNeeded: sum(black))
  }

  @inline(__always)
  private func sum(_ counts: SIMD8<Int16>) -> UInt32 {
    let pairs = unsafeBitCast(counts, to: SIMD4<UInt32>.self)
    return ((pairs & 0xFFFF) &+ (pairs &>> 16)).wrappedSum()
  }
}

/// Running totals of eight samples side by side, to be emptied before a lane can overflow.
protocol LaneAccumulator {
  init()

  /// The number of calls of `add` after which `total` must be read.
  static var capacity: Int { get }

  mutating func add(_ lanes: SIMD8<UInt16>)
  var total: UInt64 { get }
}

/// For samples of at most 255.
struct ByteAccumulator: LaneAccumulator {
  private var sums = SIMD8<UInt16>()

  init() {}

  static var capacity: Int { 256 }

  @inline(__always)
  mutating func add(_ lanes: SIMD8<UInt16>) { sums &+= lanes }

  @inline(__always)
  var total: UInt64 { UInt64(sums.pairSums.wrappedSum()) }
}

/// For samples of at most 65535.
struct WordAccumulator: LaneAccumulator {
  private var sums = SIMD4<UInt32>()

  init() {}

  // A lane takes two samples at a time, and the sum of the four lanes stays below 2^32: 8192 * 2 *
  // 65535 * 4.
  static var capacity: Int { 8192 }

  @inline(__always)
  mutating func add(_ lanes: SIMD8<UInt16>) { sums &+= lanes.pairSums }

  @inline(__always)
  var total: UInt64 { UInt64(sums.wrappedSum()) }
}

extension SIMD8<UInt16> {
  /// The sums of neighbouring lanes.
  @inline(__always)
  fileprivate var pairSums: SIMD4<UInt32> {
    let pairs = unsafeBitCast(self, to: SIMD4<UInt32>.self)
    return (pairs & 0xFFFF) &+ (pairs &>> 16)
  }
}

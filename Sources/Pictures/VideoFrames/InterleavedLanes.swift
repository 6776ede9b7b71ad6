/// Running totals of sixteen bytes side by side. Each lane always belongs to the same component.
///
/// All lanes have 16 bits and a sign; even and odd bytes are apart. The compiler turns unsigned and
/// 8-bit comparisons into loops, which take a hundred times as long.
struct InterleavedLanes {
  private var even = SIMD8<UInt16>()
  private var odd = SIMD8<UInt16>()
  private var clippedEven = SIMD8<Int16>()
  private var clippedOdd = SIMD8<Int16>()
  private var blackEven = SIMD8<Int16>()
  private var blackOdd = SIMD8<Int16>()

  // The bounds of `LevelRule`, in whole levels of 8 bits.
  static var clippedFrom: Int16 { 254 }
  static var blackUpTo: Int16 { 16 }

  /// The number of calls of `add` after which `fold` must be called.
  static var capacity: Int { 255 }

  /// Adds sixteen bytes, and reads two more.
  @inline(__always)
  mutating func add(_ bytes: UnsafeRawPointer, bytesPerPixel: Int) {
    let here = bytes.loadUnaligned(as: SIMD8<UInt16>.self)
    let ahead = bytes.loadUnaligned(fromByteOffset: 2, as: SIMD8<UInt16>.self)
    #if _endian(big)
    let (first, second) = (here &>> 8, here & 0xFF)
    let (third, fourth) = (ahead &>> 8, ahead & 0xFF)
    #else
    let (first, second) = (here & 0xFF, here &>> 8)
    let (third, fourth) = (ahead & 0xFF, ahead &>> 8)
    #endif
    even &+= first
    odd &+= second
    // Valid in the lanes where a pixel begins; the other lanes are ignored.
    let mostEven = Self.greatest(first, second, third)
    clippedEven &-= Self.mask(mostEven .>= SIMD8(repeating: Self.clippedFrom))
    blackEven &-= Self.mask(mostEven .<= SIMD8(repeating: Self.blackUpTo))
    // Pixels of four bytes always begin at an even byte.
    guard bytesPerPixel == 3 else { return }
    let mostOdd = Self.greatest(second, third, fourth)
    clippedOdd &-= Self.mask(mostOdd .>= SIMD8(repeating: Self.clippedFrom))
    blackOdd &-= Self.mask(mostOdd .<= SIMD8(repeating: Self.blackUpTo))
  }

  /// Adds the totals to those of their components. The first lane is byte `position` of a pixel.
  @inline(__always)
  func fold(at position: Int, bytesPerPixel: Int, to sums: inout ColorSums) {
    for lane in 0..<8 {
      add(
        position + 2 * lane, bytesPerPixel, even[lane], clippedEven[lane], blackEven[lane], &sums)
      add(
        position + 2 * lane + 1, bytesPerPixel, odd[lane], clippedOdd[lane], blackOdd[lane], &sums)
    }
  }

  @inline(__always)
  private func add(
    _ position: Int, _ bytesPerPixel: Int, _ sum: UInt16, _ clipped: Int16, _ black: Int16,
    _ sums: inout ColorSums
  ) {
    switch position % bytesPerPixel {
    case 0:
      sums.first &+= UInt64(sum)
      sums.clipped &+= UInt64(UInt16(bitPattern: clipped))
      sums.black &+= UInt64(UInt16(bitPattern: black))
    case 1: sums.second &+= UInt64(sum)
    case 2: sums.third &+= UInt64(sum)
    default: break
    }
  }

  @inline(__always)
  private static func greatest(
    _ a: SIMD8<UInt16>, _ b: SIMD8<UInt16>, _ c: SIMD8<UInt16>
  ) -> SIMD8<Int16> {
    let b = unsafeBitCast(b, to: SIMD8<Int16>.self)
    let c = unsafeBitCast(c, to: SIMD8<Int16>.self)
    var most = unsafeBitCast(a, to: SIMD8<Int16>.self)
    most.replace(with: b, where: b .> most)
    most.replace(with: c, where: c .> most)
    return most
  }

  @inline(__always)
  private static func mask(_ truth: SIMDMask<SIMD8<Int16>>) -> SIMD8<Int16> {
    unsafeBitCast(truth, to: SIMD8<Int16>.self)
  }
}

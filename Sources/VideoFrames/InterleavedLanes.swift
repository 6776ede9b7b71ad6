/// Running totals of sixteen bytes side by side, each lane of which is always the same component.
///
/// Everything is done in signed 16-bit lanes, the even bytes apart from the odd ones: unsigned and
/// 8-bit comparisons are taken apart by the compiler and cost a hundred times as much.
struct InterleavedLanes {
  private var even = SIMD8<UInt16>()
  private var odd = SIMD8<UInt16>()
  private var clippedEven = SIMD8<Int16>()
  private var clippedOdd = SIMD8<Int16>()
  private var blackEven = SIMD8<Int16>()
  private var blackOdd = SIMD8<Int16>()

  // `LevelRule` for whole levels of 8 bits.
  static var clippedFrom: Int16 { 254 }
  static var blackUpTo: Int16 { 16 }

  /// How many times `add` may be called before `fold` must be.
  static var capacity: Int { 255 }

  /// Adds sixteen bytes; two more are read.
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
    // Right in the lanes where a pixel begins; the others are not looked at.
    let mostEven = Self.greatest(first, second, third)
    clippedEven &-= Self.mask(mostEven .>= SIMD8(repeating: Self.clippedFrom))
    blackEven &-= Self.mask(mostEven .<= SIMD8(repeating: Self.blackUpTo))
    // Pixels of four bytes all begin at even ones.
    guard bytesPerPixel == 3 else { return }
    let mostOdd = Self.greatest(second, third, fourth)
    clippedOdd &-= Self.mask(mostOdd .>= SIMD8(repeating: Self.clippedFrom))
    blackOdd &-= Self.mask(mostOdd .<= SIMD8(repeating: Self.blackUpTo))
  }

  /// Adds the totals to those of their components; the first lane was `position` bytes into a pixel.
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

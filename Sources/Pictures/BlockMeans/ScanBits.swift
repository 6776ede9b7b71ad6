/// The next bits of a scan, in one register.
///
/// `refill` reads eight bytes wherever it is. Who owns the bytes lets it have that many behind the last.
struct ScanBits {
  private var bits: UInt64 = 0
  private var count = 0
  private(set) var next: UnsafePointer<UInt8>

  init(_ start: UnsafePointer<UInt8>) {
    next = start
  }

  /// Where the bits that are not used yet begin, in bits from `start`.
  func place(from start: UnsafePointer<UInt8>) -> Int { (next - start) * 8 - count }

  /// Makes it hold 56 bits at least: whole bytes behind those that it has, as many as fit.
  @inline(__always)
  mutating func refill() {
    let more = UInt64(
      bigEndian: UnsafeRawPointer(next).loadUnaligned(as: UInt64.self))
    bits |= more &>> UInt64(truncatingIfNeeded: count)
    next += (63 &- count) &>> 3
    count |= 56
  }

  /// The next bits, 1 to 56, which it must hold.
  @inline(__always)
  func peek(_ width: Int) -> Int { Int(truncatingIfNeeded: bits &>> UInt64(64 &- width)) }

  /// Passes over bits that it holds.
  @inline(__always)
  mutating func skip(_ width: Int) {
    bits &<<= UInt64(truncatingIfNeeded: width)
    count &-= width
  }
}

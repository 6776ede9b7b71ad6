/// The next bits of a scan, in one register.
///
/// `refill` reads eight bytes wherever it is. The owner of the bytes has that many after the last.
struct ScanBits {
  private var bits: UInt64 = 0
  private var count = 0
  private(set) var next: UnsafePointer<UInt8>

  init(_ start: UnsafePointer<UInt8>) {
    next = start
  }

  /// Returns the position of the first unused bit, in bits from `start`.
  func place(from start: UnsafePointer<UInt8>) -> Int { (next - start) * 8 - count }

  /// Fills it to at least 56 bits: with whole bytes after those that it has, as many as fit.
  @inline(__always)
  mutating func refill() {
    let more = UInt64(
      bigEndian: UnsafeRawPointer(next).loadUnaligned(as: UInt64.self))
    bits |= more &>> UInt64(truncatingIfNeeded: count)
    next += (63 &- count) &>> 3
    count |= 56
  }

  /// Returns the next bits, 1 to 56, which it must hold.
  @inline(__always)
  func peek(_ width: Int) -> Int { Int(truncatingIfNeeded: bits &>> UInt64(64 &- width)) }

  /// Passes over bits that it holds.
  @inline(__always)
  mutating func skip(_ width: Int) {
    bits &<<= UInt64(truncatingIfNeeded: width)
    count &-= width
  }
}

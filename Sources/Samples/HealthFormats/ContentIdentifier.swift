import FoundationEssentials

/// A sample's identifier made from its content, the same whenever the same record is read: the
/// time, to the millisecond, and 74 bits of a hash, as a version 8 UUID (RFC 9562).
///
/// The time comes first, as in version 7, so that neighbors in time are neighbors in the index.
/// The hash folds 64-bit products, as wyhash does. It distinguishes records but does not resist an
/// attacker, who could at most make one of their own records count as another of theirs.
struct ContentIdentifier {
  private var low: UInt64 = 0x9E37_79B9_7F4A_7C15
  private var high: UInt64 = 0xD1B5_4A32_D192_ED03

  mutating func add(_ number: UInt64) {
    low = Self.fold(low ^ number, 0xA076_1D64_78BD_642F)
    high = Self.fold(high &+ number, 0xE703_7ED1_A0B4_28DB) ^ low
  }

  mutating func add(_ date: Date) {
    add(date.timeIntervalSinceReferenceDate.bitPattern)
  }

  mutating func add(_ bytes: UnsafeRawBufferPointer) {
    add(UInt64(bytes.count))
    var at = 0
    while at + 8 <= bytes.count {
      add(bytes.loadUnaligned(fromByteOffset: at, as: UInt64.self))
      at += 8
    }
    var rest: UInt64 = 0
    while at < bytes.count {
      rest = rest << 8 | UInt64(bytes[at])
      at += 1
    }
    add(rest)
  }

  mutating func add(_ text: String) {
    var text = text
    text.withUTF8 { add(UnsafeRawBufferPointer($0)) }
  }

  /// - Parameter start: When the sample starts.
  func id(at start: Date) -> UUID {
    let milliseconds = (start.timeIntervalSince1970 * 1000).rounded(.down)
    let time = UInt64(max(0, min(Double(1 << 47), milliseconds)))
    var last = self
    last.add(0x5851_F42D_4C95_7F2D)
    var bytes: uuid_t = (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0)
    withUnsafeMutableBytes(of: &bytes) { bytes in
      bytes.storeBytes(
        of: (time << 16 | last.low >> 48).bigEndian, toByteOffset: 0, as: UInt64.self)
      bytes.storeBytes(of: last.high.bigEndian, toByteOffset: 8, as: UInt64.self)
      bytes[6] = bytes[6] & 0x0F | 0x80
      bytes[8] = bytes[8] & 0x3F | 0x80
    }
    return UUID(uuid: bytes)
  }

  private static func fold(_ a: UInt64, _ b: UInt64) -> UInt64 {
    let product = a.multipliedFullWidth(by: b)
    return product.high ^ product.low ^ a
  }
}

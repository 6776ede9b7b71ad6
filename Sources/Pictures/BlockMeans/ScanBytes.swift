import Glibc

/// The coded bytes of a scan, from one marker to the next, without the zeros that follow each byte of 255 (ITU-T T.81,
/// F.1.2.3).
struct ScanBytes: ~Copyable {
  /// Zeros after the last byte. The longest block, 64 codes of up to 16 bits with values of up to 15, takes 248;
  /// before and after it, a refill reads up to 16 ahead.
  static let margin = 248 + 2 * 16

  private var bytes: UnsafeMutablePointer<UInt8>
  private var capacity = 0

  /// The number of bytes before the marker.
  private(set) var count = 0

  init() {
    bytes = .allocate(capacity: 1)
  }

  deinit { bytes.deallocate() }

  /// The first byte. `count` bytes follow, then `margin` zeros.
  var start: UnsafePointer<UInt8> { UnsafePointer(bytes) }

  /// Takes the bytes between a place and the next marker. Returns the marker's second byte, and moves the
  /// place after it; `nil` if no marker follows.
  mutating func take(_ scan: UnsafeRawBufferPointer, from place: inout Int) -> UInt8? {
    reserve(scan.count + Self.margin)
    count = 0
    guard let base = scan.baseAddress else { return nil }
    while place < scan.count, let found = memchr(base + place, 0xFF, scan.count - place) {
      let index = UnsafeRawPointer(found) - base
      guard index + 1 < scan.count else { return nil }
      let following = scan[index + 1]
      // The byte of 255 is one of the coded ones if a zero follows.
      let length = index - place + (following == 0 ? 1 : 0)
      // Both ends lie within: in all it takes fewer bytes than `scan` has, for which `bytes` has room.
      memcpy(bytes + count, base + place, length)
      count += length
      place = index + 2
      guard following == 0 else {
        memset(bytes + count, 0, Self.margin)
        return following
      }
    }
    return nil
  }

  private mutating func reserve(_ needed: Int) {
    guard needed > capacity else { return }
    bytes.deallocate()
    capacity = needed + needed / 2
    bytes = .allocate(capacity: capacity)
  }
}

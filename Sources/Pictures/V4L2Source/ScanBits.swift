/// The bits of a JPEG scan from its first byte to its next marker, then zeros.
struct ScanBits {
  /// The next bits, left-aligned; `count` of them are there, zeros behind.
  private(set) var bits: UInt64 = 0
  private var count = 0

  /// How many zeros were handed out beyond the end.
  private(set) var overrun = 0
  private(set) var position: UnsafePointer<UInt8>
  private let end: UnsafePointer<UInt8>

  init(_ position: UnsafePointer<UInt8>, end: UnsafePointer<UInt8>) {
    self.position = position
    self.end = end
  }

  /// Loads bytes until at least 32 bits are available.
  @inline(__always)
  mutating func refill() {
    guard count < 32 else { return }
    if end - position >= 4 {
      let four = UnsafeRawPointer(position).loadUnaligned(as: UInt32.self)
      // Whether one of the four is 0xFF: then it may be stuffing or a marker.
      let inverse = ~four
      if (inverse &- 0x0101_0101) & ~inverse & 0x8080_8080 == 0 {
        bits |= UInt64(UInt32(bigEndian: four)) &<< UInt64(truncatingIfNeeded: 32 &- count)
        count &+= 32
        position += 4
        return
      }
    }
    // Passed as a value, so that the fields may live in registers elsewhere.
    self = Self.refilledByBytes(self)
  }

  @inline(never)
  private static func refilledByBytes(_ bits: ScanBits) -> ScanBits {
    var bits = bits
    bits.addBytes()
    return bits
  }

  private mutating func addBytes() {
    while count <= 56 {
      var byte: UInt8 = 0
      if position < end {
        byte = position[0]
        if byte == 0xFF {
          if end - position >= 2 && position[1] == 0 {
            position += 2
          } else {
            // A marker stays where it is.
            byte = 0
            overrun += 8
          }
        } else {
          position += 1
        }
      } else {
        overrun += 8
      }
      bits |= UInt64(byte) << UInt64(56 - count)
      count += 8
    }
  }

  /// The next bits, 1 to 32 of them, which stay.
  @inline(__always)
  func peek(_ width: Int) -> Int {
    Int(truncatingIfNeeded: bits &>> UInt64(truncatingIfNeeded: 64 &- width))
  }

  /// Skips bits, up to 32.
  @inline(__always)
  mutating func skip(_ width: Int) {
    bits = bits &<< UInt64(truncatingIfNeeded: width)
    count &-= width
  }

  /// Whether bits were used that the scan does not have.
  var isBeyondEnd: Bool { overrun > count }

  /// Goes to the next marker, drops what is left before it, and passes over it; returns its number,
  /// or `nil` if there is none.
  mutating func passMarker() -> UInt8? {
    bits = 0
    count = 0
    overrun = 0
    while end - position >= 2 {
      if position[0] == 0xFF && position[1] != 0 && position[1] != 0xFF {
        defer { position += 2 }
        return position[1]
      }
      position += 1
    }
    return nil
  }
}

/// Bytes in the order that USB has them in.
extension [UInt8] {
  mutating func append(word value: Int) {
    append(UInt8(truncatingIfNeeded: value))
    append(UInt8(truncatingIfNeeded: value >> 8))
  }

  mutating func append(long value: Int) {
    append(word: value)
    append(word: value >> 16)
  }

  /// The number in all of the bytes.
  var littleEndianValue: Int { reversed().reduce(0) { $0 << 8 | Int($1) } }

  /// The lowest bytes of a number.
  init(littleEndian value: Int, count: Int) {
    self = (0..<count).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
  }
}

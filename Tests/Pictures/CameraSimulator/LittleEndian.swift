/// Bytes in USB's order.
extension [UInt8] {
  mutating func append(word value: Int) {
    append(UInt8(truncatingIfNeeded: value))
    append(UInt8(truncatingIfNeeded: value >> 8))
  }

  mutating func append(long value: Int) {
    append(word: value)
    append(word: value >> 16)
  }

  /// The number that all bytes form.
  var littleEndianValue: Int { reversed().reduce(0) { $0 << 8 | Int($1) } }

  /// Makes bytes from the lowest bytes of a number.
  init(littleEndian value: Int, count: Int) {
    self = (0..<count).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
  }
}

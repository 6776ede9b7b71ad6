/// Writes the fields of a message: integers with the lowest byte first, numbers by their bits, texts
/// and lists after their length.
package struct PacketWriter {
  /// What has been written.
  package private(set) var bytes: [UInt8]

  /// Begins a message of a kind, from 16 on.
  package init(_ kind: UInt8) { bytes = [kind] }

  /// Writes a byte.
  package mutating func put(_ value: UInt8) { bytes.append(value) }

  /// Writes a whole number.
  package mutating func put(_ value: UInt32) {
    for shift in stride(from: 0, to: 32, by: 8) {
      bytes.append(UInt8(truncatingIfNeeded: value >> UInt32(shift)))
    }
  }

  /// Writes a number.
  package mutating func put(_ value: Double) {
    withUnsafeBytes(of: value.bitPattern.littleEndian) { bytes.append(contentsOf: $0) }
  }

  /// Writes a number that may be missing.
  package mutating func put(_ value: Double?) {
    put(value == nil ? 0 : 1 as UInt8)
    if let value { put(value) }
  }

  /// Writes a text, of which no more than a number of bytes is kept.
  package mutating func put(_ text: String, limit: Int) {
    var kept = text
    while kept.utf8.count > limit { kept.removeLast() }
    put(UInt32(kept.utf8.count))
    bytes.append(contentsOf: kept.utf8)
  }
}

/// Reads the fields of a message that nobody vouches for.
package struct PacketReader {
  /// The message ends too early, or a field has a value that it cannot have.
  package struct Malformed: Error {
    /// Makes the error.
    package init() {}
  }

  private var rest: ArraySlice<UInt8>

  /// Begins to read a message after its kind.
  package init(_ bytes: [UInt8]) { rest = bytes.dropFirst() }

  /// Whether all has been read.
  package var isAtEnd: Bool { rest.isEmpty }

  /// Reads a byte.
  package mutating func byte() throws(Malformed) -> UInt8 {
    guard let value = rest.popFirst() else { throw Malformed() }
    return value
  }

  /// Reads a whole number up to a limit.
  package mutating func count(upTo limit: Int) throws(Malformed) -> Int {
    var value = 0
    for shift in stride(from: 0, to: 32, by: 8) { value |= Int(try byte()) << shift }
    guard value <= limit else { throw Malformed() }
    return value
  }

  /// Reads a number of any value.
  package mutating func number() throws(Malformed) -> Double {
    guard rest.count >= 8 else { throw Malformed() }
    let value = rest.withUnsafeBytes { UInt64(littleEndian: $0.loadUnaligned(as: UInt64.self)) }
    rest.removeFirst(8)
    return Double(bitPattern: value)
  }

  /// Reads a number that is finite.
  package mutating func finiteNumber() throws(Malformed) -> Double {
    let value = try number()
    guard value.isFinite else { throw Malformed() }
    return value
  }

  /// Reads a finite number that may be missing.
  package mutating func optionalNumber() throws(Malformed) -> Double? {
    switch try byte() {
    case 0: return nil
    case 1: return try finiteNumber()
    default: throw Malformed()
    }
  }

  /// Reads a text of at most a number of bytes. A control character in it becomes U+FFFD.
  package mutating func text(limit: Int) throws(Malformed) -> String {
    let count = try count(upTo: limit)
    guard rest.count >= count, let text = String(validating: rest.prefix(count), as: UTF8.self)
    else { throw Malformed() }
    rest.removeFirst(count)
    guard text.unicodeScalars.contains(where: Self.isControl) else { return text }
    return String(
      String.UnicodeScalarView(text.unicodeScalars.map { Self.isControl($0) ? "\u{FFFD}" : $0 }))
  }

  private static func isControl(_ scalar: Unicode.Scalar) -> Bool {
    scalar.value < 0x20 || (0x7F...0x9F).contains(scalar.value)
  }
}

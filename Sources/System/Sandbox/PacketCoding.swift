/// Writes the fields of a message: integers with the lowest byte first, numbers by their bits, texts
/// and lists after their length.
package struct PacketWriter {
  /// The bytes written so far.
  package var bytes: [UInt8]

  /// Begins without a message's kind, for fields of a message that is put together later.
  package init() { bytes = [] }

  /// Begins a message of a kind, from 16 on.
  package init(_ kind: UInt8) { bytes = [kind] }

  /// Writes a byte.
  package mutating func put(_ value: UInt8) { bytes.append(value) }

  /// Writes a whole number.
  @inlinable package mutating func put(_ value: some FixedWidthInteger) {
    withUnsafeBytes(of: value.littleEndian) { bytes.append(contentsOf: $0) }
  }

  /// Writes a number.
  package mutating func put(_ value: Double) { put(value.bitPattern) }

  /// Writes a number that may be missing.
  package mutating func put(_ value: Double?) {
    put(value == nil ? 0 : 1 as UInt8)
    if let value { put(value) }
  }

  /// Writes how many things follow.
  package mutating func put(count: Int) { put(UInt32(truncatingIfNeeded: count)) }

  /// Writes a text.
  package mutating func put(_ text: String) {
    put(count: text.utf8.count)
    bytes.append(contentsOf: text.utf8)
  }

  /// Writes a text that may be missing.
  package mutating func put(_ text: String?) {
    put(text == nil ? 0 : 1 as UInt8)
    if let text { put(text) }
  }

  /// Writes a text, no more than a number of bytes of it.
  package mutating func put(_ text: String, limit: Int) {
    var kept = text
    while kept.utf8.count > limit { kept.removeLast() }
    put(kept)
  }
}

/// Reads the fields of an untrusted message.
package struct PacketReader {
  /// The message ends too early, or a field has a value that it cannot have.
  package struct Malformed: Error {
    /// Makes the error.
    package init() {}
  }

  @usableFromInline let message: [UInt8]

  /// Bytes before the next field.
  @usableFromInline package internal(set) var position: Int

  /// Begins to read a message after its kind.
  package init(_ bytes: [UInt8], from start: Int = 1) {
    message = bytes
    position = min(start, bytes.count)
  }

  /// Whether all has been read.
  package var isAtEnd: Bool { position == message.count }

  /// Takes as many bytes and lends them.
  @inlinable package mutating func take<Result>(
    _ count: Int, _ body: (UnsafeRawBufferPointer) -> Result
  ) throws(Malformed) -> Result {
    guard count <= message.count - position else { throw Malformed() }
    defer { position += count }
    return message.withUnsafeBytes {
      body(UnsafeRawBufferPointer(rebasing: $0[position..<position + count]))
    }
  }

  /// Reads a byte.
  package mutating func byte() throws(Malformed) -> UInt8 {
    guard position < message.count else { throw Malformed() }
    position += 1
    return message[position - 1]
  }

  /// Reads a whole number.
  @inlinable package mutating func integer<Value: FixedWidthInteger>(
    _: Value.Type
  ) throws(Malformed) -> Value {
    Value(
      littleEndian: try take(MemoryLayout<Value>.size) { $0.loadUnaligned(as: Value.self) })
  }

  /// Reads a whole number up to a limit.
  package mutating func count(upTo limit: Int) throws(Malformed) -> Int {
    let value = Int(try integer(UInt32.self))
    guard value <= limit else { throw Malformed() }
    return value
  }

  /// Reads a count of things of at least n bytes each, all of which must be there.
  package mutating func count(ofBytes size: Int = 1) throws(Malformed) -> Int {
    let count = Int(try integer(UInt32.self))
    guard count <= (message.count - position) / size else { throw Malformed() }
    return count
  }

  /// Reads a number of any value.
  package mutating func number() throws(Malformed) -> Double {
    Double(bitPattern: try integer(UInt64.self))
  }

  /// Reads a number that is finite.
  package mutating func finiteNumber() throws(Malformed) -> Double {
    let value = try number()
    guard value.isFinite else { throw Malformed() }
    return value
  }

  /// Reads a byte that is 0 or 1.
  package mutating func flag() throws(Malformed) -> Bool {
    let byte = try byte()
    guard byte < 2 else { throw Malformed() }
    return byte == 1
  }

  /// Reads a finite number that may be missing.
  package mutating func optionalNumber() throws(Malformed) -> Double? {
    try flag() ? finiteNumber() : nil
  }

  /// Reads a text as it is.
  package mutating func text() throws(Malformed) -> String {
    let count = try count()
    guard let text = try take(count, { String(validating: $0, as: UTF8.self) }) else {
      throw Malformed()
    }
    return text
  }

  /// Reads a text that may be missing.
  package mutating func optionalText() throws(Malformed) -> String? {
    try flag() ? text() : nil
  }

  /// Reads a text of at most a number of bytes. A control character in it becomes U+FFFD.
  package mutating func text(limit: Int) throws(Malformed) -> String {
    let start = position
    _ = try count(upTo: limit)
    position = start
    return Self.harmless(try text())
  }

  /// Returns a text in which U+FFFD replaces each control character.
  package static func harmless(_ text: String) -> String {
    guard text.unicodeScalars.contains(where: isControl) else { return text }
    return String(
      String.UnicodeScalarView(text.unicodeScalars.map { isControl($0) ? "\u{FFFD}" : $0 }))
  }

  private static func isControl(_ scalar: Unicode.Scalar) -> Bool {
    scalar.value < 0x20 || (0x7F...0x9F).contains(scalar.value)
  }
}

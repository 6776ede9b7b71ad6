/// Builds a FlatBuffer, the form of Arrow's metadata (flatbuffers.dev, "FlatBuffer Internals"): from its
/// end to its beginning, since the targets of references must exist first.
struct FlatBuffer {
  /// The bytes so far, the last one first.
  private var reversed: [UInt8] = []
  private var alignment = 1

  /// A value of a table, by its number in the schema.
  struct Field {
    fileprivate let number: Int
    fileprivate let push: (inout FlatBuffer) -> Void

    static func byte(_ number: Int, _ value: UInt8) -> Field { integer(number, value) }
    static func short(_ number: Int, _ value: Int16) -> Field { integer(number, value) }
    static func int(_ number: Int, _ value: Int32) -> Field { integer(number, value) }
    static func long(_ number: Int, _ value: Int64) -> Field { integer(number, value) }

    static func reference(_ number: Int, _ value: Reference) -> Field {
      Field(number: number) { $0.push(value) }
    }

    private static func integer(_ number: Int, _ value: some FixedWidthInteger) -> Field {
      Field(number: number) { $0.push(value) }
    }
  }

  /// Something that was written, by its distance from the end.
  struct Reference { fileprivate let fromEnd: Int }

  mutating func string(_ text: String) -> Reference {
    align(4, before: text.utf8.count + 1)
    reversed.append(0)
    reversed += text.utf8.reversed()
    push(UInt32(text.utf8.count))
    return here
  }

  mutating func vector(_ references: [Reference]) -> Reference {
    align(4, before: 4 * references.count)
    for reference in references.reversed() { push(reference) }
    push(UInt32(references.count))
    return here
  }

  /// Returns a vector of structures of 64-bit numbers.
  mutating func vector(ofLongs structures: [[Int64]]) -> Reference {
    let size = structures.reduce(0) { $0 + 8 * $1.count }
    align(4, before: size)
    align(8, before: size)
    for number in structures.joined().reversed() { push(number) }
    push(UInt32(structures.count))
    return here
  }

  mutating func table(_ fields: [Field]) -> Reference {
    let end = reversed.count
    var places: [Int: Int] = [:]
    for field in fields {
      field.push(&self)
      places[field.number] = reversed.count
    }
    // The distance to the table of places, which precedes it.
    push(Int32(0))
    let table = reversed.count
    let count = (places.keys.max() ?? -1) + 1
    for number in (0..<count).reversed() { push(UInt16(places[number].map { table - $0 } ?? 0)) }
    push(UInt16(table - end))
    push(UInt16(2 * (count + 2)))
    let distance = UInt32(reversed.count - table)
    for byte in 0..<4 {
      reversed[table - 1 - byte] = UInt8(truncatingIfNeeded: distance >> (8 * byte))
    }
    return Reference(fromEnd: table)
  }

  /// Returns the whole buffer, which begins with a reference to its root.
  mutating func bytes(root: Reference) -> [UInt8] {
    align(alignment, before: 4)
    push(root)
    return reversed.reversed()
  }

  private var here: Reference { Reference(fromEnd: reversed.count) }

  /// Pads, so that a value of `size` bytes is aligned after `count` further ones.
  private mutating func align(_ size: Int, before count: Int = 0) {
    alignment = max(alignment, size)
    while !(reversed.count + count).isMultiple(of: size) { reversed.append(0) }
  }

  fileprivate mutating func push(_ number: some FixedWidthInteger) {
    align(number.bitWidth / 8)
    withUnsafeBytes(of: number.bigEndian) { reversed += $0 }
  }

  fileprivate mutating func push(_ reference: Reference) {
    align(4)
    push(UInt32(reversed.count - reference.fromEnd + 4))
  }
}

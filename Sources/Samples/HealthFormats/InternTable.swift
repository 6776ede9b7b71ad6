import Glibc

/// Values made of bytes, kept so that a million records with one device make it once.
struct InternTable<Value> {
  private var table: [UInt64: (bytes: [UInt8], value: Value)] = [:]
  private var last: (bytes: [UInt8], value: Value)?

  /// The maximum number of texts: a file in which all differ must not fill the memory.
  private let limit = 10_000

  mutating func value(
    of bytes: UnsafeRawBufferPointer, make: (UnsafeRawBufferPointer) -> Value
  ) -> Value {
    if let last, Self.equals(bytes, last.bytes) { return last.value }
    let key = Self.hash(bytes)
    if let known = table[key], Self.equals(bytes, known.bytes) {
      last = known
      return known.value
    }
    let made = (bytes: Array(bytes), value: make(bytes))
    if table.count >= limit { table.removeAll() }
    table[key] = made
    last = made
    return made.value
  }

  private static func equals(_ a: UnsafeRawBufferPointer, _ b: [UInt8]) -> Bool {
    a.count == b.count && (a.isEmpty || memcmp(a.baseAddress!, b, a.count) == 0)
  }

  /// Returns the FNV-1a hash.
  private static func hash(_ bytes: UnsafeRawBufferPointer) -> UInt64 {
    bytes.reduce(0xCBF2_9CE4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
  }
}

/// Reads the parts of a compiled time zone file (RFC 8536) from front to back.
struct ZoneFileReader {
  struct Header {
    let version: Int
    let universalCount: Int
    let standardCount: Int
    let leapCount: Int
    let timeCount: Int
    let typeCount: Int
    let charCount: Int

    /// Returns the size of the following data in bytes.
    func size(timeBytes: Int) -> Int {
      timeCount * (timeBytes + 1) + typeCount * 6 + charCount + leapCount * (timeBytes + 4)
        + standardCount + universalCount
    }
  }

  private let bytes: [UInt8]
  private var offset = 0

  init(_ bytes: [UInt8]) {
    self.bytes = bytes
  }

  /// Returns a big-endian two's complement number of n bytes; a single byte is unsigned.
  mutating func integer(_ count: Int) -> Int? {
    guard offset <= bytes.count - count else { return nil }
    defer { offset += count }
    let part = bytes[offset..<(offset + count)]
    let pattern = part.reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
    switch count {
    case 8: return Int(Int64(bitPattern: pattern))
    case 4: return Int(Int32(truncatingIfNeeded: pattern))
    default: return Int(pattern)
    }
  }

  mutating func skip(_ count: Int) {
    offset = min(bytes.count, offset + count)
  }

  /// Returns the next header; `nil` if the next bytes are not one.
  mutating func header() -> Header? {
    guard offset <= bytes.count - 44, bytes[offset..<(offset + 4)].elementsEqual("TZif".utf8) else {
      return nil
    }
    // "2" in the version's byte.
    let version = Int(bytes[offset + 4]) - 0x30
    offset += 20
    var counts: [Int] = []
    for _ in 0..<6 {
      guard let count = integer(4), (0...100_000).contains(count) else { return nil }
      counts.append(count)
    }
    return Header(
      version: version, universalCount: counts[0], standardCount: counts[1],
      leapCount: counts[2], timeCount: counts[3], typeCount: counts[4], charCount: counts[5])
  }

  /// Returns the rule for later years, between two newlines at the end.
  mutating func footer() -> String? {
    guard offset < bytes.count, bytes[offset] == 0x0A, bytes.last == 0x0A else { return nil }
    return String(decoding: bytes[(offset + 1)...].dropLast(), as: UTF8.self)
  }
}

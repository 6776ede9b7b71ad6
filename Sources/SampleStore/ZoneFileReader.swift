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

    /// Bytes of the data that follow.
    func size(timeBytes: Int) -> Int {
      timeCount * (timeBytes + 1) + typeCount * 6 + charCount + leapCount * (timeBytes + 4)
        + standardCount + universalCount
    }
  }

  private let bytes: [UInt8]
  private var place = 0

  init(_ bytes: [UInt8]) {
    self.bytes = bytes
  }

  /// A big-endian two's complement number of so many bytes; a single byte is unsigned.
  mutating func integer(_ count: Int) -> Int64? {
    guard place <= bytes.count - count else { return nil }
    defer { place += count }
    let part = bytes[place..<(place + count)]
    let pattern = part.reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
    switch count {
    case 8: return Int64(bitPattern: pattern)
    case 4: return Int64(Int32(truncatingIfNeeded: pattern))
    default: return Int64(pattern)
    }
  }

  mutating func skip(_ count: Int) {
    place = min(bytes.count, place + count)
  }

  /// `nil` where the next bytes are none.
  mutating func header() -> Header? {
    guard place <= bytes.count - 44, bytes[place..<(place + 4)].elementsEqual("TZif".utf8) else {
      return nil
    }
    // "2" in the version's byte.
    let version = Int(bytes[place + 4]) - 0x30
    place += 20
    var counts: [Int] = []
    for _ in 0..<6 {
      guard let count = integer(4), (0...100_000).contains(count) else { return nil }
      counts.append(Int(count))
    }
    return Header(
      version: version, universalCount: counts[0], standardCount: counts[1],
      leapCount: counts[2], timeCount: counts[3], typeCount: counts[4], charCount: counts[5])
  }

  /// The rule for the years to come, between two newlines at the end.
  mutating func footer() -> String? {
    guard place < bytes.count, bytes[place] == 0x0A, bytes.last == 0x0A else { return nil }
    return String(decoding: bytes[(place + 1)...].dropLast(), as: UTF8.self)
  }
}

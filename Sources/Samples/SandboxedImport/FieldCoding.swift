import FoundationEssentials
import JSONCoding
import SampleStore
import Sandbox

/// Fields of samples, beside those of every message.
extension PacketWriter {
  mutating func put(_ date: Date) { put(date.timeIntervalSinceReferenceDate) }

  mutating func put(_ id: UUID) {
    withUnsafeBytes(of: id.uuid) { bytes.append(contentsOf: $0) }
  }

  /// Numbers, of the kind in which they are kept.
  mutating func put(_ series: RecordSeries) {
    switch series {
    case .floats(let numbers):
      put(1 as UInt8)
      put(count: numbers.count)
      for number in numbers { put(number.bitPattern) }
    case .doubles(let numbers):
      put(2 as UInt8)
      put(count: numbers.count)
      for number in numbers { put(number) }
    }
  }

  /// JSON as its text.
  mutating func put(_ json: JSONValue) { put(json.text) }
}

/// The same, read from a process that may lie.
extension PacketReader {
  mutating func date() throws(Malformed) -> Date {
    Date(timeIntervalSinceReferenceDate: try number())
  }

  mutating func identifier() throws(Malformed) -> UUID {
    UUID(uuid: try take(16) { $0.loadUnaligned(as: uuid_t.self) })
  }

  mutating func series() throws(Malformed) -> RecordSeries {
    switch try byte() {
    case 1:
      let count = try count(ofBytes: 4)
      return .floats(
        try list(count) { reader throws(Malformed) in
          Float(bitPattern: try reader.integer(UInt32.self))
        })
    case 2:
      let count = try count(ofBytes: 8)
      return .doubles(try list(count) { reader throws(Malformed) in try reader.number() })
    default: throw Malformed()
    }
  }

  /// As many values as a count says, whose bytes are there.
  mutating func list<Value>(
    _ count: Int, _ read: (inout PacketReader) throws(Malformed) -> Value
  ) throws(Malformed) -> [Value] {
    var values: [Value] = []
    values.reserveCapacity(count)
    for _ in 0..<count { values.append(try read(&self)) }
    return values
  }

  mutating func json() throws(Malformed) -> JSONValue {
    let text = Array(try text().utf8)
    guard let json = try? JSONParser.value(of: text, mostValues: ImportMessage.mostValues) else {
      throw Malformed()
    }
    return json
  }
}

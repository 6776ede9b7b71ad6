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

  /// Writes bytes after their number.
  mutating func put(_ list: [UInt8]) {
    put(count: list.count)
    bytes += list
  }

  /// Writes JSON as its text.
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

  mutating func bytes() throws(Malformed) -> [UInt8] { try take(try count()) { Array($0) } }

  mutating func series() throws(Malformed) -> RecordSeries {
    guard let series = RecordSeries(bytes: try bytes()) else { throw Malformed() }
    return series
  }

  mutating func json() throws(Malformed) -> JSONValue {
    let text = Array(try text().utf8)
    guard let json = try? JSONParser.value(of: text, mostValues: ImportMessage.mostValues) else {
      throw Malformed()
    }
    return json
  }
}

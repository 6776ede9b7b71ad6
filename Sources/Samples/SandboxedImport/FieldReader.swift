import FoundationEssentials
import JSONCoding
import SampleStore
import Sandbox

/// Reads the fields that `FieldWriter` writes, from a process that may lie. Whatever is not there, or cannot be, is
/// `Malformed`.
struct FieldReader {
  typealias Malformed = PacketReader.Malformed

  private let bytes: [UInt8]
  private var at: Int

  /// Bytes before the next field.
  var position: Int { at }

  init(_ bytes: [UInt8], from start: Int = 0) {
    self.bytes = bytes
    at = min(start, bytes.count)
  }

  var isAtEnd: Bool { at == bytes.count }

  mutating func byte() throws(Malformed) -> UInt8 {
    guard at < bytes.count else { throw Malformed() }
    at += 1
    return bytes[at - 1]
  }

  mutating func integer<Value: FixedWidthInteger>(_: Value.Type) throws(Malformed) -> Value {
    let size = MemoryLayout<Value>.size
    guard bytes.count - at >= size else { throw Malformed() }
    let value = bytes.withUnsafeBytes { $0.loadUnaligned(fromByteOffset: at, as: Value.self) }
    at += size
    return Value(littleEndian: value)
  }

  mutating func number() throws(Malformed) -> Double {
    Double(bitPattern: try integer(UInt64.self))
  }

  mutating func date() throws(Malformed) -> Date {
    Date(timeIntervalSinceReferenceDate: try number())
  }

  mutating func identifier() throws(Malformed) -> UUID {
    guard bytes.count - at >= 16 else { throw Malformed() }
    let value = bytes.withUnsafeBytes { $0.loadUnaligned(fromByteOffset: at, as: uuid_t.self) }
    at += 16
    return UUID(uuid: value)
  }

  /// A number of things that take at least so many bytes each, all of which must be there.
  mutating func count(ofBytes size: Int = 1) throws(Malformed) -> Int {
    let count = Int(try integer(UInt32.self))
    guard count <= (bytes.count - at) / size else { throw Malformed() }
    return count
  }

  /// A number of things of which there are at most so many.
  mutating func count(upTo most: Int) throws(Malformed) -> Int {
    let count = try count()
    guard count <= most else { throw Malformed() }
    return count
  }

  mutating func text() throws(Malformed) -> String {
    let count = try count()
    defer { at += count }
    guard let text = String(validating: bytes[at..<at + count], as: UTF8.self) else {
      throw Malformed()
    }
    return text
  }

  mutating func optionalText() throws(Malformed) -> String? {
    switch try byte() {
    case 0: return nil
    case 1: return try text()
    default: throw Malformed()
    }
  }

  mutating func series() throws(Malformed) -> RecordSeries {
    switch try byte() {
    case 1:
      let count = try count(ofBytes: 4)
      var numbers: [Float] = []
      numbers.reserveCapacity(count)
      for _ in 0..<count { numbers.append(Float(bitPattern: try integer(UInt32.self))) }
      return .floats(numbers)
    case 2:
      let count = try count(ofBytes: 8)
      var numbers: [Double] = []
      numbers.reserveCapacity(count)
      for _ in 0..<count { numbers.append(try number()) }
      return .doubles(numbers)
    default: throw Malformed()
    }
  }

  mutating func json() throws(Malformed) -> JSONValue {
    let count = try count()
    defer { at += count }
    let text = Array(bytes[at..<at + count])
    guard let json = try? JSONParser.value(of: text, mostValues: ImportMessage.mostValues) else {
      throw Malformed()
    }
    return json
  }
}

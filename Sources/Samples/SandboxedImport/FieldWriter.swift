import FoundationEssentials
import JSONCoding
import SampleStore

/// Writes fields: integers with the lowest byte first, numbers and dates by their bits, texts and lists after their length.
struct FieldWriter {
  var bytes: [UInt8] = []

  mutating func put(_ value: UInt8) { bytes.append(value) }

  @inline(__always)
  mutating func put(_ value: some FixedWidthInteger) {
    withUnsafeBytes(of: value.littleEndian) { bytes.append(contentsOf: $0) }
  }

  mutating func put(_ value: Double) { put(value.bitPattern) }

  mutating func put(_ date: Date) { put(date.timeIntervalSinceReferenceDate) }

  mutating func put(_ id: UUID) {
    withUnsafeBytes(of: id.uuid) { bytes.append(contentsOf: $0) }
  }

  mutating func put(count: Int) { put(UInt32(truncatingIfNeeded: count)) }

  mutating func put(_ text: String) {
    put(count: text.utf8.count)
    bytes.append(contentsOf: text.utf8)
  }

  mutating func put(_ text: String?) {
    put(text == nil ? 0 : 1 as UInt8)
    if let text { put(text) }
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

package import JSONCoding

/// The long row of numbers of a record, packed in a store: four or eight bytes each.
package enum RecordSeries: Hashable, Sendable {
  /// 24 bits are finer than any sensor.
  case floats([Float])

  /// For places, and for values that programs give.
  case doubles([Double])

  var isFinite: Bool {
    switch self {
    case .floats(let numbers): numbers.allSatisfy(\.isFinite)
    case .doubles(let numbers): numbers.allSatisfy(\.isFinite)
    }
  }

  /// The first byte is the form, which counts as the version: 1 for floats, 2 for doubles, both
  /// little-endian.
  package var bytes: [UInt8] {
    func packed<Pattern: FixedWidthInteger>(_ form: UInt8, _ patterns: [Pattern]) -> [UInt8] {
      var bytes = [form]
      bytes.reserveCapacity(1 + patterns.count * MemoryLayout<Pattern>.size)
      for pattern in patterns {
        withUnsafeBytes(of: pattern.littleEndian) { bytes.append(contentsOf: $0) }
      }
      return bytes
    }
    return switch self {
    case .floats(let numbers): packed(1, numbers.map(\.bitPattern))
    case .doubles(let numbers): packed(2, numbers.map(\.bitPattern))
    }
  }

  /// `nil` for another form, or if the length does not fit.
  package init?(bytes: [UInt8]) {
    func patterns<Pattern: FixedWidthInteger>(_: Pattern.Type) -> [Pattern]? {
      let size = MemoryLayout<Pattern>.size
      guard (bytes.count - 1) % size == 0 else { return nil }
      return bytes.withUnsafeBytes { bytes in
        stride(from: 1, to: bytes.count, by: size).map {
          Pattern(littleEndian: bytes.loadUnaligned(fromByteOffset: $0, as: Pattern.self))
        }
      }
    }
    switch bytes.first {
    case 1:
      guard let patterns = patterns(UInt32.self) else { return nil }
      self = .floats(patterns.map(Float.init(bitPattern:)))
    case 2:
      guard let patterns = patterns(UInt64.self) else { return nil }
      self = .doubles(patterns.map(Double.init(bitPattern:)))
    default: return nil
    }
  }

  /// The numbers as an array, each in as few digits as make it.
  package var json: JSONValue {
    switch self {
    case .floats(let numbers): .array(numbers.map { .number(Double("\($0)") ?? 0) })
    case .doubles(let numbers): .array(numbers.map(JSONValue.number))
    }
  }

  /// Creates the series of an array, in the form that the type has; `nil` if there is anything but numbers.
  package init?(json: JSONValue, of type: RecordType) {
    let numbers = json.elements.compactMap(\.number)
    guard numbers.count == json.elements.count else { return nil }
    self = type == .electrocardiogram ? .floats(numbers.map(Float.init)) : .doubles(numbers)
  }

  /// Returns the numbers in rows of n columns; `nil` if they do not fill the last one.
  func rows(of columns: Int) -> [ArraySlice<Double>]? {
    guard case .doubles(let numbers) = self, numbers.count % columns == 0 else { return nil }
    return stride(from: 0, to: numbers.count, by: columns).map { numbers[$0..<$0 + columns] }
  }
}

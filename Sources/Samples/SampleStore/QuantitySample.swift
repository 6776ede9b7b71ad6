public import FoundationEssentials

/// A quantity measured over an interval; it never changes once made.
public struct QuantitySample: HealthSample {
  /// The properties that samples of every kind have.
  public let head: SampleHead

  /// The type of the measurement.
  public let type: QuantityType

  /// The value in the unit in which it was given.
  public let quantity: Quantity

  /// The single quantities that the sample sums up or averages; `nil` for one measurement.
  public let series: QuantitySeries?

  /// The type, as samples of all kinds have one.
  public var sampleType: SampleType { .quantity(type) }

  /// Makes a sample; throws if the interval is reversed, a number is not finite, or the unit does
  /// not fit the type.
  public init(
    id: UUID = .random(), type: QuantityType, quantity: Quantity, start: Date, end: Date,
    source: Source, device: Device? = nil, metadata: [String: MetadataValue] = [:],
    created: Date? = nil, series: QuantitySeries? = nil
  ) throws(InvalidSample) {
    try self.init(
      SampleHead(
        id: id, start: start, end: end, source: source, device: device, metadata: metadata,
        created: created), type: type, quantity: quantity, series: series)
  }

  /// Makes a sample; throws if a number is not finite, or the unit does not fit the type.
  package init(
    _ head: SampleHead, type: QuantityType, quantity: Quantity, series: QuantitySeries? = nil
  ) throws(InvalidSample) {
    guard quantity.value.isFinite else { throw .valueIsNotFinite }
    let quantity = Quantity(quantity.value, type.unit(asWritten: quantity.unit))
    guard let canonical = try? quantity.value(in: type.canonicalUnit) else {
      throw .unitDoesNotFit(unit: quantity.unit, type: type)
    }
    guard canonical.isFinite, series?.isFinite ?? true else { throw .valueIsNotFinite }
    (self.head, self.type, self.quantity, self.series) = (head, type, quantity, series)
  }
}

extension UUID {
  /// Returns a version 4 identifier from the kernel's own random numbers, which need no free
  /// descriptor as `UUID()` does: without one, that gives zeros.
  public static func random() -> UUID {
    var generator = SystemRandomNumberGenerator()
    var bytes = UUID().uuid
    withUnsafeMutableBytes(of: &bytes) { bytes in
      for index in bytes.indices { bytes[index] = UInt8.random(in: 0...255, using: &generator) }
      bytes[6] = bytes[6] & 0x0F | 0x40
      bytes[8] = bytes[8] & 0x3F | 0x80
    }
    return UUID(uuid: bytes)
  }

  /// The first eight digits in lower case, which people see and may type.
  package var shortText: String { digits(8) }

  /// Returns the first digits in lower case, without hyphens.
  package func digits(_ count: Int) -> String {
    String(uuidString.lazy.filter { $0 != "-" }.prefix(count)).lowercased()
  }
}

extension Collection where Element == UUID {
  /// The number of first digits that distinguish these identifiers, at least eight. Identifiers of
  /// samples of the same minute begin alike.
  package var tellingDigits: Int {
    let sorted = map { $0.digits(32) }.sorted()
    let shared = zip(sorted, sorted.dropFirst()).map { zip($0, $1).prefix { $0 == $1 }.count }
    return Swift.max(8, Swift.min((shared.max() ?? 0) + 1, 32))
  }
}

public import FoundationEssentials

/// A value that a sample carries under a key, besides its quantity.
public enum MetadataValue: Hashable, Sendable {
  case string(String)
  case number(Double)
  case date(Date)
  case quantity(Quantity)
  case bool(Bool)

  /// Whether a query can find it again: a NaN equals nothing.
  var isFinite: Bool {
    switch self {
    case .string, .bool: true
    case .number(let number): number.isFinite
    case .date(let date): date.timeIntervalSinceReferenceDate.isFinite
    case .quantity(let quantity): quantity.value.isFinite
    }
  }
}

public import FoundationEssentials

/// A value that a sample carries under a key, in addition to its quantity.
public enum MetadataValue: Hashable, Sendable {
  /// A text.
  case string(String)

  /// A number.
  case number(Double)

  /// An instant.
  case date(Date)

  /// A number with a unit.
  case quantity(Quantity)

  /// True or false.
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

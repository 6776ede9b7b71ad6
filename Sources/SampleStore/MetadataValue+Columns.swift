import FoundationEssentials

/// How a metadata value is laid out in the table `metadata`.
extension MetadataValue {
  /// The kind's number, and the one of the two columns that is not NULL.
  var columns: (kind: Int64, text: SQLiteValue, number: SQLiteValue) {
    switch self {
    case .string(let text): (0, .text(text), .null)
    case .number(let number): (1, .null, .real(number))
    case .date(let date): (2, .null, .real(date.timeIntervalSinceReferenceDate))
    case .quantity(let quantity): (3, .null, .real(quantity.value))
    case .bool(let bool): (4, .null, .real(bool ? 1 : 0))
    }
  }

  /// The value of a row; `nil` where the kind is not known or its column is empty.
  init?(kind: Int64, text: String?, number: Double?, unit: QuantityUnit?) {
    switch (kind, text, number, unit) {
    case (0, let text?, _, _): self = .string(text)
    case (1, _, let number?, _): self = .number(number)
    case (2, _, let number?, _): self = .date(Date(timeIntervalSinceReferenceDate: number))
    case (3, _, let number?, let unit?): self = .quantity(Quantity(number, unit))
    case (4, _, let number?, _): self = .bool(number != 0)
    default: return nil
    }
  }
}

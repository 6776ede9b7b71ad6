/// A unit that cannot be read, or that a quantity cannot be given in; no values are named.
public struct UnitError: Error, Sendable, Equatable, CustomStringConvertible {
  /// What went wrong, one line.
  public let description: String

  static func unreadable(_ text: String, _ reason: String) -> UnitError {
    UnitError(description: "'\(text.prefix(60))' is not a unit: \(reason)")
  }

  static func incompatible(_ unit: QuantityUnit, with other: QuantityUnit) -> UnitError {
    UnitError(description: "the unit \(unit) cannot be converted to \(other)")
  }
}

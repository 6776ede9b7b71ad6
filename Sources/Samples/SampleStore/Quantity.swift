/// A number and its unit.
public struct Quantity: Hashable, Sendable {
  /// The number.
  public let value: Double

  /// The unit that the number is given in.
  public let unit: QuantityUnit

  /// Makes a quantity of a number and a unit.
  public init(_ value: Double, _ unit: QuantityUnit) {
    self.value = value
    self.unit = unit
  }

  /// Returns the number in another unit; throws if the dimensions differ.
  public func value(in other: QuantityUnit) throws(UnitError) -> Double {
    try unit.convert(value, to: other)
  }
}

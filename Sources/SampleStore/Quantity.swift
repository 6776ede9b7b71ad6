/// A number and its unit.
public struct Quantity: Hashable, Sendable {
  public let value: Double
  public let unit: QuantityUnit

  public init(_ value: Double, _ unit: QuantityUnit) {
    self.value = value
    self.unit = unit
  }

  /// The number in another unit; throws where the dimensions differ.
  public func value(in other: QuantityUnit) throws(UnitError) -> Double {
    try unit.convert(value, to: other)
  }
}

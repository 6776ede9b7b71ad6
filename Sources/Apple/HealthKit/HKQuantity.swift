public import Foundation
internal import SampleStore

/// A number with its unit.
///
/// If units do not fit, HealthKit raises an exception; here the number is NaN, and `value(in:)`
/// throws.
public final class HKQuantity: NSObject, _HKConstant, NSSecureCoding, Sendable {
  let unit: HKUnit
  let number: Double

  public init(unit: HKUnit, doubleValue value: Double) {
    self.unit = unit
    number = value
  }

  init(_ quantity: Quantity) {
    unit = HKUnit(quantity.unit)
    number = quantity.value
  }

  /// Returns the number in another unit, or NaN if the two units do not fit.
  public func doubleValue(for unit: HKUnit) -> Double { (try? value(in: unit)) ?? .nan }

  /// Returns the number in another unit; throws `errorInvalidArgument` if the two units do not fit.
  public func value(in other: HKUnit) throws -> Double {
    do {
      return try quantity().value(in: other.readUnit())
    } catch {
      throw HKError(error)
    }
  }

  public func `is`(compatibleWith unit: HKUnit) -> Bool {
    guard let own = self.unit.unit, let other = unit.unit else { return false }
    return own.isCompatible(with: other)
  }

  /// Compares two quantities. If their units do not fit, the units' texts are compared.
  public func compare(_ other: HKQuantity) -> ComparisonResult {
    guard let value = try? other.value(in: unit) else {
      return unit.unitString < other.unit.unitString ? .orderedAscending : .orderedDescending
    }
    return number < value ? .orderedAscending : number > value ? .orderedDescending : .orderedSame
  }

  /// Returns the store's quantity; throws if the unit is not valid.
  func quantity() throws -> Quantity { Quantity(number, try unit.readUnit()) }

  public func encode(with coder: NSCoder) {
    coder.encode(unit.unitString as NSString, forKey: "unit")
    coder.encode(number, forKey: "value")
  }

  public required convenience init?(coder: NSCoder) {
    guard let text = coder.decodeObject(of: NSString.self, forKey: "unit") else { return nil }
    self.init(
      unit: HKUnit(from: text.description), doubleValue: coder.decodeDouble(forKey: "value"))
  }

  /// Quantities are equal if one converted to the unit of the other is the same number.
  public override func isEqual(_ object: Any?) -> Bool {
    guard let other = object as? HKQuantity else { return false }
    return (try? other.value(in: unit)) == number
  }

  /// Always 0, since equal quantities may differ in their units and rounding errors.
  public override var hash: Int { 0 }

  /// "72 count/min": the number without a fraction if it has none.
  public override var description: String {
    let isWhole = number == number.rounded() && abs(number) < 1e15
    return "\(isWhole ? String(Int64(number)) : String(number)) \(unit)"
  }
}

extension HKUnit {
  func readUnit() throws -> QuantityUnit {
    if let unit { return unit }
    return try HKUnit(validating: unitString).readUnit()
  }
}

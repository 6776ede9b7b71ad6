public import Foundation
internal import SampleStore

/// A number with its unit.
///
/// Units that do not fit end the program, as HealthKit's exception does. `value(in:)` throws instead, and
/// `is(compatibleWith:)` answers beforehand.
public final class HKQuantity: NSObject, _HKConstant, Sendable {
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

  /// Returns the number in another unit.
  ///
  /// - Precondition: The two units fit.
  public func doubleValue(for unit: HKUnit) -> Double {
    do {
      return try storeQuantity.value(in: unit.unit)
    } catch {
      fatalError("\(error); HKQuantity.value(in:) throws instead")
    }
  }

  /// Returns the number in another unit; throws `errorInvalidArgument` if the two units do not fit.
  public func value(in other: HKUnit) throws -> Double {
    do {
      return try storeQuantity.value(in: other.unit)
    } catch {
      throw HKError(error)
    }
  }

  public func `is`(compatibleWith unit: HKUnit) -> Bool {
    self.unit.unit.isCompatible(with: unit.unit)
  }

  /// - Precondition: The units of both fit.
  public func compare(_ other: HKQuantity) -> ComparisonResult {
    let value = other.doubleValue(for: unit)
    return number < value ? .orderedAscending : number > value ? .orderedDescending : .orderedSame
  }

  /// The store's quantity.
  var storeQuantity: Quantity { Quantity(number, unit.unit) }

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

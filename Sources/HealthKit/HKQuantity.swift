public import Foundation
internal import SampleStore

/// A number and its unit.
///
/// Where HealthKit raises an exception because units do not fit, numbers here are not numbers;
/// `value(in:)` throws instead. It is `@unchecked Sendable` because `NSObject` is not: what it holds is constant.
public final class HKQuantity: NSObject, @unchecked Sendable {
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

  /// The number in another unit; not a number where the two do not fit.
  public func doubleValue(for unit: HKUnit) -> Double { (try? value(in: unit)) ?? .nan }

  /// The number in another unit; throws `errorInvalidArgument` where the two do not fit.
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

  /// How the two stand to each other; quantities that do not fit are ordered by their units' texts.
  public func compare(_ other: HKQuantity) -> ComparisonResult {
    guard let value = try? other.value(in: unit) else {
      return unit.unitString < other.unit.unitString ? .orderedAscending : .orderedDescending
    }
    return number < value ? .orderedAscending : number > value ? .orderedDescending : .orderedSame
  }

  /// What the store calls it; throws where the unit could not be read.
  func quantity() throws -> Quantity { Quantity(number, try unit.readUnit()) }

  /// Equal where the one is the other in its unit.
  public override func isEqual(_ object: Any?) -> Bool {
    guard let other = object as? HKQuantity else { return false }
    return (try? other.value(in: unit)) == number
  }

  /// Equal quantities may be written in any unit that fits, and rounding differs, so the number is left out.
  public override var hash: Int { 0 }

  public override var description: String { "\(number) \(unit)" }
}

extension HKUnit {
  func readUnit() throws -> QuantityUnit {
    if let unit { return unit }
    return try HKUnit(validating: unitString).readUnit()
  }
}

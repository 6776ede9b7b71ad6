internal import Foundation
internal import SampleStore

extension HKHealthStore {
  /// Returns the unit in which to show each type: the store's own, but `count/min` for `count/s`.
  public func preferredUnits(
    for quantityTypes: Set<HKQuantityType>
  ) async throws -> [HKQuantityType: HKUnit] {
    Self.preferredUnits(quantityTypes)
  }

  @preconcurrency
  public func preferredUnits(
    for quantityTypes: Set<HKQuantityType>,
    completion: @escaping @Sendable ([HKQuantityType: HKUnit], (any Error)?) -> Void
  ) {
    let units = Self.preferredUnits(quantityTypes)
    queue.async { completion(units, nil) }
  }

  private static func preferredUnits(_ types: Set<HKQuantityType>) -> [HKQuantityType: HKUnit] {
    Dictionary(
      uniqueKeysWithValues: types.map { type in
        let unit = type.quantityType.canonicalUnit
        return (type, HKUnit(unit == .countPerSecond ? .countPerMinute : unit))
      })
  }
}

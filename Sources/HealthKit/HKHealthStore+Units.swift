internal import Foundation
internal import SampleStore

extension HKHealthStore {
  /// Returns the unit in which people of this machine's region read each type: miles or kilometres,
  /// pounds or kilograms, Fahrenheit or Celsius, kilocalories, rates by the minute.
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
      uniqueKeysWithValues: types.map { ($0, preferredUnit(of: $0, in: .current)) })
  }

  static func preferredUnit(of type: HKQuantityType, in locale: Locale) -> HKUnit {
    let unit = type.quantityType.customaryUnit
    let system = locale.measurementSystem
    let (isUS, hasMiles) = (system == .us, system == .us || system == .uk)
    let name = type.identifier.dropFirst("HKQuantityTypeIdentifier".count)
    func preferred(_ text: String) -> HKUnit { HKUnit(from: text) }
    if unit.isCompatible(with: .kilocalorie) { return preferred("kcal") }
    if unit.isCompatible(with: .degreeCelsius) { return preferred(isUS ? "degF" : "degC") }
    switch name {
    case "BodyMass", "LeanBodyMass": return preferred(isUS ? "lb" : "kg")
    case "Height", "WaistCircumference", "WalkingStepLength":
      return preferred(isUS ? "in" : "cm")
    case "DistanceSwimming": return preferred(isUS ? "yd" : "m")
    case "WalkingSpeed", "RunningSpeed", "CyclingSpeed":
      return preferred(hasMiles ? "mi/hr" : "km/hr")
    case _ where name.hasPrefix("Distance"): return preferred(hasMiles ? "mi" : "km")
    default: return HKUnit(unit)
    }
  }
}

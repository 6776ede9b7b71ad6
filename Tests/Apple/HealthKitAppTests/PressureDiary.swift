import HealthKit

/// A diary of blood pressures, each with the heart rate of the moment.
final class PressureDiary {
  private let store = HKHealthStore()
  private let parts = [
    HKQuantityTypeIdentifier.bloodPressureSystolic, .bloodPressureDiastolic, .heartRate,
  ]

  func open(then done: @escaping (Bool, Error?) -> Void) {
    let types = Set(parts.compactMap { HKSampleType.quantityType(forIdentifier: $0) })
    store.requestAuthorization(toShare: types, read: types, completion: done)
  }

  func note(
    upper: Int, lower: Int, rate: Int, at moment: Date = Date(),
    then done: @escaping (Bool, Error?) -> Void
  ) {
    func sample(_ type: HKQuantityTypeIdentifier, _ value: Int, _ unit: HKUnit) -> HKQuantitySample
    {
      HKQuantitySample(
        type: HKQuantityType(type), quantity: HKQuantity(unit: unit, doubleValue: Double(value)),
        start: moment, end: moment)
    }
    let pressure = HKCorrelation(
      type: HKCorrelationType(.bloodPressure), start: moment, end: moment,
      objects: [
        sample(.bloodPressureSystolic, upper, .millimeterOfMercury()),
        sample(.bloodPressureDiastolic, lower, .millimeterOfMercury()),
      ])
    let pulse = sample(.heartRate, rate, .count().unitDivided(by: .minute()))
    store.save([pressure, pulse], withCompletion: done)
  }
}

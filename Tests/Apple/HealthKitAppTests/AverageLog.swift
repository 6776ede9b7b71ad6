import HealthKit

/// A camera app's log: the average between a start and an end.
final class AverageLog {
  struct Unavailable: Error {}

  private lazy var store = HKHealthStore()

  func open(then done: @escaping (Error?) -> Void) {
    guard HKHealthStore.isHealthDataAvailable() else { return done(Unavailable()) }
    store.requestAuthorization(toShare: [HKQuantityType(.heartRate)], read: []) { _, error in
      done(error)
    }
  }

  func log(
    _ beatsPerMinute: Double, from start: Date, to end: Date, then done: @escaping (Error?) -> Void
  ) {
    let unit = HKUnit.count().unitDivided(by: .minute())
    let average = HKQuantitySample(
      type: HKQuantityType(.heartRate),
      quantity: HKQuantity(unit: unit, doubleValue: beatsPerMinute), start: start, end: end)
    store.save(average) { _, error in done(error) }
  }
}

import HealthKit

/// A study's app: it invents a heart rate for each tick of a clock and saves it.
enum StudyHeart {
  static let store = HKHealthStore()

  static func ask(then done: @escaping (Bool, Error?) -> Void) {
    guard let rate = HKObjectType.quantityType(forIdentifier: .heartRate),
      let way = HKObjectType.quantityType(forIdentifier: .distanceWalkingRunning)
    else { return done(false, nil) }
    store.requestAuthorization(toShare: [rate, way], read: [rate, way], completion: done)
  }

  /// Returns how many of the ticks were saved.
  static func record(_ ticks: AsyncStream<Date>) async -> Int {
    var saved = 0
    for await tick in ticks {
      let invented = HKQuantity(
        unit: HKUnit(from: "count/min"), doubleValue: Double(Int.random(in: 100..<180)))
      let sample = HKQuantitySample(
        type: HKQuantityType(.heartRate), quantity: invented, start: tick, end: tick)
      let isSaved = await withCheckedContinuation { caller in
        store.save(sample) { success, _ in caller.resume(returning: success) }
      }
      if isSaved { saved += 1 }
    }
    return saved
  }
}

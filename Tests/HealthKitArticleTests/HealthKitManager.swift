import Foundation
import HealthKit

/// The manager of an article on heart rate in studies, in today's Swift. Linux has no selectors, so
/// its timer is a stream of times that the tests supply.
class HealthKitManager: NSObject {

  static let healthKitStore = HKHealthStore()

  static func authorizeHealthKit(completion: @escaping (Bool, Error?) -> Void) {

    let healthKitTypes: Set = [
      HKObjectType.quantityType(forIdentifier: HKQuantityTypeIdentifier.heartRate)!,
      HKObjectType.quantityType(
        forIdentifier: HKQuantityTypeIdentifier.distanceWalkingRunning)!,
    ]

    healthKitStore.requestAuthorization(
      toShare: healthKitTypes,
      read: healthKitTypes, completion: completion)
  }

  static func saveMockHeartData(at now: Date, saved: @escaping (Error?) -> Void) {

    // 1. Create a heart rate BPM Sample
    let heartRateType = HKQuantityType.quantityType(
      forIdentifier: HKQuantityTypeIdentifier.heartRate)!
    let heartRateQuantity = HKQuantity(
      unit: HKUnit(from: "count/min"),
      doubleValue: Double(UInt32.random(in: 0..<80) + 100))
    let heartSample = HKQuantitySample(
      type: heartRateType,
      quantity: heartRateQuantity, start: now, end: now)

    // 2. Save the sample in the store
    healthKitStore.save(
      heartSample,
      withCompletion: { (success, error) -> Void in
        if let error = error {
          print("Error saving heart sample: \(error.localizedDescription)")
        }
        saved(error)
      })
  }

  static func startMockHeartData(every ticks: AsyncStream<Date>) async -> Int {
    var count = 0
    for await tick in ticks {
      let error = await withCheckedContinuation { continuation in
        saveMockHeartData(at: tick) { continuation.resume(returning: $0) }
      }
      if error == nil { count += 1 }
    }
    return count
  }
}

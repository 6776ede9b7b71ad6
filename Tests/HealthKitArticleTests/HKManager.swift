import Foundation
import HealthKit

/// The manager of an article on saving a measured heart rate, in Swift instead of Objective-C.
class HKManager: NSObject {
  private var store: HKHealthStore?

  func authorize(completion: ((NSError?) -> Void)?) {
    if !HKHealthStore.isHealthDataAvailable() {
      completion?(.hkManagerError(message: "This device does not support HealthKit"))
      return
    }

    if store == nil {
      store = HKHealthStore()
    }

    store?.requestAuthorization(toShare: shareTypes, read: readTypes) { success, error in
      completion?(error.map { .hkManagerError(message: $0.localizedDescription) })
    }
  }

  var shareTypes: Set<HKSampleType> {
    [HKQuantityType.quantityType(forIdentifier: .heartRate)!]
  }

  var readTypes: Set<HKObjectType> { [] }

  func storeHeartBeats(
    atMinute beats: Double, startDate: Date, endDate: Date, completion: ((Error?) -> Void)?
  ) {
    let rateType = HKQuantityType.quantityType(forIdentifier: .heartRate)!
    let rateQuantity = HKQuantity(unit: .heartBeatsPerMinute(), doubleValue: beats)
    let rateSample = HKQuantitySample(
      type: rateType, quantity: rateQuantity, start: startDate, end: endDate)

    store?.save(rateSample) { success, error in
      completion?(error)
    }
  }
}

extension HKUnit {
  static func heartBeatsPerMinute() -> HKUnit {
    HKUnit.count().unitDivided(by: HKUnit.minute())
  }
}

extension NSError {
  static func hkManagerError(message: String) -> NSError {
    NSError(
      domain: "HKManagerErrorDomain", code: 0, userInfo: ["HKManagerErrorMessageKey": message])
  }
}

import HealthKit

/// The approach that the article of `HealthService` warns of: the sum over the samples of all
/// sources.
struct NaiveStepReader {
  let store: HKHealthStore

  func sum() async -> Double {
    await withCheckedContinuation { continuation in
      let stepType = HKQuantityType(.stepCount)
      let predicate = HKQuery.predicateForSamples(
        withStart: Calendar.current.startOfDay(for: Date()),
        end: Date(),
        options: .strictStartDate
      )

      let query = HKSampleQuery(
        sampleType: stepType,
        predicate: predicate,
        limit: HKObjectQueryNoLimit,
        sortDescriptors: nil
      ) { _, samples, error in
        // You get individual samples from every source:
        // Apple Watch, iPhone, third-party apps...
        // Now you have to deduplicate and sum manually.
        let totalSteps = samples?
          .compactMap { $0 as? HKQuantitySample }
          .reduce(0.0) { $0 + $1.quantity.doubleValue(for: .count()) }
        continuation.resume(returning: totalSteps ?? 0)
      }
      store.execute(query)
    }
  }
}

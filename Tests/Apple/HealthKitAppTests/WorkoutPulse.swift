import HealthKit

/// A workout's heart rate: the least and the greatest of each twentieth.
struct WorkoutPulse {
  typealias Ranges = [Date: ClosedRange<Double>]

  let store: HKHealthStore

  func load(
    _ workout: HKWorkout, then done: @escaping (Result<Ranges, Error>) -> Void
  ) {
    let unit = HKUnit(from: "count/min")
    let query = HKStatisticsCollectionQuery(
      quantityType: HKQuantityType(.heartRate), quantitySamplePredicate: nil,
      options: [.discreteMin, .discreteMax], anchorDate: workout.startDate,
      intervalComponents: DateComponents(second: Int(workout.duration) / 20))
    query.initialResultsHandler = { _, parts, error in
      if let error { return done(.failure(error)) }
      var ranges: Ranges = [:]
      parts?.enumerateStatistics(from: workout.startDate, to: workout.endDate) { part, _ in
        guard let least = part.minimumQuantity(), let most = part.maximumQuantity() else { return }
        ranges[part.startDate] = least.doubleValue(for: unit)...most.doubleValue(for: unit)
      }
      done(.success(ranges))
    }
    store.execute(query)
  }
}

import HealthKit

/// Loads the heart rate during a workout in twenty bars, as an article on drawing it does.
struct WorkoutHeartRate {
  let store: HKHealthStore

  func bars(
    of workout: HKWorkout, anchorDate: Date,
    completion: @escaping ([Date: (Double, Double)]) -> Void
  ) {
    let interval = DateComponents(second: Int(workout.duration) / 20)

    let quantityType = HKObjectType.quantityType(
      forIdentifier: .heartRate
    )!

    let query = HKStatisticsCollectionQuery(
      quantityType: quantityType,
      quantitySamplePredicate: nil,
      options: [.discreteMax, .discreteMin],
      anchorDate: anchorDate,
      intervalComponents: interval
    )

    query.initialResultsHandler = { _, results, error in
      var weeklyData: [Date: (Double, Double)] = [:]

      results!.enumerateStatistics(
        from: workout.startDate,
        to: workout.endDate
      ) { statistics, _ in
        if let minValue = statistics.minimumQuantity() {
          if let maxValue = statistics.maximumQuantity() {
            let minHeartRate = minValue.doubleValue(
              for: HKUnit(from: "count/min")
            )
            let maxHeartRate = maxValue.doubleValue(
              for: HKUnit(from: "count/min")
            )

            weeklyData[statistics.startDate] = (
              minHeartRate, maxHeartRate
            )
          }
        }
      }

      completion(weeklyData)
    }

    store.execute(query)
  }
}

// The service of an article on reading health data, as it is printed there, but `@unchecked
// Sendable`: it captures itself in a stream's termination handler, and the tests never change it
// from two tasks at once.

import HealthKit
import Observation

@Observable
final class HealthService: @unchecked Sendable {
  let store = HKHealthStore()

  private let readTypes: Set<HKObjectType> = [
    HKQuantityType(.stepCount),
    HKQuantityType(.heartRate),
    HKCategoryType(.sleepAnalysis),
  ]

  var isAuthorized = false

  func requestAuthorization() async throws {
    guard HKHealthStore.isHealthDataAvailable() else {
      throw HealthServiceError.healthDataUnavailable
    }

    try await store.requestAuthorization(
      toShare: [],  // Read-only for now
      read: readTypes
    )

    isAuthorized = true
  }
}

enum HealthServiceError: LocalizedError {
  case healthDataUnavailable
  case queryFailed(Error)

  var errorDescription: String? {
    switch self {
    case .healthDataUnavailable:
      return "Health data is not available on this device."
    case .queryFailed(let underlying):
      return "Health query failed: \(underlying.localizedDescription)"
    }
  }
}

extension HealthService {
  /// Returns Sulley's total step count for a given day,
  /// deduplicated across all sources.
  func fetchStepCount(for date: Date) async throws -> Double {
    let stepType = HKQuantityType(.stepCount)
    let startOfDay = Calendar.current.startOfDay(for: date)
    let endOfDay = Calendar.current.date(
      byAdding: .day, value: 1, to: startOfDay
    )!

    let predicate = HKQuery.predicateForSamples(
      withStart: startOfDay,
      end: endOfDay,
      options: .strictStartDate
    )

    return try await withCheckedThrowingContinuation { continuation in
      let query = HKStatisticsQuery(
        quantityType: stepType,
        quantitySamplePredicate: predicate,
        options: .cumulativeSum
      ) { _, statistics, error in
        if let error {
          continuation.resume(throwing: HealthServiceError.queryFailed(error))
          return
        }

        let sum =
          statistics?
          .sumQuantity()?
          .doubleValue(for: .count()) ?? 0.0
        continuation.resume(returning: sum)
      }

      self.store.execute(query)
    }
  }
}

extension HealthService {
  /// Returns daily step totals for the past 7 days.
  func fetchWeeklySteps() async throws -> [(date: Date, steps: Double)] {
    let stepType = HKQuantityType(.stepCount)
    let calendar = Calendar.current
    let endDate = Date()
    let startDate = calendar.date(byAdding: .day, value: -6, to: calendar.startOfDay(for: endDate))!

    let daily = DateComponents(day: 1)
    let predicate = HKQuery.predicateForSamples(
      withStart: startDate, end: endDate, options: .strictStartDate
    )

    return try await withCheckedThrowingContinuation { continuation in
      let query = HKStatisticsCollectionQuery(
        quantityType: stepType,
        quantitySamplePredicate: predicate,
        options: .cumulativeSum,
        anchorDate: startDate,
        intervalComponents: daily
      )

      query.initialResultsHandler = { _, collection, error in
        if let error {
          continuation.resume(throwing: HealthServiceError.queryFailed(error))
          return
        }

        var results: [(date: Date, steps: Double)] = []
        collection?.enumerateStatistics(from: startDate, to: endDate) { statistics, _ in
          let steps = statistics.sumQuantity()?.doubleValue(for: .count()) ?? 0.0
          results.append((date: statistics.startDate, steps: steps))
        }
        continuation.resume(returning: results)
      }

      self.store.execute(query)
    }
  }
}

extension HealthService {
  /// Fetches the most recent heart rate samples for Sulley's
  /// scare-floor shift, sorted by date descending.
  func fetchHeartRateSamples(
    from startDate: Date,
    to endDate: Date,
    limit: Int = 100
  ) async throws -> [HeartRateSample] {
    let heartRateType = HKQuantityType(.heartRate)
    let predicate = HKQuery.predicateForSamples(
      withStart: startDate, end: endDate, options: .strictStartDate
    )
    let sortDescriptor = NSSortDescriptor(
      key: HKSampleSortIdentifierStartDate,
      ascending: false
    )

    return try await withCheckedThrowingContinuation { continuation in
      let query = HKSampleQuery(
        sampleType: heartRateType,
        predicate: predicate,
        limit: limit,
        sortDescriptors: [sortDescriptor]
      ) { _, samples, error in
        if let error {
          continuation.resume(throwing: HealthServiceError.queryFailed(error))
          return
        }

        let heartRates =
          (samples as? [HKQuantitySample])?.map { sample in
            HeartRateSample(
              bpm: sample.quantity.doubleValue(
                for: HKUnit.count().unitDivided(by: .minute())
              ),
              date: sample.startDate,
              source: sample.sourceRevision.source.name
            )
          } ?? []

        continuation.resume(returning: heartRates)
      }

      self.store.execute(query)
    }
  }
}

struct HeartRateSample: Identifiable {
  let id = UUID()
  let bpm: Double
  let date: Date
  let source: String
}

extension HealthService {
  /// Fetches last night's sleep stages for Sulley's recovery report.
  func fetchSleepAnalysis(for date: Date) async throws -> SleepReport {
    let sleepType = HKCategoryType(.sleepAnalysis)
    let calendar = Calendar.current

    // Look from 6 PM yesterday to noon today
    let evening = calendar.date(
      bySettingHour: 18, minute: 0, second: 0,
      of: calendar.date(byAdding: .day, value: -1, to: date)!
    )!
    let noon = calendar.date(
      bySettingHour: 12, minute: 0, second: 0, of: date
    )!

    let predicate = HKQuery.predicateForSamples(
      withStart: evening, end: noon, options: .strictStartDate
    )
    let sortDescriptor = NSSortDescriptor(
      key: HKSampleSortIdentifierStartDate,
      ascending: true
    )

    return try await withCheckedThrowingContinuation { continuation in
      let query = HKSampleQuery(
        sampleType: sleepType,
        predicate: predicate,
        limit: HKObjectQueryNoLimit,
        sortDescriptors: [sortDescriptor]
      ) { _, samples, error in
        if let error {
          continuation.resume(throwing: HealthServiceError.queryFailed(error))
          return
        }

        let categorySamples = samples as? [HKCategorySample] ?? []
        let report = self.buildSleepReport(from: categorySamples)
        continuation.resume(returning: report)
      }

      self.store.execute(query)
    }
  }

  private func buildSleepReport(from samples: [HKCategorySample]) -> SleepReport {
    var inBed: TimeInterval = 0
    var asleepCore: TimeInterval = 0
    var asleepDeep: TimeInterval = 0
    var asleepREM: TimeInterval = 0
    var awake: TimeInterval = 0

    for sample in samples {
      let duration = sample.endDate.timeIntervalSince(sample.startDate)
      guard let value = HKCategoryValueSleepAnalysis(rawValue: sample.value) else {
        continue
      }

      switch value {
      case .inBed:
        inBed += duration
      case .asleepCore:
        asleepCore += duration
      case .asleepDeep:
        asleepDeep += duration
      case .asleepREM:
        asleepREM += duration
      case .awake:
        awake += duration
      default:
        break  // Handle future cases gracefully
      }
    }

    return SleepReport(
      inBed: inBed,
      asleepCore: asleepCore,
      asleepDeep: asleepDeep,
      asleepREM: asleepREM,
      awake: awake
    )
  }
}

struct SleepReport {
  let inBed: TimeInterval
  let asleepCore: TimeInterval
  let asleepDeep: TimeInterval
  let asleepREM: TimeInterval
  let awake: TimeInterval

  var totalAsleep: TimeInterval {
    asleepCore + asleepDeep + asleepREM
  }

  var sleepEfficiency: Double {
    guard inBed > 0 else { return 0 }
    return totalAsleep / inBed
  }
}

extension HealthService {
  /// Starts observing step count changes and calls the handler
  /// with new samples as they arrive.
  func observeStepUpdates(
    handler: @escaping ([HKQuantitySample]) -> Void
  ) -> HKAnchoredObjectQuery {
    let stepType = HKQuantityType(.stepCount)
    let predicate = HKQuery.predicateForSamples(
      withStart: Calendar.current.startOfDay(for: Date()),
      end: nil,
      options: .strictStartDate
    )

    let query = HKAnchoredObjectQuery(
      type: stepType,
      predicate: predicate,
      anchor: nil,  // Start from the beginning; persist anchor for incremental updates
      limit: HKObjectQueryNoLimit
    ) { _, addedSamples, _, newAnchor, error in
      guard error == nil else { return }
      let quantitySamples = addedSamples as? [HKQuantitySample] ?? []
      handler(quantitySamples)
      // Persist newAnchor to UserDefaults or a local store
      // for incremental fetches on next launch
    }

    // The update handler fires for every subsequent change
    query.updateHandler = { _, addedSamples, deletedSamples, newAnchor, error in
      guard error == nil else { return }
      let quantitySamples = addedSamples as? [HKQuantitySample] ?? []
      handler(quantitySamples)
    }

    store.execute(query)
    return query
  }
}

extension HealthService {
  /// An AsyncStream of step count updates for reactive SwiftUI binding.
  func stepCountStream() -> AsyncStream<Double> {
    AsyncStream { continuation in
      var runningTotal = 0.0

      let query = observeStepUpdates { newSamples in
        let newSteps = newSamples.reduce(0.0) {
          $0 + $1.quantity.doubleValue(for: .count())
        }
        runningTotal += newSteps
        continuation.yield(runningTotal)
      }

      continuation.onTermination = { @Sendable _ in
        self.store.stop(query)
      }
    }
  }
}

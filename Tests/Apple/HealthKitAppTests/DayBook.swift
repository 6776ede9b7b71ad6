import HealthKit
import Observation

/// An app that reads: steps by day and by week and as they come, heart rates, and nights.
///
/// It is `@unchecked Sendable` because a stream stops its query from a closure that is; the tests use it
/// from one task at a time.
@Observable final class DayBook: @unchecked Sendable {
  let store = HKHealthStore()
  private(set) var isOpen = false

  private static let steps = HKQuantityType(.stepCount)
  private static let rate = HKQuantityType(.heartRate)
  private static let sleep = HKCategoryType(.sleepAnalysis)

  func open() async throws {
    let types: Set<HKObjectType> = [Self.steps, Self.rate, Self.sleep]
    try await store.requestAuthorization(toShare: [], read: types)
    isOpen = true
  }

  /// The steps of a day, each counted once however many sources saw it; 0 without samples.
  func steps(on day: Date) async throws -> Double {
    let (start, end) = Self.bounds(of: day)
    return try await withCheckedThrowingContinuation { caller in
      store.execute(
        HKStatisticsQuery(
          quantityType: Self.steps, quantitySamplePredicate: Self.within(start, end),
          options: .cumulativeSum
        ) { _, statistics, error in
          if let error, (error as? HKError)?.code != .errorNoData {
            caller.resume(throwing: error)
          } else {
            caller.resume(returning: statistics?.sumQuantity()?.doubleValue(for: .count()) ?? 0)
          }
        })
    }
  }

  /// The steps of seven days up to a day, the oldest first.
  func week(endingOn last: Date) async throws -> [(day: Date, steps: Double)] {
    let calendar = Calendar.current
    let end = Self.bounds(of: last).end
    guard let first = calendar.date(byAdding: .day, value: -7, to: end) else { return [] }
    return try await withCheckedThrowingContinuation { caller in
      let query = HKStatisticsCollectionQuery(
        quantityType: Self.steps, quantitySamplePredicate: Self.within(first, end),
        options: .cumulativeSum, anchorDate: first, intervalComponents: DateComponents(day: 1))
      query.initialResultsHandler = { _, days, error in
        if let error { return caller.resume(throwing: error) }
        var week: [(day: Date, steps: Double)] = []
        days?.enumerateStatistics(from: first, to: end - 1) { day, _ in
          week.append((day.startDate, day.sumQuantity()?.doubleValue(for: .count()) ?? 0))
        }
        caller.resume(returning: week)
      }
      store.execute(query)
    }
  }

  /// What adding up all samples gives, whoever saved them: too much where two sources counted.
  func stepsOfAllSources(on day: Date) async throws -> Double {
    let (start, end) = Self.bounds(of: day)
    return try await samples(Self.steps, start, end).reduce(0) { sum, sample in
      sum + ((sample as? HKQuantitySample)?.quantity.doubleValue(for: .count()) ?? 0)
    }
  }

  struct Rate: Identifiable {
    let id: UUID
    let beatsPerMinute: Double
    let date: Date
    let source: String
  }

  /// The newest heart rates of a time, the newest first.
  func newestRates(from start: Date, to end: Date, _ count: Int) async throws -> [Rate] {
    let newestFirst = NSSortDescriptor(key: HKSampleSortIdentifierStartDate, ascending: false)
    let unit = HKUnit.count().unitDivided(by: .minute())
    return try await samples(Self.rate, start, end, newestFirst, limit: count).compactMap {
      guard let sample = $0 as? HKQuantitySample else { return nil }
      return Rate(
        id: sample.uuid, beatsPerMinute: sample.quantity.doubleValue(for: unit),
        date: sample.startDate, source: sample.sourceRevision.source.name)
    }
  }

  struct Night: Equatable {
    /// Seconds of each value of the analysis.
    var seconds: [HKCategoryValueSleepAnalysis: TimeInterval] = [:]

    subscript(_ value: HKCategoryValueSleepAnalysis) -> TimeInterval { seconds[value] ?? 0 }

    /// The share of the time in bed that was slept.
    var efficiency: Double {
      let asleep = self[.asleepCore] + self[.asleepDeep] + self[.asleepREM]
      return self[.inBed] > 0 ? asleep / self[.inBed] : 0
    }
  }

  /// The night before a day: what began between six in the evening and noon.
  func night(before day: Date) async throws -> Night {
    let (midnight, _) = Self.bounds(of: day)
    let oldestFirst = NSSortDescriptor(key: HKSampleSortIdentifierStartDate, ascending: true)
    var night = Night()
    let stages = try await samples(
      Self.sleep, midnight - 6 * 3600, midnight + 12 * 3600, oldestFirst)
    for case let stage as HKCategorySample in stages {
      guard let value = HKCategoryValueSleepAnalysis(rawValue: stage.value) else { continue }
      night.seconds[value, default: 0] += stage.endDate.timeIntervalSince(stage.startDate)
    }
    return night
  }

  /// The sum of the steps since a moment, again whenever there are more.
  func stepsAsTheyCome(since start: Date) -> AsyncStream<Double> {
    AsyncStream { stream in
      var sum = 0.0
      func add(_ samples: [HKSample]?) {
        for case let sample as HKQuantitySample in samples ?? [] {
          sum += sample.quantity.doubleValue(for: .count())
        }
        stream.yield(sum)
      }
      let query = HKAnchoredObjectQuery(
        type: Self.steps, predicate: Self.within(start, nil), anchor: nil,
        limit: HKObjectQueryNoLimit
      ) { _, added, _, _, error in
        if error == nil { add(added) }
      }
      query.updateHandler = { _, added, _, _, error in
        if error == nil { add(added) }
      }
      store.execute(query)
      stream.onTermination = { [store] _ in store.stop(query) }
    }
  }

  private func samples(
    _ type: HKSampleType, _ start: Date, _ end: Date, _ order: NSSortDescriptor? = nil,
    limit: Int = HKObjectQueryNoLimit
  ) async throws -> [HKSample] {
    try await withCheckedThrowingContinuation { caller in
      store.execute(
        HKSampleQuery(
          sampleType: type, predicate: Self.within(start, end), limit: limit,
          sortDescriptors: order.map { [$0] }
        ) { _, samples, error in
          if let error {
            caller.resume(throwing: error)
          } else {
            caller.resume(returning: samples ?? [])
          }
        })
    }
  }

  private static func within(_ start: Date, _ end: Date?) -> NSPredicate {
    HKQuery.predicateForSamples(withStart: start, end: end, options: .strictStartDate)
  }

  private static func bounds(of day: Date) -> (start: Date, end: Date) {
    let start = Calendar.current.startOfDay(for: day)
    return (start, Calendar.current.date(byAdding: .day, value: 1, to: start) ?? start + 86_400)
  }
}

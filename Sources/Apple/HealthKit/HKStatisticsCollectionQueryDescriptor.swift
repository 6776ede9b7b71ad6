public import Foundation
internal import SampleStore
internal import Synchronization

/// A query for statistics of consecutive intervals of time, for use with `await`.
public struct HKStatisticsCollectionQueryDescriptor: Sendable {
  /// An answer, and the changes since the previous one.
  public struct Result: Sendable {
    public let statisticsCollection: HKStatisticsCollection

    /// The intervals that changed, the oldest first; `nil` in the first answer. An interval that became
    /// empty is among them, with statistics that have no values.
    public let updatedStatistics: [HKStatistics]?
  }

  public typealias Results = HKQueryResults<Result>

  private let statistics: Swift.Result<StatisticsSearch, HKError>
  private let intervals: Swift.Result<CalendarIntervals, HKError>

  public init(
    predicate: HKSamplePredicate<HKQuantitySample>, options: HKStatisticsOptions,
    anchorDate: Date, intervalComponents: DateComponents
  ) {
    statistics = StatisticsSearch.of(predicate, options)
    intervals = StatisticsSearch.intervals(from: anchorDate, by: intervalComponents)
  }

  public func result(for healthStore: HKHealthStore) async throws -> HKStatisticsCollection {
    try await healthStore.perform { try statistics.get().collection(in: $0, by: intervals) }
  }

  /// Answers now, and again after each change until the task is canceled.
  public func results(for healthStore: HKHealthStore) -> Results {
    Results { [statistics, intervals] in
      let answers = try await healthStore.perform { store in
        try statistics.get().live(
          in: store, by: intervals, every: healthStore.settings.updateInterval)
      }
      let last = Mutex<HKStatisticsCollection?>(nil)
      var iterator = answers.makeAsyncIterator()
      return {
        guard let collection = try await iterator.next() else { return nil }
        let earlier = last.withLock { last in
          defer { last = collection }
          return last
        }
        return Result(
          statisticsCollection: collection,
          updatedStatistics: earlier.map { collection.changes(since: $0) })
      }
    }
  }
}

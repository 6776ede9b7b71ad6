/// A query for statistics of samples, for use with `await`.
public struct HKStatisticsQueryDescriptor: Sendable {
  private let statistics: Result<StatisticsSearch, HKError>

  public init(predicate: HKSamplePredicate<HKQuantitySample>, options: HKStatisticsOptions) {
    statistics = StatisticsSearch.of(predicate, options)
  }

  /// Returns the statistics, or `nil` if there are no samples.
  public func result(for healthStore: HKHealthStore) async throws -> HKStatistics? {
    try await healthStore.perform { try statistics.get().statistics(in: $0) }
  }
}

extension StatisticsSearch {
  static func of(
    _ predicate: HKSamplePredicate<HKQuantitySample>, _ options: HKStatisticsOptions
  ) -> Result<StatisticsSearch, HKError> {
    guard let type = predicate.sampleType as? HKQuantityType else {
      return .failure(.invalid("\(predicate.sampleType.identifier) is no quantity"))
    }
    return .success(StatisticsSearch(type: type, search: predicate.search, options: options))
  }
}

public import Foundation

/// A query for statistics of samples, answered once. If there are no samples, its handler receives the
/// error `errorNoData`.
///
/// It is `@unchecked Sendable` as `HKQuery` is: its mutable state is behind a lock.
public final class HKStatisticsQuery: HKQuery, @unchecked Sendable {
  private let statistics: StatisticsSearch
  private let handler: @Sendable (HKStatisticsQuery, HKStatistics?, (any Error)?) -> Void

  @preconcurrency
  public init(
    quantityType: HKQuantityType, quantitySamplePredicate: NSPredicate?,
    options: HKStatisticsOptions = [],
    completionHandler: @escaping @Sendable (HKStatisticsQuery, HKStatistics?, (any Error)?) -> Void
  ) {
    handler = completionHandler
    statistics = StatisticsSearch(
      type: quantityType, search: SampleSearch(of: quantityType, matching: quantitySamplePredicate),
      options: options)
    super.init(quantityType, quantitySamplePredicate)
  }

  override func begin(in session: QuerySession) {
    let statistics = statistics
    session.once({ store in
      guard let found = try statistics.statistics(in: store) else {
        throw HKError(.errorNoData, "there are no samples that match")
      }
      return found
    }) { self.handler(self, $0.value, $0.error) }
  }

  override func fail(_ error: HKError) { handler(self, nil, error) }
}

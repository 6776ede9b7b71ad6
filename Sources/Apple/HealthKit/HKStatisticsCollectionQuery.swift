public import Foundation
internal import SampleStore
internal import Synchronization

/// A query for statistics of consecutive intervals of time; with an update handler, it answers
/// again whenever they change.
///
/// Its handlers are guarded by a `Mutex`.
public final class HKStatisticsCollectionQuery: HKQuery, @unchecked Sendable {
  public let anchorDate: Date
  public let options: HKStatisticsOptions
  public let intervalComponents: DateComponents
  private let statistics: StatisticsSearch
  private let handlers = Mutex(Handlers())

  /// Receives all intervals.
  public typealias ResultsHandler =
    @Sendable (HKStatisticsCollectionQuery, HKStatisticsCollection?, (any Error)?) -> Void

  /// Receives the last interval that changed, and all of them.
  public typealias UpdateHandler =
    @Sendable (HKStatisticsCollectionQuery, HKStatistics?, HKStatisticsCollection?, (any Error)?)
    -> Void

  private struct Handlers: Sendable {
    var initial: ResultsHandler?
    var update: UpdateHandler?
  }

  public init(
    quantityType: HKQuantityType, quantitySamplePredicate: NSPredicate?,
    options: HKStatisticsOptions = [], anchorDate: Date, intervalComponents: DateComponents
  ) {
    self.anchorDate = anchorDate
    self.options = options
    self.intervalComponents = intervalComponents
    statistics = StatisticsSearch(
      type: quantityType, search: SampleSearch(of: quantityType, matching: quantitySamplePredicate),
      options: options)
    super.init(quantityType, quantitySamplePredicate)
  }

  /// Receives the first answer. Set it before the query is executed.
  @preconcurrency
  public var initialResultsHandler: ResultsHandler? {
    get { handlers.withLock { $0.initial } }
    set { handlers.withLock { $0.initial = newValue } }
  }

  /// Receives the last interval that changed, and all of them. Set it before the query is executed.
  @preconcurrency
  public var statisticsUpdateHandler: UpdateHandler? {
    get { handlers.withLock { $0.update } }
    set { handlers.withLock { $0.update = newValue } }
  }

  override func begin(in session: QuerySession) {
    let (statistics, update) = (statistics, statisticsUpdateHandler)
    let intervals = StatisticsSearch.intervals(from: anchorDate, by: intervalComponents)
    guard let update else {
      session.once({ try statistics.collection(in: $0, by: intervals) }) {
        self.initialResultsHandler?(self, $0.value, $0.error)
      }
      return
    }
    let last = Mutex<HKStatisticsCollection?>(nil)
    session.live({ store in
      try statistics.live(
        in: store, by: intervals, every: session.healthStore.settings.updateInterval)
    }) { result in
      let earlier = last.withLock { last in
        defer { last = result.value ?? last }
        return last
      }
      if earlier == nil {
        self.initialResultsHandler?(self, result.value, result.error)
      } else {
        let change = earlier.flatMap { result.value?.changes(since: $0).last }
        update(self, change, result.value, result.error)
      }
    }
  }

  override func fail(_ error: HKError) { initialResultsHandler?(self, nil, error) }
}

extension StatisticsSearch {
  /// Returns the collection now and after each change.
  func live(
    in store: HealthStore, by intervals: Result<CalendarIntervals, HKError>,
    every interval: Duration
  ) throws -> AsyncThrowingMapSequence<LiveQuery<StatisticsCollection>, HKStatisticsCollection> {
    let sources = self
    return try store.liveStatisticsCollection(
      of: type.quantityType, matching: search.readingQuery(in: store), options.options,
      by: intervals.get(),
      every: interval
    ).map { HKStatisticsCollection($0, sources: try sources.sources(in: store)) }
  }
}

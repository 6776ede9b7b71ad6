public import Foundation
internal import SampleStore

/// A query for samples, answered once.
///
/// It is `@unchecked Sendable` as `HKQuery` is: its mutable state is behind a lock.
public final class HKSampleQuery: HKQuery, @unchecked Sendable {
  @preconcurrency
  public typealias ResultsHandler =
    @Sendable (HKSampleQuery, [HKSample]?, (any Error)?) -> Void

  public let limit: Int
  private let given: Returned<[NSSortDescriptor]?>
  private let order: Result<SampleQuery.Order, HKError>
  private let handler: ResultsHandler

  /// - Parameters:
  ///   - limit: The maximum number of samples; `HKObjectQueryNoLimit` for all.
  ///   - sortDescriptors: The order, by start or end; `nil` for the oldest first.
  @preconcurrency
  public init(
    sampleType: HKSampleType, predicate: NSPredicate?, limit: Int,
    sortDescriptors: [NSSortDescriptor]?, resultsHandler: @escaping ResultsHandler
  ) {
    self.limit = limit
    given = Returned(sortDescriptors)
    order = SampleOrdering.read(sortDescriptors)
    handler = resultsHandler
    super.init(sampleType, predicate)
  }

  /// Creates a query for several types, each with its own predicate: the answer is the union, sorted
  /// and limited as one.
  @preconcurrency
  public init(
    queryDescriptors: [HKQueryDescriptor], limit: Int, sortDescriptors: [NSSortDescriptor]? = nil,
    resultsHandler: @escaping ResultsHandler
  ) {
    self.limit = limit
    given = Returned(sortDescriptors)
    order = SampleOrdering.read(sortDescriptors)
    handler = resultsHandler
    super.init(queryDescriptors)
  }

  public var sortDescriptors: [NSSortDescriptor]? { given.value }

  override func begin(in session: QuerySession) {
    let (search, limit, order) = (search, limit, order)
    session.once({ store in
      try store.allSamples(
        matching: search.readingQuery(in: store, limit: limit, order: order.get())
      )
      .map(HKSample.of)
    }) { self.handler(self, $0.value, $0.error) }
  }

  override func fail(_ error: HKError) { handler(self, nil, error) }
}

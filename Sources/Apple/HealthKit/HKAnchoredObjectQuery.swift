public import Foundation
internal import SampleStore
internal import Synchronization

/// A query for samples saved and deleted since an anchor; with an update handler, it also follows
/// later changes.
///
/// If tombstones after the anchor were purged, the query fails with an error whose
/// `isAnchorExpired` is true.
///
/// It is `@unchecked Sendable` as `HKQuery` is: its mutable state is behind a lock.
public final class HKAnchoredObjectQuery: HKQuery, @unchecked Sendable {
  private let anchor: HKQueryAnchor?
  private let limit: Int
  private let handler: ResultsHandler
  private let update = Mutex<ResultsHandler?>(nil)

  @preconcurrency
  public typealias ResultsHandler =
    @Sendable (
      HKAnchoredObjectQuery, [HKSample]?, [HKDeletedObject]?, HKQueryAnchor?, (any Error)?
    ) -> Void

  /// - Parameters:
  ///   - anchor: `nil` for everything in the store.
  ///   - limit: The maximum number of additions and deletions in a call; `HKObjectQueryNoLimit` for
  ///     all.
  @preconcurrency
  public init(
    type: HKSampleType, predicate: NSPredicate?, anchor: HKQueryAnchor?, limit: Int,
    resultsHandler: @escaping ResultsHandler
  ) {
    self.anchor = anchor
    self.limit = limit
    handler = resultsHandler
    super.init(type, predicate)
  }

  /// Creates a query for several types, which must have the same predicate.
  @preconcurrency
  public init(
    queryDescriptors: [HKQueryDescriptor], anchor: HKQueryAnchor?, limit: Int,
    resultsHandler: @escaping ResultsHandler
  ) {
    self.anchor = anchor
    self.limit = limit
    handler = resultsHandler
    super.init(queryDescriptors)
  }

  /// Receives every later change. Set it before the query is executed.
  @preconcurrency
  public var updateHandler: ResultsHandler? {
    get { update.withLock { $0 } }
    set { update.withLock { $0 = newValue } }
  }

  override func begin(in session: QuerySession) {
    let (search, anchor, limit) = (search, anchor?.anchor, limit)
    let (update, interval) = (updateHandler, session.healthStore.settings.updateInterval)
    let live = { @Sendable (store: HealthStore) in
      let query = try search.readingQuery(in: store, limit: limit)
      return try store.liveChanges(
        since: anchor, matching: query, limit: query.limit, every: interval
      ).map(HKAnchoredChanges.init(_:))
    }
    session.answer(
      { store in
        let query = try search.readingQuery(in: store, limit: limit)
        return HKAnchoredChanges(
          try store.changes(since: anchor, matching: query, limit: query.limit))
      }, following: update == nil ? nil : live
    ) { isFirst, result in
      let handler = isFirst ? self.handler : update ?? self.handler
      let changes = result.value
      handler(self, changes?.added, changes?.deleted, changes?.anchor, result.error)
    }
  }

  override func fail(_ error: HKError) { handler(self, nil, nil, nil, error) }
}

/// The anchor before everything, in earlier versions.
public let HKAnchoredObjectQueryNoAnchor = 0

/// The store's changes as HealthKit's objects.
struct HKAnchoredChanges: Sendable {
  let added: [HKSample]
  let deleted: [HKDeletedObject]
  let anchor: HKQueryAnchor

  init(_ changes: StoreChanges) {
    added = changes.added.map(HKSample.of)
    deleted = changes.deleted.map(HKDeletedObject.init(_:))
    anchor = HKQueryAnchor(changes.anchor)
  }
}

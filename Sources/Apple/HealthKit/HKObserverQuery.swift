public import Foundation
internal import SampleStore
internal import Synchronization

/// A closure that an observer calls when it has handled an update.
public typealias HKObserverQueryCompletionHandler = @Sendable () -> Void

/// Reports that samples of a type changed, but not which. It reports once at the start, so that no
/// earlier change is missed, then after each change in any process.
///
/// With a predicate, it reports saved samples if one matches, and every deletion of its types: the
/// content of a deleted sample is gone.
///
/// It is `@unchecked Sendable` as `HKQuery` is: its mutable state is behind a lock.
public final class HKObserverQuery: HKQuery, @unchecked Sendable {
  private let types: Set<HKSampleType>?
  private let handler: UpdateHandler

  /// Receives the types that changed, the function to call once that is handled, and an error.
  public typealias UpdateHandler =
    @Sendable (
      HKObserverQuery, Set<HKSampleType>?, @escaping HKObserverQueryCompletionHandler, (any Error)?
    ) -> Void

  @preconcurrency
  public init(
    sampleType: HKSampleType, predicate: NSPredicate?,
    updateHandler:
      @escaping @Sendable (
        HKObserverQuery, @escaping HKObserverQueryCompletionHandler, (any Error)?
      ) -> Void
  ) {
    types = [sampleType]
    handler = { query, _, done, error in updateHandler(query, done, error) }
    super.init(sampleType, predicate)
  }

  /// Creates a query for several types. The handler receives the types that changed, and all of
  /// them at first.
  @preconcurrency
  public init(
    queryDescriptors: [HKQueryDescriptor], updateHandler: @escaping UpdateHandler
  ) {
    types = Set(queryDescriptors.map(\.sampleType))
    handler = updateHandler
    super.init(queryDescriptors)
  }

  /// The number of changes that are read at a time to find out whether they match.
  private static let mostChanges = 10_000

  override func begin(in session: QuerySession) {
    let (search, interval) = (search, session.healthStore.settings.updateInterval)
    guard case .success(let condition) = search.condition, condition != nil else {
      return report(in: session) { store in
        let query = try search.readingQuery(in: store)
        let updates = try store.updates(of: query.types.map(Set.init), every: interval)
        return HKQueryResults {
          var first: Set<SampleType>? = Set(query.types ?? [])
          var later = updates.makeAsyncIterator()
          return {
            defer { first = nil }
            if let first { return first }
            return try await later.next()
          }
        }
      }
    }
    report(in: session) { store in
      let query = try search.readingQuery(in: store)
      let isFirst = Mutex(true)
      return try store.liveChanges(
        since: store.presentAnchor, matching: query, limit: Self.mostChanges, every: interval
      ).map { changes in
        let isFirst = isFirst.withLock { isFirst in
          defer { isFirst = false }
          return isFirst
        }
        return isFirst
          ? Set(query.types ?? [])
          : Set(changes.added.map(\.sampleType) + changes.deleted.map(\.type))
      }
    }
  }

  private func report<Changes: AsyncSequence & Sendable>(
    in session: QuerySession, _ changes: @escaping @Sendable (HealthStore) throws -> Changes
  ) where Changes.Element == Set<SampleType> {
    let (types, healthStore) = (types, session.healthStore)
    session.live(changes) { result in
      let changed = result.value.map { Set($0.map(HKSampleType.of)) }
      self.handler(
        self, changed,
        {
          healthStore.perform({ store in
            // The changes due for these types have been handled. Observers of other types
            // acknowledge theirs.
            let own = Set((types ?? []).map(\.type))
            if let due = try store.dueDelivery(at: Date()), due.types.isSubset(of: own) {
              try store.acknowledge(due, at: Date())
            }
          }) { _ in }
        }, result.error)
    }
  }

  override func fail(_ error: HKError) { handler(self, nil, {}, error) }
}

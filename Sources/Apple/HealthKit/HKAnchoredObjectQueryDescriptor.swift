internal import SampleStore

/// A query for samples saved and deleted since an anchor, for use with `await`.
public struct HKAnchoredObjectQueryDescriptor<Sample: HKSample>: Sendable {
  public struct Result: Sendable {
    public let addedSamples: [Sample]
    public let deletedObjects: [HKDeletedObject]
    public let newAnchor: HKQueryAnchor

    init(_ changes: StoreChanges) {
      let all = HKAnchoredChanges(changes)
      addedSamples = all.added.compactMap { $0 as? Sample }
      deletedObjects = all.deleted
      newAnchor = all.anchor
    }
  }

  public typealias Results = HKQueryResults<Result>

  private let search: SampleSearch
  private let anchor: QueryAnchor?
  private let limit: Int?

  /// - Parameters:
  ///   - predicates: One for each type; the answer is the union.
  ///   - anchor: `nil` for everything in the store.
  ///   - limit: The maximum number of additions and deletions in an answer; `nil` for all.
  public init(
    predicates: [HKSamplePredicate<Sample>], anchor: HKQueryAnchor?, limit: Int? = nil
  ) {
    search = SampleSearch(of: predicates.map(\.descriptor))
    self.anchor = anchor?.anchor
    self.limit = limit
  }

  public func result(for healthStore: HKHealthStore) async throws -> Result {
    try await healthStore.perform { store in
      let query = try search.readingQuery(in: store, limit: limit ?? HKObjectQueryNoLimit)
      return Result(try store.changes(since: anchor, matching: query, limit: query.limit))
    }
  }

  /// Answers now, and again after each change until the task is canceled.
  public func results(for healthStore: HKHealthStore) -> Results {
    Results { [search, anchor, limit] in
      let answers = try await healthStore.perform { store in
        let query = try search.readingQuery(in: store, limit: limit ?? HKObjectQueryNoLimit)
        return try store.liveChanges(
          since: anchor, matching: query, limit: query.limit,
          every: healthStore.settings.updateInterval)
      }
      var iterator = answers.makeAsyncIterator()
      return { try await iterator.next().map(Result.init(_:)) }
    }
  }
}

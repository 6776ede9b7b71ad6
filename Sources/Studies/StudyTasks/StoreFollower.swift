import FoundationEssentials
package import SampleStore

/// Follows the samples that other programs save into a store while a study runs, for sources of its data.
package struct StoreFollower {
  private let store: HealthStore
  private let query: SampleQuery
  private var anchor: QueryAnchor

  /// Pages, as ResearchKit reads them.
  private static let limit = 100

  /// Follows samples that are saved from now on: earlier ones belong to no step.
  package init(_ store: HealthStore, _ query: SampleQuery) throws(StoreError) {
    self.store = store
    self.query = query
    // No sample is asked for: only where the store's history stands.
    anchor = try store.presentAnchor
  }

  /// Appends the samples since the last call, in the order of time, with each heart rate to show.
  package mutating func append(to found: inout [Observation]) throws(StoreError) {
    while true {
      let changes = try store.changes(since: anchor, matching: query, limit: Self.limit)
      anchor = changes.anchor
      for sample in changes.added.compactMap(\.quantitySample).sorted(by: { $0.start < $1.start }) {
        if sample.type == .heartRate, let rate = try? sample.quantity.value(in: .countPerMinute) {
          found.append(.rate(HeartRateView(rate: rate)))
        }
        found.append(.sample(sample))
      }
      if !changes.hasMore { return }
    }
  }
}

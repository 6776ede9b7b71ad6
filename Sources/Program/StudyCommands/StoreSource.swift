import FoundationEssentials
import SampleSelection
import SampleStore
import StudyTasks

/// What other programs save into the store while a study runs.
final class StoreSource: ObservationSource {
  let name = "store"

  private let store: HealthStore
  private let query: SampleQuery
  private var anchor: QueryAnchor?
  private var hasFailed = false

  /// Pages, as ResearchKit reads them.
  private static let limit = 100

  /// Follows samples of some types that are saved from now on.
  init(_ store: HealthStore, types: [QuantityType]) throws(StoreError) {
    self.store = store
    // A mock that was left running would be taken for a person's heart.
    query = SampleQuery(
      of: types.map(SampleType.quantity), where: MockSamples.excluded)
    // No sample is asked for: only where the store's history stands.
    anchor = try store.changes(since: nil, matching: SampleQuery(ids: [])).anchor
  }

  func observations(until moment: StudyMoment) -> [Observation] {
    var found: [Observation] = []
    do throws(StoreError) {
      while true {
        let changes = try store.changes(since: anchor, matching: query, limit: Self.limit)
        anchor = changes.anchor
        for sample in changes.added.compactMap(\.quantitySample).sorted(by: { $0.start < $1.start })
        {
          if sample.type == .heartRate,
            let rate = try? sample.quantity.value(in: .countPerMinute)
          {
            found.append(.rate(HeartRateView(rate: rate)))
          }
          found.append(.sample(sample))
        }
        hasFailed = false
        if !changes.hasMore { return found }
      }
    } catch {
      // A store that another program holds is there again a moment later.
      guard !hasFailed else { return found }
      hasFailed = true
      return found + [.notice("\(error)")]
    }
  }
}

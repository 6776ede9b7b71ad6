internal import Foundation
internal import HealthKit
internal import SampleStore
internal import StudyTasks

/// The health store as a source of a task's data: what is saved while it runs, as far as this program may
/// read it.
final class StoreFollower: ObservationSource {
  let name = "health store"

  private let healthStore = HKHealthStore()
  private let types: Set<HKObjectType>
  private var anchor: QueryAnchor?
  private var query: SampleQuery?
  private var hasAsked = false

  /// Pages, as ResearchKit reads them.
  private static let limit = 100

  init(_ types: Set<HKObjectType>) { self.types = types }

  /// Asks once whether the types may be read. A refusal never stops a task: samples of other programs are then
  /// not seen.
  func requestAuthorization() {
    guard !hasAsked, !types.isEmpty else { return }
    hasAsked = true
    let answered = DispatchSemaphore(value: 0)
    healthStore.requestAuthorization(toShare: nil, read: types) { _, _ in answered.signal() }
    answered.wait()
  }

  /// Begins to follow: what was saved before belongs to no step.
  private func begin() {
    guard !types.isEmpty else { return }
    let identifiers = types.map(\.identifier)
    query = SampleQuery(
      of: identifiers.map { SampleType(knownIdentifier: $0) ?? Self.unknown($0) })
    // No sample is asked for: only where the store's history stands.
    anchor = try? healthStore.store().changes(since: nil, matching: SampleQuery(ids: [])).anchor
  }

  func observations(until moment: StudyMoment) -> [Observation] {
    if anchor == nil { begin() }
    guard let query, let since = anchor else { return [] }
    var found: [Observation] = []
    var next = since
    while let changes = try? healthStore.store().changes(
      since: next, matching: query, limit: Self.limit)
    {
      next = changes.anchor
      for sample in changes.added.compactMap(\.quantitySample).sorted(by: { $0.start < $1.start }) {
        if sample.type == .heartRate, let rate = try? sample.quantity.value(in: .countPerMinute) {
          found.append(.rate(HeartRateView(rate: rate)))
        }
        found.append(.sample(sample))
      }
      if !changes.hasMore { break }
    }
    anchor = next
    return found
  }

  private static func unknown(_ identifier: String) -> SampleType {
    .quantity(
      QuantityType(
        identifier: identifier, canonicalUnit: .count, aggregationStyle: .discreteArithmetic))
  }
}

internal import Foundation
internal import HealthKit
internal import SampleStore
internal import StudyTasks

/// The health store as a source of a task's data: the samples saved while it runs, if this program
/// may read them.
final class HealthStoreSource: ObservationSource {
  let name = "health store"

  private let healthStore = HKHealthStore()
  private let types: Set<HKObjectType>
  private let written: Set<HKSampleType>

  /// The types whose samples may arrive while a task runs; characteristics do not.
  private let followed: [HKSampleType]
  private var follower: StoreFollower?
  private var hasAsked = false

  init(reading types: Set<HKObjectType>, writing written: Set<HKSampleType>) {
    self.types = types
    self.written = written
    followed = types.compactMap { $0 as? HKSampleType }
  }

  /// Asks once whether the types may be read and written. A refusal never stops a task: samples of other
  /// programs are then not seen.
  func requestAuthorization() {
    guard !hasAsked, !types.isEmpty || !written.isEmpty else { return }
    hasAsked = true
    let answered = DispatchSemaphore(value: 0)
    healthStore.requestAuthorization(toShare: written, read: types) { _, _ in answered.signal() }
    answered.wait()
  }

  func observations(until moment: StudyMoment) -> [Observation] {
    guard !followed.isEmpty else { return [] }
    var found: [Observation] = []
    if follower == nil {
      let query = SampleQuery(
        of: followed.map {
          SampleType(knownIdentifier: $0.identifier) ?? Self.unknown($0.identifier)
        })
      follower = try? StoreFollower(healthStore.store(), query)
    }
    try? follower?.append(to: &found)
    return found
  }

  private static func unknown(_ identifier: String) -> SampleType {
    .quantity(
      QuantityType(
        identifier: identifier, canonicalUnit: .count, aggregationStyle: .discreteArithmetic))
  }
}

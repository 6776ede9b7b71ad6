import Measurement
import SampleStore
import StudyTasks

/// The samples that other programs save into the store while a study runs.
final class StoreSource: ObservationSource {
  let name = "store"

  private var follower: StoreFollower
  private var hasFailed = false

  /// Follows samples of some types that are saved from now on.
  init(_ store: HealthStore, types: [QuantityType]) throws(StoreError) {
    // A mock that was left running would be taken for a person's heart.
    follower = try StoreFollower(
      store, SampleQuery(of: types.map(SampleType.quantity), where: ImpersonalSource.excluded))
  }

  func observations(until moment: StudyMoment) -> [Observation] {
    var found: [Observation] = []
    do throws(StoreError) {
      try follower.append(to: &found)
      hasFailed = false
      return found
    } catch {
      // A store that another program holds is there again a moment later.
      guard !hasFailed else { return found }
      hasFailed = true
      return found + [.notice("\(error)")]
    }
  }
}

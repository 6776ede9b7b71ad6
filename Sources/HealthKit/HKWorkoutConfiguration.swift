public import Foundation
internal import Synchronization

public enum HKWorkoutSessionLocationType: Int, Sendable, CaseIterable {
  case unknown = 1
  case indoor = 2
  case outdoor = 3
}

/// What a workout builder makes; it is read when the builder is made.
///
/// It is `@unchecked Sendable` because `NSObject` is not: what changes is guarded by a `Mutex`.
public final class HKWorkoutConfiguration: NSObject, @unchecked Sendable {
  private let values = Mutex<Values>(Values())

  private struct Values {
    var activity = HKWorkoutActivityType.other
    var location = HKWorkoutSessionLocationType.unknown
  }

  public var activityType: HKWorkoutActivityType {
    get { values.withLock { $0.activity } }
    set { values.withLock { $0.activity = newValue } }
  }

  /// Saved as `HKMetadataKeyIndoorWorkout` where it is known.
  public var locationType: HKWorkoutSessionLocationType {
    get { values.withLock { $0.location } }
    set { values.withLock { $0.location = newValue } }
  }
}

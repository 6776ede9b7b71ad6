public import Foundation
internal import Synchronization

public enum HKWorkoutSessionLocationType: Int, Sendable, CaseIterable {
  case unknown = 1
  case indoor = 2
  case outdoor = 3
}

/// The kind of workout that a builder makes. It is read when the builder is created.
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

  /// The location, saved as `HKMetadataKeyIndoorWorkout` if it is known.
  public var locationType: HKWorkoutSessionLocationType {
    get { values.withLock { $0.location } }
    set { values.withLock { $0.location = newValue } }
  }
}

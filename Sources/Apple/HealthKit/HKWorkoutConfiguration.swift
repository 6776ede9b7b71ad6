public import Foundation
internal import Synchronization

public enum HKWorkoutSessionLocationType: Int, Sendable, CaseIterable {
  case unknown = 1
  case indoor, outdoor
}

/// The kind of workout that a builder makes. It is read when the builder is created.
///
/// Its changing state is guarded by a `Mutex`.
public final class HKWorkoutConfiguration: NSObject, NSCopying, Sendable {
  private let values = Mutex<Values>(Values())

  private struct Values {
    var activity = HKWorkoutActivityType.other
    var location = HKWorkoutSessionLocationType.unknown
    var swimmingLocation = HKWorkoutSwimmingLocationType.unknown
    var lapLength: HKQuantity?
  }

  public var activityType: HKWorkoutActivityType {
    get { values.withLock { $0.activity } }
    set { values.withLock { $0.activity = newValue } }
  }

  /// The location, saved as `HKMetadataKeyIndoorWorkout` if it is set.
  public var locationType: HKWorkoutSessionLocationType {
    get { values.withLock { $0.location } }
    set { values.withLock { $0.location = newValue } }
  }

  /// The location of a swim, saved as `HKMetadataKeySwimmingLocationType` if it is set.
  public var swimmingLocationType: HKWorkoutSwimmingLocationType {
    get { values.withLock { $0.swimmingLocation } }
    set { values.withLock { $0.swimmingLocation = newValue } }
  }

  /// The length of a pool, saved as `HKMetadataKeyLapLength`.
  public var lapLength: HKQuantity? {
    get { values.withLock { $0.lapLength } }
    set { values.withLock { $0.lapLength = newValue } }
  }

  public override init() {}

  public func copy(with zone: NSZone?) -> Any { duplicate() }

  func duplicate() -> HKWorkoutConfiguration {
    let copy = HKWorkoutConfiguration()
    let values = values.withLock { $0 }
    copy.values.withLock { $0 = values }
    return copy
  }
}

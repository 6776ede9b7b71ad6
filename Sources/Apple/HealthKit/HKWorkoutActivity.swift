public import Foundation
internal import SampleStore

/// A part of a workout in one sport, such as the swim of a triathlon.
public final class HKWorkoutActivity: NSObject, _HKConstant, Sendable {
  /// The kind of activity; a copy of the given one.
  public let workoutConfiguration: HKWorkoutConfiguration
  private let activity: WorkoutActivity
  private let values: MetadataDictionary

  /// The end of the workout that it is saved with.
  private let limit: Date?

  public init(
    workoutConfiguration: HKWorkoutConfiguration, start startDate: Date, end endDate: Date?,
    metadata: [String: Any]?
  ) {
    self.workoutConfiguration = workoutConfiguration.duplicate()
    activity = WorkoutActivity(activity: nil, start: startDate, end: endDate)
    values = MetadataDictionary(metadata)
    limit = nil
  }

  /// - Parameters:
  ///   - sport: That of the workout, for an activity without one.
  ///   - end: The end of the workout.
  init(_ activity: WorkoutActivity, of sport: HKWorkoutActivityType, until end: Date) {
    let kind = HKWorkoutConfiguration()
    kind.activityType = activity.activity.map(HKWorkoutActivityType.init(_:)) ?? sport
    kind.locationType = HKWorkoutSessionLocationType(rawValue: activity.location) ?? .unknown
    kind.swimmingLocationType =
      HKWorkoutSwimmingLocationType(rawValue: activity.swimmingLocation) ?? .unknown
    kind.lapLength = activity.lapLength.map(HKQuantity.init(_:))
    workoutConfiguration = kind
    self.activity = activity
    values = MetadataDictionary(activity.metadata)
    limit = end
  }

  public var uuid: UUID { activity.id }
  public var startDate: Date { activity.start }
  public var endDate: Date? { activity.end }

  /// The seconds of exercise, without pauses; until now for an activity in progress.
  public var duration: TimeInterval {
    let end = endDate ?? limit ?? Date()
    return activity.duration.map { max(0, $0) }
      ?? Workout.activeDuration(from: startDate, to: end, activity.events)
  }

  /// The events of the workout that overlap it, in the order of time.
  public var workoutEvents: [HKWorkoutEvent] { activity.events.map(HKWorkoutEvent.init(_:)) }
  public var metadata: [String: Any]? { values.dictionary }

  public func statistics(for quantityType: HKQuantityType) -> HKStatistics? {
    allStatistics[quantityType]
  }

  public var allStatistics: [HKQuantityType: HKStatistics] {
    HKStatistics.all(
      activity.statistics.mapValues(\.figures), from: startDate, to: endDate ?? startDate)
  }

  /// Returns the part that a workout saves of it.
  /// - Parameters:
  ///   - events: Those of the workout. It has those that overlap it.
  ///   - end: The end of the workout, for an activity without one.
  ///   - measured: The totals of its samples.
  func storeActivity(
    of events: [WorkoutEvent], until end: Date, _ measured: [QuantityType: WorkoutStatistics]
  ) throws -> WorkoutActivity {
    let (kind, last) = (workoutConfiguration, endDate ?? end)
    return WorkoutActivity(
      id: uuid, activity: WorkoutActivityType(rawValue: Int(kind.activityType.rawValue)),
      location: kind.locationType.rawValue, swimmingLocation: kind.swimmingLocationType.rawValue,
      lapLength: kind.lapLength?.storeQuantity, start: startDate, end: endDate,
      duration: Workout.activeDuration(from: startDate, to: last, events),
      events: events.filter { $0.start <= last && startDate <= $0.end }
        .sorted { $0.start < $1.start },
      statistics: measured, metadata: try values.checked())
  }

  public override func isEqual(_ object: Any?) -> Bool {
    (object as? HKWorkoutActivity)?.uuid == uuid
  }

  public override var hash: Int { uuid.hashValue }
}

public import Foundation
internal import SampleStore

/// A part of a workout in one sport, such as the swim of a triathlon.
public final class HKWorkoutActivity: NSObject, _HKConstant, Sendable {
  public let uuid: UUID

  /// The kind of activity; a copy of what was given.
  public let workoutConfiguration: HKWorkoutConfiguration
  public let startDate: Date
  public let endDate: Date?

  /// The seconds of exercise.
  public let duration: TimeInterval
  public let workoutEvents: [HKWorkoutEvent]
  private let values: MetadataDictionary
  private let statistics: [QuantityType: WorkoutStatistics]
  private let activity: WorkoutActivity?

  public init(
    workoutConfiguration: HKWorkoutConfiguration, start startDate: Date, end endDate: Date?,
    metadata: [String: Any]?
  ) {
    uuid = .random()
    self.workoutConfiguration = workoutConfiguration.duplicate()
    self.startDate = startDate
    self.endDate = endDate
    duration = max(0, endDate?.timeIntervalSince(startDate) ?? 0)
    workoutEvents = []
    values = MetadataDictionary(metadata)
    statistics = [:]
    activity = nil
  }

  /// - Parameters:
  ///   - sport: That of the workout, for an activity without one.
  ///   - end: The end of the workout.
  init(_ activity: WorkoutActivity, of sport: WorkoutActivityType, until end: Date) {
    self.activity = activity
    uuid = activity.id
    let kind = HKWorkoutConfiguration()
    kind.activityType =
      HKWorkoutActivityType(rawValue: UInt(max(0, (activity.activity ?? sport).rawValue))) ?? .other
    kind.locationType = HKWorkoutSessionLocationType(rawValue: activity.location) ?? .unknown
    kind.swimmingLocationType =
      HKWorkoutSwimmingLocationType(rawValue: activity.swimmingLocation) ?? .unknown
    kind.lapLength = activity.lapLength.map(HKQuantity.init(_:))
    workoutConfiguration = kind
    startDate = activity.start
    endDate = activity.end
    duration = max(0, activity.activeDuration)
    workoutEvents = activity.events.map(HKWorkoutEvent.init(_:))
    values = MetadataDictionary(activity.metadata)
    statistics = activity.statistics
  }

  public var metadata: [String: Any]? { values.dictionary }

  public func statistics(for quantityType: HKQuantityType) -> HKStatistics? {
    allStatistics[quantityType]
  }

  public var allStatistics: [HKQuantityType: HKStatistics] {
    HKStatistics.all(statistics.mapValues(\.figures), from: startDate, to: endDate ?? startDate)
  }

  func storeActivity(with measured: [QuantityType: WorkoutStatistics] = [:]) throws
    -> WorkoutActivity
  {
    if let activity { return activity }
    let kind = workoutConfiguration
    return WorkoutActivity(
      id: uuid, activity: WorkoutActivityType(rawValue: Int(kind.activityType.rawValue)),
      location: kind.locationType.rawValue, swimmingLocation: kind.swimmingLocationType.rawValue,
      lapLength: kind.lapLength?.storeQuantity, start: startDate, end: endDate,
      events: try workoutEvents.map { try $0.storeEvent() },
      statistics: statistics.merging(measured) { own, _ in own }, metadata: try values.checked())
  }

  public override func isEqual(_ object: Any?) -> Bool {
    (object as? HKWorkoutActivity)?.uuid == uuid
  }

  public override var hash: Int { uuid.hashValue }
}

public import Foundation
internal import SampleStore

/// A bout of exercise with its events and totals.
///
/// It is `@unchecked Sendable` as `HKSample` is: its content is constant.
public final class HKWorkout: HKSample, @unchecked Sendable {
  public let workoutActivityType: HKWorkoutActivityType
  public let workoutEvents: [HKWorkoutEvent]?
  private let totals: [QuantityType: Quantity]

  /// The parts in single sports that were saved.
  private let parts: [WorkoutActivity]

  private let statistics: [QuantityType: WorkoutStatistics]

  /// The duration that was given, in seconds; `nil` to calculate it from the events.
  private let givenDuration: TimeInterval?

  /// The seconds of exercise: from start to end without pauses, unless another duration was given.
  public let duration: TimeInterval

  public convenience init(activityType: HKWorkoutActivityType, start: Date, end: Date) {
    self.init(
      activityType: activityType, start: start, end: end, workoutEvents: nil,
      totalEnergyBurned: nil, totalDistance: nil, device: nil, metadata: nil)
  }

  /// - Parameter duration: The seconds of exercise; 0 for the time from start to end.
  public convenience init(
    activityType: HKWorkoutActivityType, start: Date, end: Date, duration: TimeInterval,
    totalEnergyBurned: HKQuantity?, totalDistance: HKQuantity?, device: HKDevice? = nil,
    metadata: [String: Any]?
  ) {
    self.init(
      activityType, start, end, nil, duration == 0 ? nil : duration,
      Self.totals(totalEnergyBurned, totalDistance, activityType),
      device, metadata)
  }

  public convenience init(
    activityType: HKWorkoutActivityType, start: Date, end: Date,
    workoutEvents: [HKWorkoutEvent]?, totalEnergyBurned: HKQuantity?,
    totalDistance: HKQuantity?, device: HKDevice? = nil, metadata: [String: Any]?
  ) {
    self.init(
      activityType, start, end, workoutEvents, nil,
      Self.totals(totalEnergyBurned, totalDistance, activityType), device, metadata)
  }

  public convenience init(
    activityType: HKWorkoutActivityType, start: Date, end: Date,
    workoutEvents: [HKWorkoutEvent]?, totalEnergyBurned: HKQuantity?,
    totalDistance: HKQuantity?, totalSwimmingStrokeCount: HKQuantity?, device: HKDevice?,
    metadata: [String: Any]?
  ) {
    var totals = Self.totals(totalEnergyBurned, totalDistance, activityType)
    totals[HKQuantityType(.swimmingStrokeCount).quantityType] =
      totalSwimmingStrokeCount?.storeQuantity
    self.init(activityType, start, end, workoutEvents, nil, totals, device, metadata)
  }

  public convenience init(
    activityType: HKWorkoutActivityType, start: Date, end: Date,
    workoutEvents: [HKWorkoutEvent]?, totalEnergyBurned: HKQuantity?,
    totalDistance: HKQuantity?, totalFlightsClimbed: HKQuantity?, device: HKDevice?,
    metadata: [String: Any]?
  ) {
    var totals = Self.totals(totalEnergyBurned, totalDistance, activityType)
    totals[HKQuantityType(.flightsClimbed).quantityType] = totalFlightsClimbed?.storeQuantity
    self.init(activityType, start, end, workoutEvents, nil, totals, device, metadata)
  }

  private init(
    _ activity: HKWorkoutActivityType, _ start: Date, _ end: Date, _ events: [HKWorkoutEvent]?,
    _ duration: TimeInterval?, _ totals: [QuantityType: Quantity], _ device: HKDevice?,
    _ metadata: [String: Any]?
  ) {
    workoutActivityType = activity
    workoutEvents = events?.sorted { $0.date < $1.date }
    self.totals = totals
    parts = []
    statistics = [:]
    givenDuration = duration
    self.duration =
      duration ?? Workout.activeDuration(from: start, to: end, (events ?? []).map(\.event))
    super.init(type: .workoutType(), start: start, end: end, device: device, metadata: metadata)
  }

  init(_ workout: Workout) {
    workoutActivityType = HKWorkoutActivityType(workout.activity)
    let events = workout.events.map(HKWorkoutEvent.init(_:)).sorted { $0.date < $1.date }
    workoutEvents = events.isEmpty ? nil : events
    totals = workout.totals
    parts = workout.activities
    statistics = workout.statistics
    givenDuration = workout.activeDuration
    duration = workout.activeDuration
    super.init(sample: workout)
  }

  public var totalEnergyBurned: HKQuantity? { total(.activeEnergyBurned) }
  public var totalSwimmingStrokeCount: HKQuantity? { total(.swimmingStrokeCount) }
  public var totalFlightsClimbed: HKQuantity? { total(.flightsClimbed) }

  /// The total distance; if there are several, the first by identifier.
  public var totalDistance: HKQuantity? {
    totals.filter(\.key.isDistance).min { $0.key.identifier < $1.key.identifier }
      .map { HKQuantity($0.value) }
  }

  /// The parts in single sports; of a workout that was not divided, one that is the whole. It has the
  /// identifier of the workout.
  public var workoutActivities: [HKWorkoutActivity] {
    (parts.isEmpty ? [whole] : parts).map {
      HKWorkoutActivity($0, of: workoutActivityType, until: endDate)
    }
  }

  private var whole: WorkoutActivity {
    let known = metadata ?? [:]
    let place: HKWorkoutSessionLocationType =
      switch known[HKMetadataKeyIndoorWorkout] as? Bool {
      case true?: .indoor
      case false?: .outdoor
      case nil: .unknown
      }
    let events = (workoutEvents ?? []).map(\.event)
    return WorkoutActivity(
      id: uuid, activity: nil, location: place.rawValue,
      swimmingLocation: known[HKMetadataKeySwimmingLocationType] as? Int ?? 0,
      lapLength: (known[HKMetadataKeyLapLength] as? HKQuantity)?.storeQuantity, start: startDate,
      end: endDate, duration: duration, events: events.sorted { $0.start < $1.start },
      statistics: figures)
  }

  /// The totals and statistics that were saved.
  private var figures: [QuantityType: WorkoutStatistics] {
    var figures = statistics
    for (type, total) in totals { figures[type, default: WorkoutStatistics()].sum = total }
    return figures
  }

  /// Returns the statistics of a type's samples during the workout: the totals and statistics that
  /// were saved with it. `nil` without any.
  public func statistics(for quantityType: HKQuantityType) -> HKStatistics? {
    allStatistics[quantityType]
  }

  public var allStatistics: [HKQuantityType: HKStatistics] {
    HKStatistics.all(figures.mapValues(\.figures), from: startDate, to: endDate)
  }

  private func total(_ identifier: HKQuantityTypeIdentifier) -> HKQuantity? {
    totals[HKQuantityType(identifier).quantityType].map(HKQuantity.init(_:))
  }

  private static func totals(
    _ energy: HKQuantity?, _ distance: HKQuantity?, _ activity: HKWorkoutActivityType
  ) -> [QuantityType: Quantity] {
    var totals: [QuantityType: Quantity] = [:]
    totals[.activeEnergyBurned] = energy?.storeQuantity
    let way: HKQuantityTypeIdentifier =
      switch activity {
      case .cycling, .handCycling: .distanceCycling
      case .swimming: .distanceSwimming
      case .wheelchairWalkPace, .wheelchairRunPace: .distanceWheelchair
      case .rowing: .distanceRowing
      case .paddleSports: .distancePaddleSports
      case .crossCountrySkiing: .distanceCrossCountrySkiing
      case .downhillSkiing, .snowboarding, .snowSports: .distanceDownhillSnowSports
      case .skatingSports: .distanceSkatingSports
      default: .distanceWalkingRunning
      }
    totals[HKQuantityType(way).quantityType] = distance?.storeQuantity
    return totals
  }

  override func storeSample(from source: Source) throws -> Sample {
    .workout(
      try Workout(
        id: uuid, activity: WorkoutActivityType(rawValue: Int(workoutActivityType.rawValue)),
        events: (workoutEvents ?? []).map { try $0.storeEvent() },
        totals: totals, activities: parts, statistics: statistics, activeDuration: givenDuration,
        start: startDate, end: endDate, source: source, device: device?.device,
        metadata: values.checked()))
  }
}

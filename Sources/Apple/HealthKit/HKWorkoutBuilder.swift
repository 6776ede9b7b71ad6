public import Foundation
internal import SampleStore
internal import Synchronization

/// Collects a workout's samples and events, and saves the workout with their totals.
///
/// Samples are saved when they are added, and the workout when it is finished. It is `@unchecked
/// Sendable` because it is not final: its mutable state is guarded by a `Mutex`.
public class HKWorkoutBuilder: NSObject, @unchecked Sendable {
  public let device: HKDevice?
  private let healthStore: HKHealthStore

  /// The kind of workout; a copy of the given one.
  public let workoutConfiguration: HKWorkoutConfiguration
  private let state: Mutex<State>

  private struct State {
    var start: Date?
    var end: Date?
    var samples: Set<HKSample> = []
    var events: [HKWorkoutEvent] = []
    var activities: [HKWorkoutActivity] = []
    var route: HKWorkoutRouteBuilder?
    var metadata: [String: MetadataValue] = [:]
    var isFinished = false
  }

  public init(
    healthStore: HKHealthStore, configuration: HKWorkoutConfiguration, device: HKDevice?
  ) {
    self.healthStore = healthStore
    self.device = device
    workoutConfiguration = configuration.duplicate()
    var state = State()
    if configuration.locationType != .unknown {
      state.metadata[HKMetadataKeyIndoorWorkout] = .bool(configuration.locationType == .indoor)
    }
    if configuration.swimmingLocationType != .unknown {
      state.metadata[HKMetadataKeySwimmingLocationType] = .number(
        Double(configuration.swimmingLocationType.rawValue))
    }
    if let length = configuration.lapLength?.storeQuantity {
      state.metadata[HKMetadataKeyLapLength] = .quantity(length)
    }
    self.state = Mutex(state)
  }

  public var startDate: Date? { state.withLock { $0.start } }
  public var endDate: Date? { state.withLock { $0.end } }
  public var workoutEvents: [HKWorkoutEvent] { state.withLock { $0.events } }
  public var workoutActivities: [HKWorkoutActivity] { state.withLock { $0.activities } }

  public var metadata: [String: Any] {
    MetadataDictionary(state.withLock { $0.metadata }).dictionary ?? [:]
  }

  /// Returns the seconds of exercise until a date, without pauses; 0 before the beginning.
  public func elapsedTime(at date: Date) -> TimeInterval {
    let (start, end, events) = state.withLock { ($0.start, $0.end, $0.events) }
    guard let start else { return 0 }
    return Workout.activeDuration(
      from: start, to: min(date, end ?? date), events.map(\.event))
  }

  /// Returns the statistics of the samples that were added so far; `nil` if no sample has the type.
  public func statistics(for quantityType: HKQuantityType) -> HKStatistics? {
    allStatistics[quantityType]
  }

  public var allStatistics: [HKQuantityType: HKStatistics] {
    let (samples, start, end) = state.withLock { ($0.samples, $0.start, $0.end) }
    guard let start, let store = try? healthStore.store(),
      let measured = try? statistics(of: samples, in: store)
    else { return [:] }
    return HKStatistics.all(
      measured, from: start, to: end ?? samples.map(\.endDate).max() ?? start)
  }

  /// Returns the builder of the workout's route, which is saved with it; `nil` for another type.
  public func seriesBuilder(for seriesType: HKSeriesType) -> HKSeriesBuilder? {
    guard seriesType == HKSeriesType.workoutRoute() else { return nil }
    return state.withLock { state in
      if state.route == nil {
        state.route = HKWorkoutRouteBuilder(healthStore: healthStore, device: device)
      }
      return state.route
    }
  }

  @preconcurrency
  public func addWorkoutActivity(
    _ workoutActivity: HKWorkoutActivity, completion: @escaping _HKCompletion
  ) {
    healthStore.perform(
      { _ in try self.change { $0.activities.append(workoutActivity) } }, completion)
  }

  public func addWorkoutActivity(_ workoutActivity: HKWorkoutActivity) async throws {
    try change { $0.activities.append(workoutActivity) }
  }

  @preconcurrency
  public func beginCollection(withStart start: Date, completion: @escaping _HKCompletion) {
    healthStore.perform({ _ in try self.begin(start) }, completion)
  }

  public func beginCollection(at start: Date) async throws {
    try begin(start)
  }

  @preconcurrency
  public func endCollection(withEnd end: Date, completion: @escaping _HKCompletion) {
    healthStore.perform({ _ in try self.end(end) }, completion)
  }

  public func endCollection(at end: Date) async throws {
    try self.end(end)
  }

  @preconcurrency
  public func add(_ samples: [HKSample], completion: @escaping _HKCompletion) {
    healthStore.perform({ try self.add(samples, to: $0) }, completion)
  }

  public func addSamples(_ samples: [HKSample]) async throws {
    try await healthStore.perform { try self.add(samples, to: $0) }
  }

  @preconcurrency
  public func addWorkoutEvents(_ events: [HKWorkoutEvent], completion: @escaping _HKCompletion) {
    healthStore.perform({ _ in try self.add(events) }, completion)
  }

  public func addWorkoutEvents(_ events: [HKWorkoutEvent]) async throws {
    try add(events)
  }

  @preconcurrency
  public func addMetadata(_ metadata: [String: Any], completion: @escaping _HKCompletion) {
    let values = MetadataDictionary(metadata)
    healthStore.perform({ _ in try self.add(values) }, completion)
  }

  public func addMetadata(_ metadata: [String: Any]) async throws {
    try add(MetadataDictionary(metadata))
  }

  /// Saves the workout with the totals of its cumulative samples. A builder makes only one.
  @preconcurrency
  public func finishWorkout(completion: @escaping @Sendable (HKWorkout?, (any Error)?) -> Void) {
    healthStore.perform({ try self.finish(in: $0) }) { completion($0.value, $0.error) }
  }

  public func finishWorkout() async throws -> HKWorkout? {
    try await healthStore.perform { try self.finish(in: $0) }
  }

  /// Ends the work without saving a workout. Samples that were added stay in the store.
  public func discardWorkout() {
    state.withLock { $0.isFinished = true }
  }

  private func change(_ body: (inout State) throws -> Void) throws {
    try state.withLock { state in
      if state.isFinished { throw HKError.invalid("the workout is finished") }
      try body(&state)
    }
  }

  /// Changes a workout that has begun.
  private func collect(_ body: (inout State, _ start: Date) throws -> Void) throws {
    try change { state in
      guard let start = state.start else {
        throw HKError.invalid("a workout collects after it has begun")
      }
      try body(&state, start)
    }
  }

  private func begin(_ start: Date) throws {
    try change { state in
      if state.start != nil { throw HKError.invalid("the workout has begun already") }
      state.start = start
    }
  }

  private func end(_ end: Date) throws {
    try collect { state, start in
      guard start <= end, state.events.allSatisfy({ $0.dateInterval.end <= end }) else {
        throw HKError.invalid("a workout ends after its beginning and its events")
      }
      state.end = end
    }
  }

  private func add(_ events: [HKWorkoutEvent]) throws {
    try collect { state, start in
      let end = state.end ?? .distantFuture
      guard events.allSatisfy({ start <= $0.date && $0.dateInterval.end <= end }) else {
        throw HKError.invalid("an event lies outside the workout")
      }
      for event in events { _ = try event.storeEvent() }
      state.events += events
    }
  }

  private func add(_ metadata: MetadataDictionary) throws {
    let values = try metadata.checked()
    try collect { state, _ in state.metadata.merge(values) { _, new in new } }
  }

  private func add(_ samples: [HKSample], to store: HealthStore) throws {
    try collect { state, start in
      guard samples.allSatisfy({ start <= $0.startDate }) else {
        throw HKError.invalid("a sample starts before the workout")
      }
      try healthStore.saveNew(samples, in: store)
      state.samples.formUnion(samples)
    }
  }

  private func finish(in store: HealthStore) throws -> HKWorkout {
    try state.withLock { state in
      guard !state.isFinished, let start = state.start, let end = state.end else {
        throw HKError.invalid("a workout is finished once, after its collection has ended")
      }
      let ids = state.samples.map(\.uuid)
      let measured = try statistics(of: state.samples, in: store)
      let events = state.events.map(\.event)
      let workout = try Workout(
        activity: WorkoutActivityType(rawValue: Int(workoutConfiguration.activityType.rawValue)),
        events: events, totals: measured.compactMapValues(\.sum),
        activities: state.activities.map { activity in
          let within = state.samples.filter { sample in
            activity.startDate <= sample.startDate && sample.endDate <= activity.endDate ?? end
          }
          return try activity.storeActivity(
            of: events, until: end,
            statistics(of: within, in: store).mapValues(WorkoutStatistics.init(_:)))
        },
        statistics: measured.filter { $0.key.aggregationStyle != .cumulative }
          .mapValues(WorkoutStatistics.init(_:)), start: start, end: end,
        source: healthStore.settings.source, device: device?.device, metadata: state.metadata)
      try store.save([.workout(workout)])
      // The workout is saved now, even if linking the samples fails.
      state.isFinished = true
      if !ids.isEmpty { try store.add(ids, toWorkout: workout.id) }
      let saved = HKWorkout(workout)
      if let route = state.route, route.hasUnsavedPoints {
        _ = try route.finish(saved, MetadataDictionary([:] as [String: MetadataValue]), in: store)
      }
      return saved
    }
  }

  /// Returns the store's statistics of the samples of each type: the sum of a cumulative one; average,
  /// minimum and maximum of a discrete one; of both the most recent value and the duration.
  private func statistics(
    of samples: Set<HKSample>, in store: HealthStore
  ) throws -> [QuantityType: Statistics.Values] {
    let byType = Dictionary(
      grouping: samples.compactMap { $0 as? HKQuantitySample }, by: \.quantityType)
    var measured: [QuantityType: Statistics.Values] = [:]
    for (type, samples) in byType {
      let options: StatisticsOptions =
        type.aggregationStyle == .cumulative
        ? .cumulativeSum : [.discreteAverage, .discreteMin, .discreteMax]
      measured[type.quantityType] = try store.statistics(
        of: type.quantityType, matching: SampleQuery(of: [type.type], ids: samples.map(\.uuid)),
        options.union([.mostRecent, .duration]))?.all
    }
    return measured
  }
}

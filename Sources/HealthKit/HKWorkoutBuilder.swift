public import Foundation
internal import SampleStore
internal import Synchronization

/// Collects a workout's samples and events, and saves the workout with their totals.
///
/// Samples are saved when they are added, and the workout when it is finished. It is `@unchecked
/// Sendable` because `NSObject` is not: what changes is guarded by a `Mutex`.
public final class HKWorkoutBuilder: NSObject, @unchecked Sendable {
  public let device: HKDevice?
  private let healthStore: HKHealthStore
  private let activity: HKWorkoutActivityType
  private let state: Mutex<State>

  private struct State {
    var start: Date?
    var end: Date?
    var samples: [HKSample] = []
    var events: [HKWorkoutEvent] = []
    var metadata: [String: MetadataValue] = [:]
    var isFinished = false
  }

  public init(
    healthStore: HKHealthStore, configuration: HKWorkoutConfiguration, device: HKDevice?
  ) {
    self.healthStore = healthStore
    self.device = device
    activity = configuration.activityType
    var state = State()
    switch configuration.locationType {
    case .unknown: break
    case .indoor: state.metadata[HKMetadataKeyIndoorWorkout] = .bool(true)
    case .outdoor: state.metadata[HKMetadataKeyIndoorWorkout] = .bool(false)
    }
    self.state = Mutex(state)
  }

  public var startDate: Date? { state.withLock { $0.start } }
  public var endDate: Date? { state.withLock { $0.end } }
  public var workoutEvents: [HKWorkoutEvent] { state.withLock { $0.events } }

  @preconcurrency
  public func beginCollection(
    withStart start: Date, completion: @escaping @Sendable (Bool, (any Error)?) -> Void
  ) {
    perform({ _ in try self.begin(start) }, completion)
  }

  public func beginCollection(at start: Date) async throws {
    try begin(start)
  }

  @preconcurrency
  public func endCollection(
    withEnd end: Date, completion: @escaping @Sendable (Bool, (any Error)?) -> Void
  ) {
    perform({ _ in try self.end(end) }, completion)
  }

  public func endCollection(at end: Date) async throws {
    try self.end(end)
  }

  @preconcurrency
  public func add(
    _ samples: [HKSample], completion: @escaping @Sendable (Bool, (any Error)?) -> Void
  ) {
    perform({ try self.add(samples, to: $0) }, completion)
  }

  public func addSamples(_ samples: [HKSample]) async throws {
    try await healthStore.perform { try self.add(samples, to: $0) }
  }

  @preconcurrency
  public func addWorkoutEvents(
    _ events: [HKWorkoutEvent], completion: @escaping @Sendable (Bool, (any Error)?) -> Void
  ) {
    perform({ _ in try self.change { $0.events += events } }, completion)
  }

  public func addWorkoutEvents(_ events: [HKWorkoutEvent]) async throws {
    try change { $0.events += events }
  }

  @preconcurrency
  public func addMetadata(
    _ metadata: [String: Any], completion: @escaping @Sendable (Bool, (any Error)?) -> Void
  ) {
    let values = MetadataDictionary(metadata)
    perform({ _ in try self.add(values) }, completion)
  }

  public func addMetadata(_ metadata: [String: Any]) async throws {
    try add(MetadataDictionary(metadata))
  }

  /// Saves the workout with the totals of its cumulative samples. A builder makes only one.
  @preconcurrency
  public func finishWorkout(
    completion: @escaping @Sendable (HKWorkout?, (any Error)?) -> Void
  ) {
    healthStore.perform({ try self.finish(in: $0) }) { completion($0.value, $0.error) }
  }

  public func finishWorkout() async throws -> HKWorkout? {
    try await healthStore.perform { try self.finish(in: $0) }
  }

  /// Ends the work without saving a workout. Samples that were added stay in the store.
  public func discardWorkout() {
    state.withLock { $0.isFinished = true }
  }

  private func perform(
    _ work: @escaping @Sendable (HealthStore) throws -> Void,
    _ completion: @escaping @Sendable (Bool, (any Error)?) -> Void
  ) {
    healthStore.perform(work) { completion($0.isSuccess, $0.error) }
  }

  private func change(_ body: (inout State) throws -> Void) throws {
    try state.withLock { state in
      if state.isFinished { throw HKError.invalid("the workout is finished") }
      try body(&state)
    }
  }

  private func begin(_ start: Date) throws {
    try change { state in
      if state.start != nil { throw HKError.invalid("the workout has begun already") }
      state.start = start
    }
  }

  private func end(_ end: Date) throws {
    try change { state in
      guard let start = state.start, start <= end else {
        throw HKError.invalid("a workout ends after it has begun")
      }
      state.end = end
    }
  }

  private func add(_ metadata: MetadataDictionary) throws {
    let values = try metadata.checked()
    try change { $0.metadata.merge(values) { _, new in new } }
  }

  private func add(_ samples: [HKSample], to store: HealthStore) throws {
    try change { state in
      try store.save(samples.map { try $0.storeSample(from: healthStore.settings.source) })
      state.samples += samples
    }
  }

  private func finish(in store: HealthStore) throws -> HKWorkout {
    try state.withLock { state in
      guard !state.isFinished, let start = state.start, let end = state.end else {
        throw HKError.invalid("a workout is finished once, after its collection has ended")
      }
      let ids = state.samples.map(\.uuid)
      let workout = try Workout(
        activity: WorkoutActivityType(rawValue: Int(activity.rawValue)),
        events: state.events.map { try $0.storeEvent() },
        totals: totals(of: state.samples, in: store), start: start, end: end,
        source: healthStore.settings.source, device: device?.device, metadata: state.metadata)
      try store.save([.workout(workout)])
      // The workout is saved now, even if linking the samples fails.
      state.isFinished = true
      if !ids.isEmpty { try store.add(ids, toWorkout: workout.id) }
      return HKWorkout(workout)
    }
  }

  /// Returns the store's sum of the samples of each cumulative type.
  private func totals(
    of samples: [HKSample], in store: HealthStore
  ) throws -> [QuantityType: Quantity] {
    let types = Set(samples.compactMap { ($0 as? HKQuantitySample)?.quantityType })
    var totals: [QuantityType: Quantity] = [:]
    for type in types where type.aggregationStyle == .cumulative {
      let ids = samples.filter { $0.sampleType == type }.map(\.uuid)
      let query = SampleQuery(of: [type.type], ids: ids)
      totals[type.quantityType] = try store.statistics(
        of: type.quantityType, matching: query, .cumulativeSum)?.all.sum
    }
    return totals
  }
}

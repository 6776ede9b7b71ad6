public import CoreLocation
public import Foundation
internal import SampleStore
internal import Synchronization

/// The places that a workout passed. `HKWorkoutRouteQuery` reads them, and `HKWorkoutRouteBuilder` makes
/// them.
///
/// It is `@unchecked Sendable` because `NSObject` is not `Sendable`: all it holds is constant.
public final class HKWorkoutRoute: HKSeriesSample, @unchecked Sendable {
  let route: WorkoutRoute

  init(_ sample: RecordSample, _ route: WorkoutRoute) {
    self.route = route
    super.init(sample: sample)
  }

  public required convenience init?(coder: NSCoder) {
    guard let record = coder.record, case .workoutRoute(let content) = record.content else {
      return nil
    }
    self.init(record, content)
  }

  public override var count: Int { route.points.count }

  /// The places within an interval; `nil` for all.
  func locations(in interval: DateInterval?) -> [CLLocation] {
    route.points.filter { interval?.contains($0.time) ?? true }.map { point in
      CLLocation(
        coordinate: CLLocationCoordinate2D(
          latitude: point.latitude, longitude: point.longitude),
        altitude: point.altitude, horizontalAccuracy: point.horizontalAccuracy,
        verticalAccuracy: point.verticalAccuracy, course: point.course, speed: point.speed,
        timestamp: point.time)
    }
  }

  override func storeSample(from source: Source) throws -> Sample {
    try storeRecord(.workoutRoute(route), from: source)
  }
}

extension HKSeriesType {
  private static let route = HKSeriesType(sampleType: .record(.workoutRoute))

  public class func workoutRoute() -> HKSeriesType { route }
}

public let HKWorkoutRouteTypeIdentifier = RecordType.workoutRoute.identifier

/// A query for the places of a route, in parts of at most a hundred.
///
/// It is `@unchecked Sendable` because `NSObject` is not `Sendable`: what changes is behind a lock.
public final class HKWorkoutRouteQuery: HKQuery, @unchecked Sendable {
  private let locations: [CLLocation]
  private let handler: @Sendable (HKWorkoutRouteQuery, [CLLocation]?, Bool, (any Error)?) -> Void

  /// - Parameter dataHandler: Receives places, whether they are the last, and an error.
  @preconcurrency
  public convenience init(
    route workoutRoute: HKWorkoutRoute,
    dataHandler:
      @escaping @Sendable (HKWorkoutRouteQuery, [CLLocation]?, Bool, (any Error)?) -> Void
  ) {
    self.init(workoutRoute, nil, dataHandler)
  }

  @preconcurrency
  public convenience init(
    route workoutRoute: HKWorkoutRoute, dateInterval: DateInterval,
    dataHandler:
      @escaping @Sendable (HKWorkoutRouteQuery, [CLLocation]?, Bool, (any Error)?) -> Void
  ) {
    self.init(workoutRoute, dateInterval, dataHandler)
  }

  private init(
    _ route: HKWorkoutRoute, _ interval: DateInterval?,
    _ handler: @escaping @Sendable (HKWorkoutRouteQuery, [CLLocation]?, Bool, (any Error)?) -> Void
  ) {
    locations = route.locations(in: interval)
    self.handler = handler
    super.init(route.sampleType, HKQuery.predicateForObject(with: route.uuid))
  }

  override func begin(in session: QuerySession) {
    session.healthStore.queue.async {
      var rest = self.locations[...]
      repeat {
        guard self.isRunning else { return }
        let part = Array(rest.prefix(100))
        rest = rest.dropFirst(100)
        if rest.isEmpty { self.stop() }
        self.handler(self, part, rest.isEmpty, nil)
      } while !rest.isEmpty
    }
  }

  override func fail(_ error: HKError) { handler(self, nil, true, error) }
}

/// A query for the places of a route, for use with `await`.
public struct HKWorkoutRouteQueryDescriptor: Sendable {
  public typealias Results = AsyncThrowingStream<CLLocation, any Error>

  private let locations: [CLLocation]

  public init(_ workoutRoute: HKWorkoutRoute) {
    locations = workoutRoute.locations(in: nil)
  }

  public init(workoutRoute: HKWorkoutRoute, dateInterval: DateInterval) {
    locations = workoutRoute.locations(in: dateInterval)
  }

  /// Returns one place after the other. The sample holds them, so nothing is read from the store.
  public func results(for healthStore: HKHealthStore) -> Results {
    let locations = locations
    return Results { stream in
      for location in locations { stream.yield(location) }
      stream.finish()
    }
  }
}

/// What builders of series have in common.
///
/// It is `@unchecked Sendable` because `NSObject` is not: its subclasses say how they are guarded.
public class HKSeriesBuilder: NSObject, @unchecked Sendable {
  /// Ends the work without saving a series.
  public func discard() {}
}

/// Collects the places of a workout and saves them as a route.
///
/// It is `@unchecked Sendable` because `NSObject` is not: what changes is guarded by a `Mutex`.
public final class HKWorkoutRouteBuilder: HKSeriesBuilder, @unchecked Sendable {
  private let healthStore: HKHealthStore
  private let device: HKDevice?
  private let state = Mutex(State())

  private struct State {
    var points: [WorkoutRoute.Point] = []
    var metadata: [String: MetadataValue] = [:]
    var isFinished = false
  }

  public init(healthStore: HKHealthStore, device: HKDevice?) {
    self.healthStore = healthStore
    self.device = device
  }

  @preconcurrency
  public func insertRouteData(
    _ routeData: [CLLocation], completion: @escaping @Sendable (Bool, (any Error)?) -> Void
  ) {
    let result = Result { try insert(routeData) }
    healthStore.queue.async { completion(result.isSuccess, result.error) }
  }

  public func insertRouteData(_ routeData: [CLLocation]) async throws {
    try insert(routeData)
  }

  @preconcurrency
  public func addMetadata(
    _ metadata: [String: Any], completion: @escaping @Sendable (Bool, (any Error)?) -> Void
  ) {
    let result = Result { try add(metadata) }
    healthStore.queue.async { completion(result.isSuccess, result.error) }
  }

  public func addMetadata(_ metadata: [String: Any]) async throws {
    try add(metadata)
  }

  /// Saves the route with its workout, which must be in the store. A builder makes only one.
  @preconcurrency
  public func finishRoute(
    with workout: HKWorkout, metadata: [String: Any]?,
    completion: @escaping @Sendable (HKWorkoutRoute?, (any Error)?) -> Void
  ) {
    let values = MetadataDictionary(metadata)
    healthStore.perform({ try self.finish(workout, values, in: $0) }) {
      completion($0.value, $0.error)
    }
  }

  @discardableResult
  public func finishRoute(
    with workout: HKWorkout, metadata: [String: Any]?
  ) async throws -> HKWorkoutRoute {
    let values = MetadataDictionary(metadata)
    return try await healthStore.perform { try self.finish(workout, values, in: $0) }
  }

  public override func discard() {
    state.withLock { $0.isFinished = true }
  }

  /// Whether places were added and none were saved.
  var hasUnsavedPoints: Bool { state.withLock { !$0.isFinished && !$0.points.isEmpty } }

  private func insert(_ locations: [CLLocation]) throws {
    let points = locations.map { location in
      WorkoutRoute.Point(
        time: location.timestamp, latitude: location.coordinate.latitude,
        longitude: location.coordinate.longitude, altitude: location.altitude,
        horizontalAccuracy: location.horizontalAccuracy,
        verticalAccuracy: location.verticalAccuracy, speed: location.speed,
        course: location.course)
    }
    try change { $0.points += points }
  }

  private func add(_ metadata: [String: Any]) throws {
    let values = try MetadataDictionary(metadata).checked()
    try change { $0.metadata.merge(values) { _, new in new } }
  }

  private func change(_ body: (inout State) -> Void) throws {
    try state.withLock { state in
      if state.isFinished { throw HKError.invalid("the route is finished") }
      body(&state)
    }
  }

  func finish(
    _ workout: HKWorkout, _ metadata: MetadataDictionary, in store: HealthStore
  ) throws -> HKWorkoutRoute {
    try state.withLock { state in
      if state.isFinished { throw HKError.invalid("the route is finished") }
      let route = WorkoutRoute(workout: workout.uuid, points: state.points)
      guard let first = route.points.first, let last = route.points.last else {
        throw HKError(.errorNoData, "the route has no places")
      }
      let sample = try RecordSample(
        content: .workoutRoute(route), start: first.time, end: last.time,
        source: healthStore.settings.source, device: device?.device,
        metadata: state.metadata.merging(try metadata.checked()) { _, new in new })
      try store.save([.record(sample)])
      state.isFinished = true
      return HKWorkoutRoute(sample, route)
    }
  }
}

extension HKSamplePredicate where Sample == HKWorkoutRoute {
  public static func workoutRoute(
    _ predicate: NSPredicate? = nil
  ) -> HKSamplePredicate<HKWorkoutRoute> { .init(HKSeriesType.workoutRoute(), predicate) }
}

public import CoreLocation
public import Foundation
internal import SampleStore

/// The places that a workout passed. `HKWorkoutRouteQuery` reads them, and `HKWorkoutRouteBuilder` makes
/// them.
///
/// It is `@unchecked Sendable` as `HKSeriesSample` is: its content is constant.
public final class HKWorkoutRoute: HKSeriesSample, @unchecked Sendable {
  let route: WorkoutRoute

  init(_ sample: RecordSample, _ route: WorkoutRoute) {
    self.route = route
    super.init(sample: sample)
  }

  public override var count: Int { route.points.count }

  /// Returns the places within an interval; `nil` for all.
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
/// It is `@unchecked Sendable` as `HKQuery` is: its mutable state is behind a lock.
public final class HKWorkoutRouteQuery: HKQuery, @unchecked Sendable {
  private let locations: [CLLocation]
  private let handler: DataHandler

  /// Receives places, whether they are the last, and an error.
  public typealias DataHandler =
    @Sendable (HKWorkoutRouteQuery, [CLLocation]?, Bool, (any Error)?) -> Void

  @preconcurrency
  public convenience init(
    route workoutRoute: HKWorkoutRoute, dataHandler: @escaping DataHandler
  ) {
    let always = DateInterval(start: .distantPast, end: .distantFuture)
    self.init(route: workoutRoute, dateInterval: always, dataHandler: dataHandler)
  }

  @preconcurrency
  public init(
    route workoutRoute: HKWorkoutRoute, dateInterval: DateInterval,
    dataHandler: @escaping DataHandler
  ) {
    locations = workoutRoute.locations(in: dateInterval)
    handler = dataHandler
    super.init(workoutRoute.sampleType, HKQuery.predicateForObject(with: workoutRoute.uuid))
  }

  override func begin(in session: QuerySession) {
    let parts = stride(from: 0, to: max(locations.count, 1), by: 100).map {
      Array(locations.dropFirst($0).prefix(100))
    }
    session.each(parts) { self.handler(self, $0, $1, nil) }
  }

  override func fail(_ error: HKError) { handler(self, nil, true, error) }
}

/// The common base of series builders.
///
/// It is `@unchecked Sendable` because it is not final: its subclasses say how they are guarded.
public class HKSeriesBuilder: NSObject, @unchecked Sendable {
  /// Ends the work without saving a series.
  public func discard() {}
}

/// Collects the places of a workout and saves them as a route.
///
/// It is `@unchecked Sendable` as `HKSeriesBuilder` is: its mutable state is guarded by a `Mutex`.
public final class HKWorkoutRouteBuilder: HKSeriesBuilder, @unchecked Sendable {
  private let healthStore: HKHealthStore
  private let device: HKDevice?
  private let state = SeriesState<WorkoutRoute.Point>("route")

  public init(healthStore: HKHealthStore, device: HKDevice?) {
    self.healthStore = healthStore
    self.device = device
  }

  @preconcurrency
  public func insertRouteData(_ routeData: [CLLocation], completion: @escaping _HKCompletion) {
    healthStore.report(Result { try insert(routeData) }, completion)
  }

  public func insertRouteData(_ routeData: [CLLocation]) async throws {
    try insert(routeData)
  }

  @preconcurrency
  public func addMetadata(_ metadata: [String: Any], completion: @escaping _HKCompletion) {
    healthStore.report(Result { try state.add(metadata) }, completion)
  }

  public func addMetadata(_ metadata: [String: Any]) async throws {
    try state.add(metadata)
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
    state.discard()
  }

  /// Whether places were added and none were saved.
  var hasUnsavedPoints: Bool { state.hasUnsaved }

  private func insert(_ locations: [CLLocation]) throws {
    let points = locations.map { location in
      WorkoutRoute.Point(
        time: location.timestamp, latitude: location.coordinate.latitude,
        longitude: location.coordinate.longitude, altitude: location.altitude,
        horizontalAccuracy: location.horizontalAccuracy,
        verticalAccuracy: location.verticalAccuracy, speed: location.speed,
        course: location.course)
    }
    try state.change { $0 += points }
  }

  func finish(
    _ workout: HKWorkout, _ metadata: MetadataDictionary, in store: HealthStore
  ) throws -> HKWorkoutRoute {
    try healthStore.requireSaved(workout, in: store)
    return try state.finish(orWithout: "places") { points, own in
      let route = WorkoutRoute(workout: workout.uuid, points: points)
      let times = route.points.map(\.time)
      let sample = try RecordSample(
        content: .workoutRoute(route), start: times[0], end: times[times.count - 1],
        source: healthStore.settings.source, device: device?.device,
        metadata: own.merging(try metadata.checked()) { _, new in new })
      try store.save([.record(sample)])
      return HKWorkoutRoute(sample, route)
    }
  }
}

extension HKSamplePredicate where Sample == HKWorkoutRoute {
  public static func workoutRoute(
    _ predicate: NSPredicate? = nil
  ) -> HKSamplePredicate<HKWorkoutRoute> { .init(HKSeriesType.workoutRoute(), predicate) }
}

public import Foundation
internal import SampleStore

// What only a phone or a watch has. Each of these names compiles, and answers with HealthKit's own error
// `errorHealthDataUnavailable`, with a sentence on what to do instead:
//
// - `HKWorkoutSession`, its delegate, its live builder and data source: `HKWorkoutBuilder` records a
//   workout here, from samples that a program has;
// - `startWatchApp`, mirroring and recovering a session: there is no watch;
// - `HKAttachmentStore`: files are not kept with samples;
// - `recalibrateEstimates`, `requestPerObjectReadAuthorization`, `handleAuthorizationForExtension`: there
//   are no estimates of a device, no permissions for single samples, and no extensions.

extension HKError {
  static func phoneOnly(_ what: String, instead: String) -> HKError {
    HKError(.errorHealthDataUnavailable, "\(what) is on a phone or a watch only; \(instead)")
  }

  fileprivate static var session: HKError {
    phoneOnly("a workout session", instead: "HKWorkoutBuilder records a workout from samples")
  }
}

public enum HKWorkoutSessionState: Int, Sendable, CaseIterable {
  case notStarted = 1
  case running, ended, paused, prepared, stopped
}

public enum HKWorkoutSessionType: Int, Sendable, CaseIterable {
  case primary = 0
  case mirrored
}

public protocol HKWorkoutSessionDelegate: AnyObject, Sendable {
  func workoutSession(
    _ workoutSession: HKWorkoutSession, didChangeTo toState: HKWorkoutSessionState,
    from fromState: HKWorkoutSessionState, date: Date)
  func workoutSession(_ workoutSession: HKWorkoutSession, didFailWithError error: any Error)
}

/// A session with sensors, which cannot be made here.
///
/// It is `@unchecked Sendable` because `NSObject` is not: what it holds is constant.
public final class HKWorkoutSession: NSObject, @unchecked Sendable {
  public let workoutConfiguration: HKWorkoutConfiguration

  /// Throws `errorHealthDataUnavailable`.
  public init(healthStore: HKHealthStore, configuration: HKWorkoutConfiguration) throws {
    throw HKError.session
  }

  public var state: HKWorkoutSessionState { .notStarted }
  public var type: HKWorkoutSessionType { .primary }
  public var activityType: HKWorkoutActivityType { workoutConfiguration.activityType }
  public var locationType: HKWorkoutSessionLocationType { workoutConfiguration.locationType }
  public var startDate: Date? { nil }
  public var endDate: Date? { nil }
  public var currentActivity: HKWorkoutActivity? { nil }

  public weak var delegate: (any HKWorkoutSessionDelegate)? {
    get { nil }
    set {}
  }

  public func prepare() {}
  public func startActivity(with date: Date?) {}
  public func stopActivity(with date: Date?) {}
  public func pause() {}
  public func resume() {}
  public func end() {}

  public func associatedWorkoutBuilder() -> HKLiveWorkoutBuilder {
    HKLiveWorkoutBuilder(
      healthStore: HKHealthStore(), configuration: workoutConfiguration, device: nil)
  }

  public func sendToRemoteWorkoutSession(data: Data) async throws { throw HKError.session }
}

public protocol HKLiveWorkoutBuilderDelegate: AnyObject, Sendable {
  func workoutBuilder(
    _ workoutBuilder: HKLiveWorkoutBuilder, didCollectDataOf collectedTypes: Set<HKSampleType>)
  func workoutBuilderDidCollectEvent(_ workoutBuilder: HKLiveWorkoutBuilder)
}

/// The builder of a session, which has none of a watch's samples here: only what a program adds.
///
/// It is `@unchecked Sendable` because its superclass is: it adds no state.
public final class HKLiveWorkoutBuilder: HKWorkoutBuilder, @unchecked Sendable {
  public var shouldCollectWorkoutEvents: Bool {
    get { false }
    set {}
  }

  public var elapsedTime: TimeInterval { elapsedTime(at: Date()) }

  public weak var delegate: (any HKLiveWorkoutBuilderDelegate)? {
    get { nil }
    set {}
  }

  public weak var dataSource: HKLiveWorkoutDataSource? {
    get { nil }
    set {}
  }
}

/// The sensors of a session: none.
///
/// It is `@unchecked Sendable` because `NSObject` is not: it holds nothing.
public final class HKLiveWorkoutDataSource: NSObject, @unchecked Sendable {
  public init(
    healthStore: HKHealthStore, workoutConfiguration configuration: HKWorkoutConfiguration?
  ) {}

  public var typesToCollect: Set<HKQuantityType> { [] }
  public func enableCollection(for quantityType: HKQuantityType, predicate: NSPredicate?) {}
  public func disableCollection(for quantityType: HKQuantityType) {}
}

/// It is `@unchecked Sendable` because `NSObject` is not: it holds nothing.
public final class HKAttachment: NSObject, @unchecked Sendable {}

/// Files that are kept with samples. This store keeps no such files, and each call says so.
///
/// It is `@unchecked Sendable` because `NSObject` is not: it holds nothing.
public final class HKAttachmentStore: NSObject, @unchecked Sendable {
  private static let error = HKError.phoneOnly(
    "a file that is kept with a sample", instead: "name the file in the sample's metadata")

  public init(healthStore: HKHealthStore) {}

  public func attachments(for object: HKObject) async throws -> [HKAttachment] {
    throw Self.error
  }

  public func removeAttachment(_ attachment: HKAttachment, from object: HKObject) async throws {
    throw Self.error
  }
}

extension HKHealthStore {
  @preconcurrency
  public func startWatchApp(
    with workoutConfiguration: HKWorkoutConfiguration,
    completion: @escaping @Sendable (Bool, (any Error)?) -> Void
  ) {
    queue.async { completion(false, HKError.watch) }
  }

  public func startWatchApp(
    toHandle workoutConfiguration: HKWorkoutConfiguration
  ) async throws { throw HKError.watch }

  @preconcurrency
  public func recoverActiveWorkoutSession(
    completion: @escaping @Sendable (HKWorkoutSession?, (any Error)?) -> Void
  ) {
    queue.async { completion(nil, HKError.session) }
  }

  public func recoverActiveWorkoutSession() async throws -> HKWorkoutSession? {
    throw HKError.session
  }

  @preconcurrency
  public func handleAuthorizationForExtension(
    completion: @escaping @Sendable (Bool, (any Error)?) -> Void
  ) {
    queue.async { completion(false, HKError.ofExtension) }
  }

  public func handleAuthorizationForExtension() async throws { throw HKError.ofExtension }

  public func recalibrateEstimates(sampleType: HKSampleType, date: Date) async throws {
    throw HKError.phoneOnly(
      "what a device estimates", instead: "save the values that replace the estimates")
  }

  public func requestPerObjectReadAuthorization(
    for objectType: HKObjectType, predicate: NSPredicate?
  ) async throws {
    throw HKError.phoneOnly(
      "permission for single samples", instead: "ask for the type with requestAuthorization")
  }
}

extension HKError {
  fileprivate static var watch: HKError {
    phoneOnly("the app of a watch", instead: "HKWorkoutBuilder records a workout from samples")
  }

  fileprivate static var ofExtension: HKError {
    phoneOnly("an extension", instead: "ask with requestAuthorization in the program itself")
  }
}

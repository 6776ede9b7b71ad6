public import Foundation

// What only a phone or a watch has. For a type, the compiler reports what to use instead. The methods compile,
// because libraries call them, and throw `errorHealthDataUnavailable` with what to do instead.

@available(*, unavailable, message: "on a watch only: HKWorkoutBuilder records a workout")
public final class HKWorkoutSession {
  public init(healthStore: HKHealthStore, configuration: HKWorkoutConfiguration) throws {}
}

@available(*, unavailable, message: "on a watch only: HKWorkoutBuilder records a workout")
public protocol HKWorkoutSessionDelegate {}

@available(*, unavailable, message: "on a watch only: HKWorkoutBuilder records a workout")
public enum HKWorkoutSessionState {}

@available(*, unavailable, message: "on a watch only: HKWorkoutBuilder records a workout")
public enum HKWorkoutSessionType {}

@available(*, unavailable, message: "on a watch only: HKWorkoutBuilder records a workout")
public final class HKLiveWorkoutBuilder {
  public init(healthStore: HKHealthStore, configuration: HKWorkoutConfiguration, device: HKDevice?)
  {}
}

@available(*, unavailable, message: "on a watch only: HKWorkoutBuilder records a workout")
public protocol HKLiveWorkoutBuilderDelegate {}

@available(*, unavailable, message: "on a watch only: HKWorkoutBuilder records a workout")
public final class HKLiveWorkoutDataSource {
  public init(healthStore: HKHealthStore, workoutConfiguration: HKWorkoutConfiguration?) {}
}

@available(*, unavailable, message: "not kept here: name the file in its sample's metadata")
public final class HKAttachment {}

@available(*, unavailable, message: "not kept here: name the file in its sample's metadata")
public final class HKAttachmentStore {
  public init(healthStore: HKHealthStore) {}
}

extension HKHealthStore {
  @available(*, unavailable, message: "on a watch only: HKWorkoutBuilder records a workout")
  public func recoverActiveWorkoutSession() async throws {}

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
  public func handleAuthorizationForExtension(
    completion: @escaping @Sendable (Bool, (any Error)?) -> Void
  ) {
    queue.async { completion(false, HKError.ofExtension) }
  }

  public func handleAuthorizationForExtension() async throws { throw HKError.ofExtension }

  @preconcurrency
  public func recalibrateEstimates(
    sampleType: HKSampleType, date: Date,
    completion: @escaping @Sendable (Bool, (any Error)?) -> Void
  ) {
    queue.async { completion(false, HKError.ofEstimates) }
  }

  public func recalibrateEstimates(sampleType: HKSampleType, date: Date) async throws {
    throw HKError.ofEstimates
  }

  @preconcurrency
  public func requestPerObjectReadAuthorization(
    for objectType: HKObjectType, predicate: NSPredicate?,
    completion: @escaping @Sendable (Bool, (any Error)?) -> Void
  ) {
    queue.async { completion(false, HKError.ofObjects) }
  }

  public func requestPerObjectReadAuthorization(
    for objectType: HKObjectType, predicate: NSPredicate?
  ) async throws { throw HKError.ofObjects }
}

extension HKError {
  fileprivate static var watch: HKError {
    phoneOnly("HKWorkoutBuilder records a workout from samples")
  }

  fileprivate static var ofExtension: HKError {
    phoneOnly("ask with requestAuthorization in the program itself")
  }

  fileprivate static var ofEstimates: HKError {
    phoneOnly("save the values that replace the estimates")
  }

  fileprivate static var ofObjects: HKError {
    phoneOnly("ask for the type with requestAuthorization")
  }

  fileprivate static func phoneOnly(_ instead: String) -> HKError {
    HKError(.errorHealthDataUnavailable, "only a phone or a watch can do this; \(instead)")
  }
}

public import Foundation

// Methods that only work on a phone or a watch. They compile, because libraries call them, and
// throw `errorHealthDataUnavailable` with advice on what to do instead.

extension HKHealthStore {
  @preconcurrency
  public func startWatchApp(
    with workoutConfiguration: HKWorkoutConfiguration, completion: @escaping _HKCompletion
  ) {
    report(.failure(phoneOnly("HKWorkoutBuilder records a workout from samples")), completion)
  }

  public func handleAuthorizationForExtension() async throws {
    throw phoneOnly("ask with requestAuthorization in the program itself")
  }

  public func requestPerObjectReadAuthorization(
    for objectType: HKObjectType, predicate: NSPredicate?
  ) async throws { throw phoneOnly("ask for the type with requestAuthorization") }

  private func phoneOnly(_ instead: String) -> HKError {
    HKError(.errorHealthDataUnavailable, "only a phone or a watch can do this; \(instead)")
  }
}

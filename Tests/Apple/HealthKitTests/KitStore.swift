import Foundation
import HealthKit
import SampleStore
import TestSupport

/// A store for one test, from the view of a program and of its owner.
struct KitStore {
  let folder: TemporaryFolder
  let location: StoreLocation
  let owner: HealthStore
  let health: HKHealthStore

  static let program = Source(
    name: "Program", bundleIdentifier: "org.example.program", version: "1.2",
    productType: "x86_64", operatingSystemVersion: "6.1.0")
  static let other = Source(name: "Other", bundleIdentifier: "org.example.other")

  static let start = Date(timeIntervalSinceReferenceDate: 800_000_000)

  /// - Parameter granting: Returns the types that the person grants.
  init(
    granting: @escaping @Sendable (AuthorizationRequest) throws -> AuthorizationRequest = { $0 }
  ) throws {
    folder = try TemporaryFolder()
    location = try StoreLocation(path: folder.file("health.db"))
    owner = try HealthStore(location: location)
    health = HKHealthStore(
      settings: HKHealthStoreSettings(
        location: location, source: Self.program, asking: granting,
        updateInterval: .milliseconds(5)))
  }

  /// Creates a store whose program may read and save these types.
  static func allowing(_ types: HKSampleType...) async throws -> KitStore {
    let kit = try KitStore()
    try await kit.health.requestAuthorization(toShare: Set(types), read: Set(types))
    return kit
  }

  static func heartRate(
    _ bpm: Double, at seconds: Double, metadata: [String: Any]? = nil
  ) -> HKQuantitySample {
    HKQuantitySample(
      type: HKQuantityType(.heartRate),
      quantity: HKQuantity(unit: HKUnit(from: "count/min"), doubleValue: bpm),
      start: start + seconds, end: start + seconds, metadata: metadata)
  }

  func others(_ values: [(bpm: Double, seconds: Double)]) throws {
    try owner.save(
      values.map {
        try QuantitySample(
          type: .heartRate, quantity: Quantity($0.bpm, .countPerMinute),
          start: Self.start + $0.seconds, end: Self.start + $0.seconds, source: Self.other)
      })
  }

  /// Returns the samples that a query with these arguments finds; throws its error.
  func samples(
    _ type: HKSampleType = HKQuantityType(.heartRate), _ predicate: NSPredicate? = nil,
    limit: Int = HKObjectQueryNoLimit, sort: [NSSortDescriptor]? = nil
  ) async throws -> [HKSample] {
    try await withCheckedThrowingContinuation { continuation in
      health.execute(
        HKSampleQuery(sampleType: type, predicate: predicate, limit: limit, sortDescriptors: sort) {
          continuation.resume(with: Result(samples: $1, error: $2))
        })
    }
  }

  /// Returns the days' summaries that a predicate selects.
  func summaries(_ predicate: NSPredicate? = nil) async throws -> [HKActivitySummary] {
    try await withCheckedThrowingContinuation { continuation in
      health.execute(
        HKActivitySummaryQuery(predicate: predicate) { _, summaries, error in
          if let error { return continuation.resume(throwing: error) }
          continuation.resume(returning: summaries ?? [])
        })
    }
  }
}

extension Result where Success == [HKSample], Failure == any Error {
  init(samples: [HKSample]?, error: (any Error)?) {
    if let error { self = .failure(error) } else { self = .success(samples ?? []) }
  }
}

/// Returns the code of the `HKError` that work throws, or `nil` if it throws none.
func code(of work: () async throws -> some Any) async -> HKError.Code? {
  do {
    _ = try await work()
    return nil
  } catch {
    return (error as? HKError)?.code
  }
}

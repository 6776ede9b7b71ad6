import Foundation
import HealthKit
import SampleStore
import TestSupport

/// A store for one test, which an app's `HKHealthStore()` opens.
struct AppStore {
  let folder: TemporaryFolder
  let owner: HealthStore
  let settings: HKHealthStoreSettings

  static let watch = Source(name: "Watch", bundleIdentifier: "org.example.watch")
  static let phone = Source(name: "Phone", bundleIdentifier: "org.example.phone")

  /// - Parameter grants: Whether the person grants everything or nothing.
  init(grants: Bool = true) throws {
    folder = try TemporaryFolder()
    let location = try StoreLocation(path: folder.file("health.db"))
    owner = try HealthStore(location: location)
    settings = HKHealthStoreSettings(
      location: location,
      source: Source(name: "App", bundleIdentifier: "org.example.app"),
      asking: { grants ? $0 : AuthorizationRequest() }, updateInterval: .milliseconds(5))
  }

  func run<Value>(_ work: () async throws -> Value) async rethrows -> Value {
    try await HKHealthStore.$settings.withValue(settings, operation: work)
  }

  /// Grants every quantity and category, as the owner may: no program can ask to share what only Apple's
  /// devices save.
  func grantAll() throws {
    let types: [SampleType] =
      QuantityType.allKnown.map { .quantity($0) } + CategoryType.allKnown.map { .category($0) }
    try owner.authorize(
      settings.source.bundleIdentifier,
      Authorization(sharing: .authorized, reading: .authorized), for: Set(types))
  }

  func save(
    _ type: QuantityType, _ value: Double, _ unit: QuantityUnit, from start: Date, to end: Date,
    by source: Source = watch
  ) throws {
    try owner.save([
      QuantitySample(
        type: type, quantity: Quantity(value, unit), start: start, end: end, source: source)
    ])
  }
}

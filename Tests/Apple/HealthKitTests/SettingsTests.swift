import Foundation
import Glibc
import SampleStore
import Testing

@testable import HealthKit

@Suite struct SettingsTests {
  @Test func `the environment names the store if the settings do not`() throws {
    let plain = HKHealthStoreSettings()
    let home = ["HOME": "/home/somebody"]
    #expect(
      try plain.resolvedLocation(environment: home).path
        == "/home/somebody/.local/share/heartcam/health.db")
    #expect(
      try plain.resolvedLocation(environment: home.merging(["XDG_DATA_HOME": "/data"]) { $1 }).path
        == "/data/heartcam/health.db")
    let named = home.merging(["HEARTCAM_STORE": "~/my.db", "XDG_DATA_HOME": "/data"]) { $1 }
    #expect(try plain.resolvedLocation(environment: named).path == "/home/somebody/my.db")
    let settings = HKHealthStoreSettings(location: try StoreLocation(path: "/x.db"))
    #expect(try settings.resolvedLocation(environment: named).path == "/x.db")
    #expect(throws: StoreError.self) { try plain.resolvedLocation(environment: [:]) }
  }

  @Test func `without a terminal nothing is decided`() async throws {
    let kit = try KitStore()
    let rate = HKQuantityType(.heartRate)
    let unasked = HKHealthStore(settings: HKHealthStoreSettings(location: kit.location))
    // In a terminal the rest is left out, since it would ask the person there.
    guard isatty(0) != 1 || isatty(2) != 1 else { return }
    #expect(
      await code { try await unasked.requestAuthorization(toShare: [rate], read: []) }
        == .errorAuthorizationNotDetermined)
    #expect(unasked.authorizationStatus(for: rate) == .notDetermined)
    // The owner granted this beforehand, so it is not asked for.
    try kit.owner.authorize(
      HKHealthStoreSettings.program.bundleIdentifier,
      Authorization(sharing: .authorized, reading: .notDetermined), for: [.quantity(.heartRate)])
    try await unasked.requestAuthorization(toShare: [rate], read: [])
    #expect(unasked.authorizationStatus(for: rate) == .sharingAuthorized)
  }
}

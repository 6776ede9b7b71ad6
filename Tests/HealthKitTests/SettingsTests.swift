import Foundation
import Glibc
import SampleStore
import Testing

@testable import HealthKit

@Suite struct SettingsTests {
  @Test func `the environment names the store unless the settings do`() throws {
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

  @Test func `nobody to ask leaves everything undecided`() async throws {
    let kit = try KitStore()
    let rate = HKQuantityType(.heartRate)
    let unasked = HKHealthStore(settings: HKHealthStoreSettings(location: kit.location))
    // The tests' standard streams are no terminal, or the person at it is not asked by a test.
    guard isatty(0) != 1 || isatty(2) != 1 else { return }
    #expect(
      await code { try await unasked.requestAuthorization(toShare: [rate], read: []) }
        == .errorAuthorizationNotDetermined)
    #expect(unasked.authorizationStatus(for: rate) == .notDetermined)
    // What its owner granted beforehand needs no question.
    try kit.owner.authorize(
      HKHealthStoreSettings.program.bundleIdentifier,
      Authorization(sharing: .authorized, reading: .notDetermined), for: [.quantity(.heartRate)])
    try await unasked.requestAuthorization(toShare: [rate], read: [])
    #expect(unasked.authorizationStatus(for: rate) == .sharingAuthorized)
  }
}

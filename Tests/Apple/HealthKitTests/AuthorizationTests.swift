import Foundation
import HealthKit
import SampleStore
import Synchronization
import TestSupport
import Testing

@Suite struct AuthorizationTests {
  @Test func `a person is asked once for each type`() async throws {
    let asked = Counter()
    let kit = try KitStore(granting: { request in
      asked.add(1)
      return AuthorizationRequest(sharing: request.sharing, reading: [])
    })
    let rate = HKQuantityType(.heartRate)
    #expect(kit.health.authorizationStatus(for: rate) == .notDetermined)
    #expect(
      try await kit.health.statusForAuthorizationRequest(toShare: [rate], read: [rate])
        == .shouldRequest)
    for _ in 0..<3 { try await kit.health.requestAuthorization(toShare: [rate], read: [rate]) }
    #expect(asked.value == 1)
    #expect(kit.health.authorizationStatus(for: rate) == .sharingAuthorized)
    #expect(
      try await kit.health.statusForAuthorizationRequest(toShare: [rate], read: [rate])
        == .unnecessary)
  }

  @Test func `without permission to read, only the program's own samples are found`() async throws {
    let kit = try KitStore(granting: { AuthorizationRequest(sharing: $0.sharing, reading: []) })
    let rate = HKQuantityType(.heartRate)
    try await kit.health.requestAuthorization(toShare: [rate], read: [rate])
    try kit.others([(70, 0), (71, 1)])
    #expect(try await kit.samples().isEmpty)
    let mine = KitStore.heartRate(60, at: 2)
    try await kit.health.save(mine)
    #expect(try await kit.samples() == [mine])
  }

  @Test func `saving without having asked and after a refusal are different errors`() async throws {
    let kit = try KitStore(granting: { _ in AuthorizationRequest() })
    let sample = KitStore.heartRate(60, at: 0)
    #expect(await code { try await kit.health.save(sample) } == .errorAuthorizationNotDetermined)
    try await kit.health.requestAuthorization(toShare: [sample.sampleType], read: [])
    #expect(kit.health.authorizationStatus(for: sample.sampleType) == .sharingDenied)
    #expect(await code { try await kit.health.save(sample) } == .errorAuthorizationDenied)
    do {
      try await kit.health.save(sample)
      Issue.record("it was saved")
    } catch HKError.errorAuthorizationDenied {
      // The name by which Apple's code catches the error.
    }
  }

  @Test func `a correlation needs permission for its members, not for itself`() async throws {
    let kit = try KitStore()
    let pressure = HKCorrelationType(.bloodPressure)
    #expect(
      await code {
        try await kit.health.requestAuthorization(toShare: [pressure], read: [])
      } == .errorInvalidArgument)
  }

  @Test func `a store that cannot be opened is an error, and has no health data`() async throws {
    let kit = try KitStore()
    let file = try kit.folder.write(
      "this is no database, and longer than a header of one is", to: "x")
    let settings = HKHealthStoreSettings(location: try StoreLocation(path: file))
    let health = HKHealthStore(settings: settings)
    #expect(
      await code { try await health.save(KitStore.heartRate(60, at: 0)) }
        == .errorDatabaseInaccessible)
    HKHealthStore.$settings.withValue(settings) {
      #expect(!HKHealthStore.isHealthDataAvailable())
    }
    HKHealthStore.$settings.withValue(HKHealthStoreSettings(location: kit.location)) {
      #expect(HKHealthStore.isHealthDataAvailable())
    }
  }

  @Test func `an error bridges with its domain, code and sentence, without health values`()
    async throws
  {
    let kit = try KitStore()
    do {
      try await kit.health.save(KitStore.heartRate(61.25, at: 0))
      Issue.record("it was saved")
    } catch {
      let error = error as NSError
      #expect(error.domain == HKErrorDomain)
      #expect(error.code == HKError.Code.errorAuthorizationNotDetermined.rawValue)
      #expect(error.localizedDescription.contains("HKQuantityTypeIdentifierHeartRate"))
      #expect(!error.localizedDescription.contains("61.25"))
    }
  }
}

/// A counter that handlers on any thread increase.
final class Counter: Sendable {
  private let number = Mutex(0)

  var value: Int { number.withLock { $0 } }

  func add(_ amount: Int) { number.withLock { $0 += amount } }
}

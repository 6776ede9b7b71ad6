import Foundation
import HealthKit
import SampleStore
import Testing

// Each test of this folder names a page of Apple's documentation, below developer.apple.com/documentation/healthkit, says
// its rule, and shows that the rule holds here. Where it does not, Sources/Apple/README.md says so.

@Suite struct AuthorizationMeanings {
  private static let rate = HKQuantityType(.heartRate)
  private static let steps = HKQuantityType(.stepCount)

  /// hkhealthstore/authorizationstatus(for:) - The status is that of saving. Whether a person grants reading cannot be found
  /// out.
  @Test func `the status says whether a program may save, and nothing of reading`() async throws {
    let kit = try KitStore { request in
      AuthorizationRequest(sharing: request.sharing.filter { $0 == Self.rateType }, reading: [])
    }
    #expect(kit.health.authorizationStatus(for: Self.rate) == .notDetermined)
    try await kit.health.requestAuthorization(
      toShare: [Self.rate, Self.steps], read: [Self.rate, Self.steps])
    #expect(kit.health.authorizationStatus(for: Self.rate) == .sharingAuthorized)
    #expect(kit.health.authorizationStatus(for: Self.steps) == .sharingDenied)
    let reader = try KitStore { $0 }
    try await reader.health.requestAuthorization(toShare: [], read: [Self.rate])
    #expect(reader.health.authorizationStatus(for: Self.rate) == .sharingDenied)
  }

  private static let rateType = SampleType.quantity(.heartRate)

  /// hkhealthstore/preferredunits(for:completion:), HKHealthStore.h - An error before a request for the types; after one,
  /// also if it was refused, the unit of the region.
  @Test func `units are told once they were asked for`() async throws {
    let kit = try KitStore { _ in AuthorizationRequest(sharing: [], reading: []) }
    #expect(
      await code { try await kit.health.preferredUnits(for: [Self.rate]) }
        == .errorAuthorizationNotDetermined)
    try await kit.health.requestAuthorization(toShare: [], read: [Self.rate])
    let units = try await kit.health.preferredUnits(for: [Self.rate])
    #expect(units == [Self.rate: HKUnit(from: "count/min")])
    #expect(
      await code { try await kit.health.preferredUnits(for: [Self.rate, Self.steps]) }
        == .errorAuthorizationNotDetermined)
  }

  /// protecting-user-privacy - Without permission to read, a program finds what it saved itself, as if there were nothing
  /// else; no error tells of the refusal.
  @Test func `a refusal to read looks like a store with the program's own samples`() async throws {
    let kit = try KitStore { AuthorizationRequest(sharing: $0.sharing, reading: []) }
    try await kit.health.requestAuthorization(toShare: [Self.rate], read: [Self.rate])
    try kit.others([(80, 1), (81, 2)])
    #expect(try await kit.samples() == [])
    let own = KitStore.heartRate(60, at: 0)
    try await kit.health.save(own)
    #expect(try await kit.samples() == [own])
    let statistics = try await HKStatisticsQueryDescriptor(
      predicate: .quantitySample(type: Self.rate), options: .discreteMax
    ).result(for: kit.health)
    #expect(statistics?.maximumQuantity() == own.quantity)
    let changes = try await HKAnchoredObjectQueryDescriptor(
      predicates: [.quantitySample(type: Self.rate)], anchor: nil
    ).result(for: kit.health)
    #expect(changes.addedSamples == [own])
  }

  /// hkhealthstore/requestauthorization(toshare:read:completion:) - A person is asked about types that are new; success says
  /// that the request was handled, not that anything was granted.
  @Test func `a request succeeds whatever the answer, and asks once`() async throws {
    let asked = Counter()
    let kit = try KitStore { _ in
      asked.add(1)
      return AuthorizationRequest(sharing: [], reading: [])
    }
    for _ in 0..<3 {
      try await kit.health.requestAuthorization(toShare: [Self.rate], read: [Self.rate])
    }
    #expect(asked.value == 1)
    #expect(kit.health.authorizationStatus(for: Self.rate) == .sharingDenied)
  }

  /// hkauthorizationrequeststatus - `shouldRequest` if a type was not asked for yet, `unnecessary` if all were.
  @Test func `a program learns whether a request would ask a person`() async throws {
    let kit = try await KitStore.allowing(Self.rate)
    #expect(
      try await kit.health.statusForAuthorizationRequest(toShare: [Self.rate], read: [Self.rate])
        == .unnecessary)
    #expect(
      try await kit.health.statusForAuthorizationRequest(toShare: [Self.rate], read: [Self.steps])
        == .shouldRequest)
  }

  /// hkerror/code - Saving before a request is `errorAuthorizationNotDetermined`, saving after a refusal
  /// `errorAuthorizationDenied`.
  @Test func `saving without permission has two errors`() async throws {
    let kit = try KitStore { _ in AuthorizationRequest(sharing: [], reading: []) }
    let sample = KitStore.heartRate(60, at: 0)
    #expect(
      await code { try await kit.health.save(sample) } == .errorAuthorizationNotDetermined)
    try await kit.health.requestAuthorization(toShare: [Self.rate], read: [])
    #expect(await code { try await kit.health.save(sample) } == .errorAuthorizationDenied)
  }

  /// hkcorrelationquery - Permission is asked for each type within a correlation, not for the correlation.
  @Test func `the members of a correlation are what permission is asked for`() async throws {
    let (high, low) = (
      HKQuantityType(.bloodPressureSystolic), HKQuantityType(.bloodPressureDiastolic)
    )
    let kit = try await KitStore.allowing(high, low)
    try await kit.health.save(bloodPressure(120, 80))
    #expect(try await kit.samples(HKCorrelationType(.bloodPressure)).count == 1)
    #expect(
      kit.health.authorizationStatus(for: HKCorrelationType(.bloodPressure)) == .sharingAuthorized)
  }

  /// hkhealthstore/earliestpermittedsampledate() - No sample may be older than this date. Here that is no limit.
  @Test func `the earliest date is before every sample`() async throws {
    let kit = try await KitStore.allowing(Self.rate)
    let old = HKQuantitySample(
      type: Self.rate, quantity: HKQuantity(unit: HKUnit(from: "count/min"), doubleValue: 60),
      start: kit.health.earliestPermittedSampleDate(),
      end: kit.health.earliestPermittedSampleDate())
    try await kit.health.save(old)
    #expect(try await kit.samples() == [old])
  }
}

/// A blood pressure at a second after the start.
func bloodPressure(
  _ high: Double, _ low: Double, at seconds: Double = 0, metadata: [String: Any]? = nil
) -> HKCorrelation {
  let date = KitStore.start + seconds
  let members = [
    (HKQuantityTypeIdentifier.bloodPressureSystolic, high), (.bloodPressureDiastolic, low),
  ].map { identifier, value in
    HKQuantitySample(
      type: HKQuantityType(identifier),
      quantity: HKQuantity(unit: .millimeterOfMercury(), doubleValue: value), start: date,
      end: date)
  }
  return HKCorrelation(
    type: HKCorrelationType(.bloodPressure), start: date, end: date, objects: Set(members),
    metadata: metadata)
}

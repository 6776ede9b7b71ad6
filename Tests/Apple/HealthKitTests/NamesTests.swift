import Foundation
import HealthKit
import SampleStore
import TestSupport
import Testing

@Suite struct NamesTests {
  @Test(.enabled(if: SwiftCompiler.found != nil, "there is no Swift compiler"))
  func `the lists of names and members say what is here`() throws {
    let compiler = try #require(SwiftCompiler.found)
    let check = Process()
    check.executableURL = URL(filePath: "/bin/bash")
    check.arguments = [
      Repository.path("scripts/healthkit-names"), "--check", compiler.modules,
    ]
    let errors = Pipe()
    check.standardError = errors
    try check.run()
    let text = String(decoding: errors.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    check.waitUntilExit()
    #expect(check.terminationStatus == 0, "\(text)")
  }

  @Test func `keys of metadata have Apple's texts`() {
    #expect(HKMetadataKeyAudioExposureLevel == "HKMetadataKeyAudioExposureLevel")
    #expect(HKMetadataKeyHeartRateSensorLocation == "HKHeartRateSensorLocation")
    #expect(HKMetadataKeyBarometricPressure == "HKMetadataKeyBarometricPressure")
    #expect(
      HKMetadataKeyCyclingFunctionalThresholdPowerTestType
        == "HKCyclingCyclingFunctionalThresholdPowerTestType")
    #expect(HKDevicePropertyKeyUDIDeviceIdentifier == "HKDevicePropertyUDIDeviceIdentifier")
  }

  @Test func `the values of every category make predicates`() async throws {
    let kit = try await KitStore.allowing(HKCategoryType(.contraceptive))
    for value in HKCategoryValueContraceptive.allCases {
      try await kit.health.save(
        HKCategorySample(
          type: HKCategoryType(.contraceptive), value: value.rawValue, start: KitStore.start,
          end: KitStore.start))
    }
    let some = HKCategoryValueContraceptive.predicateForSamples(equalTo: [.oral, .patch])
    let high = HKCategoryValueContraceptive.predicateForSamples(.greaterThan, value: .oral)
    #expect(try await kit.samples(HKCategoryType(.contraceptive), some).count == 2)
    #expect(try await kit.samples(HKCategoryType(.contraceptive), high).count == 1)
  }

  @Test func `a store's methods can be replaced by a mock`() async throws {
    final class Mock: HKHealthStore, @unchecked Sendable {
      let saved = NSMutableArray()

      override func save(_ objects: [HKObject]) async throws { saved.addObjects(from: objects) }
      override func authorizationStatus(for type: HKObjectType) -> HKAuthorizationStatus {
        .sharingAuthorized
      }
      override func biologicalSex() throws -> HKBiologicalSexObject {
        throw HKError(.errorNoData)
      }
    }
    let mock = Mock()
    let store: HKHealthStore = mock
    try await store.save(KitStore.heartRate(60, at: 0))
    #expect(mock.saved.count == 1)
    #expect(store.authorizationStatus(for: HKQuantityType(.heartRate)) == .sharingAuthorized)
  }

  @Test func `workouts are sorted by their totals`() async throws {
    let kit = try await KitStore.allowing(HKObjectType.workoutType())
    let energies = [300.0, 100, 200]
    let workouts = energies.enumerated().map { index, energy in
      HKWorkout(
        activityType: .swimming, start: KitStore.start + Double(index),
        end: KitStore.start + 100 - Double(index) * 10, workoutEvents: nil,
        totalEnergyBurned: HKQuantity(unit: .kilocalorie(), doubleValue: energy),
        totalDistance: nil,
        totalSwimmingStrokeCount: HKQuantity(unit: .count(), doubleValue: energy), device: nil,
        metadata: nil)
    }
    try await kit.health.save(workouts)
    for (key, order) in [
      (HKWorkoutSortIdentifierTotalEnergyBurned, [1, 2, 0]),
      (HKWorkoutSortIdentifierTotalSwimmingStrokeCount, [1, 2, 0]),
      (HKWorkoutSortIdentifierDuration, [2, 1, 0]),
    ] {
      let found = try await kit.samples(
        .workoutType(), sort: [NSSortDescriptor(key: key, ascending: true)])
      #expect(found.map(\.uuid) == order.map { workouts[$0].uuid }, "\(key)")
    }
    let busy = HKQuery.predicateForWorkouts(
      with: .greaterThan, totalSwimmingStrokeCount: HKQuantity(unit: .count(), doubleValue: 150))
    #expect(try await kit.samples(.workoutType(), busy).count == 2)
  }
}

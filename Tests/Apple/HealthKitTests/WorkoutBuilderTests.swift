import Foundation
import HealthKit
import SampleStore
import Testing

@Suite struct WorkoutBuilderTests {
  private static let steps = HKQuantityType(.stepCount)
  private static let energy = HKQuantityType(.activeEnergyBurned)

  private static func builder(in kit: KitStore) -> HKWorkoutBuilder {
    let configuration = HKWorkoutConfiguration()
    configuration.activityType = .running
    configuration.locationType = .outdoor
    return HKWorkoutBuilder(healthStore: kit.health, configuration: configuration, device: .local())
  }

  @Test func `a workout is built with the totals of its samples`() async throws {
    let rate = HKQuantityType(.heartRate)
    let kit = try await KitStore.allowing(.workoutType(), rate, Self.steps, Self.energy)
    let start = KitStore.start
    func sample(_ type: HKQuantityType, _ unit: HKUnit, _ value: Double, _ at: Double) -> HKSample {
      HKQuantitySample(
        type: type, quantity: HKQuantity(unit: unit, doubleValue: value), start: start + at,
        end: start + at + 10)
    }
    // This sample is not added to the workout, so no total counts it.
    try await kit.health.save(sample(Self.energy, .kilocalorie(), 900, 500))

    let builder = Self.builder(in: kit)
    try await builder.beginCollection(at: start)
    let samples = [
      sample(Self.energy, .kilocalorie(), 3, 0),
      sample(Self.energy, .jouleUnit(with: .kilo), 4.184, 20),
      KitStore.heartRate(120, at: 5),
    ]
    try await builder.addSamples(samples)
    try await builder.addWorkoutEvents([
      HKWorkoutEvent(type: .pause, date: start + 60),
      HKWorkoutEvent(type: .resume, date: start + 90),
    ])
    try await builder.addMetadata([HKMetadataKeyWorkoutBrandName: "Morning"])
    try await builder.endCollection(at: start + 600)
    let workout = try #require(try await builder.finishWorkout())

    let found = try #require(try await kit.samples(.workoutType()).first as? HKWorkout)
    #expect(found == workout)
    #expect(found.workoutActivityType == .running)
    #expect(found.duration == 570)
    #expect(found.metadata?[HKMetadataKeyIndoorWorkout] as? Bool == false)
    #expect(found.metadata?[HKMetadataKeyWorkoutBrandName] as? String == "Morning")
    let total = try #require(found.totalEnergyBurned)
    #expect(abs(total.doubleValue(for: .kilocalorie()) - 4) < 1e-9)
    let within = HKQuery.predicateForObjects(from: found)
    #expect(try await Set(kit.samples(Self.energy, within)) == Set(samples[..<2]))
    #expect(try await kit.samples(rate, within) == [samples[2]])
  }

  @Test func `a workout is finished once, after it has begun and ended`() async throws {
    let kit = try await KitStore.allowing(.workoutType())
    let builder = Self.builder(in: kit)
    #expect(
      await code { try await builder.endCollection(at: KitStore.start) } == .errorInvalidArgument)
    #expect(await code { try await builder.finishWorkout() as Any } == .errorInvalidArgument)
    try await builder.beginCollection(at: KitStore.start)
    #expect(
      await code { try await builder.beginCollection(at: KitStore.start) } == .errorInvalidArgument)
    #expect(
      await code { try await builder.endCollection(at: KitStore.start - 1) }
        == .errorInvalidArgument)
    #expect(
      await code { try await builder.addSamples([KitStore.heartRate(60, at: 0)]) }
        == .errorAuthorizationNotDetermined)
    try await builder.endCollection(at: KitStore.start + 1)
    _ = try await builder.finishWorkout()
    #expect(await code { try await builder.finishWorkout() as Any } == .errorInvalidArgument)
    #expect(
      await code { try await builder.addMetadata(["a": 1]) } == .errorInvalidArgument)

    let discarded = Self.builder(in: kit)
    try await discarded.beginCollection(at: KitStore.start)
    try await discarded.endCollection(at: KitStore.start + 1)
    discarded.discardWorkout()
    #expect(await code { try await discarded.finishWorkout() as Any } == .errorInvalidArgument)
    #expect(try await kit.samples(.workoutType()).count == 1)
  }

  @Test func `a characteristic can be asked for but is not found`() async throws {
    let kit = try KitStore()
    let birth = try #require(HKObjectType.characteristicType(forIdentifier: .dateOfBirth))
    let rate = HKQuantityType(.heartRate)
    try await kit.health.requestAuthorization(toShare: [rate], read: [birth, rate])
    #expect(kit.health.authorizationStatus(for: birth) == .sharingDenied)
    #expect(kit.health.authorizationStatus(for: rate) == .sharingAuthorized)
    #expect(
      await code {
        try await kit.health.deleteObjects(
          of: birth, predicate: HKQuery.predicateForSamples(withStart: nil, end: nil))
      } == .errorInvalidArgument)
  }
}

import CoreLocation
import Foundation
import HealthKit
import SampleStore
import Testing

/// What Apple says of workouts, and of what belongs to them.
@Suite struct WorkoutMeanings {
  private static let rate = HKQuantityType(.heartRate)
  private static let bpm = HKUnit(from: "count/min")

  /// Returns a builder that has begun.
  private static func builder(
    _ kit: KitStore, _ kind: HKWorkoutConfiguration = HKWorkoutConfiguration()
  ) async throws -> HKWorkoutBuilder {
    let builder = HKWorkoutBuilder(healthStore: kit.health, configuration: kind, device: nil)
    try await builder.beginCollection(at: KitStore.start)
    return builder
  }

  private static func event(
    _ type: HKWorkoutEventType, _ at: Double, _ length: Double = 0
  ) -> HKWorkoutEvent {
    HKWorkoutEvent(
      type: type, dateInterval: DateInterval(start: KitStore.start + at, duration: length),
      metadata: nil)
  }

  // MARK: Builders

  /// HKWorkoutBuilder.h, addSamples:completion: - "saved to the database if they have not already been saved".
  @Test func `a builder takes samples that are saved already`() async throws {
    let kit = try await KitStore.allowing(Self.rate, .workoutType())
    let own = KitStore.heartRate(60, at: 1)
    try await kit.health.save(own)
    try kit.others([(80, 2)])
    let all = try await kit.samples()
    let builder = try await Self.builder(kit)
    try await builder.addSamples(all + [KitStore.heartRate(70, at: 3)])
    try await builder.addSamples([own])
    try await builder.endCollection(at: KitStore.start + 60)
    let workout = try #require(try await builder.finishWorkout())
    #expect(try await kit.samples().count == 3)
    #expect(try await kit.samples(Self.rate, HKQuery.predicateForObjects(from: workout)).count == 3)
    #expect(workout.statistics(for: Self.rate)?.maximumQuantity()?.doubleValue(for: Self.bpm) == 80)
  }

  /// HKWorkoutBuilder.h, discardWorkout - Samples that were added are not deleted. Afterwards nothing can be added.
  @Test func `a workout that is discarded leaves its samples`() async throws {
    let kit = try await KitStore.allowing(Self.rate, .workoutType())
    let builder = try await Self.builder(kit)
    let sample = KitStore.heartRate(60, at: 1)
    try await builder.addSamples([sample])
    builder.discardWorkout()
    #expect(try await kit.samples() == [sample])
    #expect(
      await code { try await builder.addSamples([KitStore.heartRate(61, at: 2)]) }
        == .errorInvalidArgument)
    #expect(
      await code { try await builder.addWorkoutEvents([Self.event(.marker, 1)]) }
        == .errorInvalidArgument)
    #expect(await code { try await builder.addMetadata(["a": 1]) } == .errorInvalidArgument)
  }

  /// hkworkoutevent/dateinterval - Only laps and segments may have a length.
  @Test(arguments: [
    (HKWorkoutEventType.lap, true), (.segment, true), (.pause, false), (.marker, false),
  ])
  func `a moment has no length`(type: HKWorkoutEventType, isTaken: Bool) async throws {
    let kit = try await KitStore.allowing(.workoutType())
    let builder = try await Self.builder(kit)
    let expected: HKError.Code? = isTaken ? nil : .errorInvalidArgument
    let event = Self.event(type, 0, 5)
    #expect(await code { try await builder.addWorkoutEvents([event]) } == expected)
    let workout = HKWorkout(
      activityType: .yoga, start: KitStore.start, end: KitStore.start + 60, workoutEvents: [event],
      totalEnergyBurned: nil, totalDistance: nil, metadata: nil)
    #expect(await code { try await kit.health.save(workout) } == expected)
  }

  // MARK: Activities

  /// hkworkoutactivity - "All HKWorkout instances have at least one associated HKWorkoutActivity"; without explicit ones, one
  /// that matches the workout's type.
  @Test func `a workout that was not divided is its one activity`() async throws {
    let kit = try await KitStore.allowing(Self.rate, .workoutType())
    let kind = HKWorkoutConfiguration()
    kind.activityType = .swimming
    kind.locationType = .indoor
    kind.swimmingLocationType = .pool
    kind.lapLength = HKQuantity(unit: .meter(), doubleValue: 25)
    let builder = try await Self.builder(kit, kind)
    try await builder.addSamples([KitStore.heartRate(120, at: 10)])
    try await builder.addWorkoutEvents([
      Self.event(.lap, 30, 10), Self.event(.pause, 20), Self.event(.resume, 25),
    ])
    try await builder.endCollection(at: KitStore.start + 60)
    _ = try await builder.finishWorkout()
    let saved = try #require(try await kit.samples(.workoutType()).first as? HKWorkout)
    let whole = try #require(saved.workoutActivities.first)
    #expect(saved.workoutActivities == [whole])
    #expect(whole.startDate == saved.startDate && whole.endDate == saved.endDate)
    #expect(whole.duration == 55 && whole.workoutEvents.map(\.type) == [.pause, .resume, .lap])
    #expect(
      whole.statistics(for: Self.rate)?.averageQuantity()?.doubleValue(for: Self.bpm) == 120)
    let found = whole.workoutConfiguration
    #expect(found.activityType == .swimming && found.locationType == .indoor)
    #expect(found.swimmingLocationType == .pool && found.lapLength == kind.lapLength)
    // One that was only made has one too, and what nobody noted is unknown.
    let made = HKWorkout(activityType: .hiking, start: KitStore.start, end: KitStore.start + 60)
    #expect(made.workoutActivities.map(\.duration) == [60])
    #expect(made.workoutActivities.first?.workoutConfiguration.activityType == .hiking)
    #expect(made.workoutActivities.first?.workoutConfiguration.locationType == .unknown)
    #expect(made.workoutActivities.first?.metadata == nil)
  }

  /// hkworkoutactivity/workoutevents, duration - The workout's events that overlap it, also partly, in ascending order; one
  /// may be in two activities. Pauses do not count; without an end it runs until now.
  @Test func `an activity has the workout's events, and pauses do not count`() async throws {
    let kit = try await KitStore.allowing(.workoutType())
    let builder = try await Self.builder(kit)
    for (from, to) in [(0.0, 100.0), (100, 200), (200, nil)] as [(Double, Double?)] {
      try await builder.addWorkoutActivity(
        HKWorkoutActivity(
          workoutConfiguration: HKWorkoutConfiguration(), start: KitStore.start + from,
          end: to.map { KitStore.start + $0 }, metadata: nil))
    }
    try await builder.addWorkoutEvents([
      Self.event(.segment, 80, 40), Self.event(.resume, 130), Self.event(.pause, 90),
    ])
    try await builder.endCollection(at: KitStore.start + 250)
    _ = try await builder.finishWorkout()
    let saved = try #require(try await kit.samples(.workoutType()).first as? HKWorkout)
    let parts = saved.workoutActivities
    #expect(
      parts.map { $0.workoutEvents.map(\.type) } == [[.segment, .pause], [.segment, .resume], []])
    #expect(parts.map(\.duration) == [90, 70, 50] && saved.duration == 210)
    let open = HKWorkoutActivity(
      workoutConfiguration: HKWorkoutConfiguration(), start: Date() - 50, end: nil, metadata: nil)
    #expect(open.duration >= 50 && open.duration < 5000)
  }

  // MARK: What belongs to a workout

  /// adding-samples-to-a-workout - A workout "must be saved to the HealthKit store before you add any samples"; adding changes
  /// none of its properties. hkworkoutroutebuilder/finishroute(with:metadata:completion:) - "You must have already saved".
  @Test func `nothing is added to a workout that is not saved`() async throws {
    let kit = try await KitStore.allowing(Self.rate, .workoutType(), HKSeriesType.workoutRoute())
    let workout = HKWorkout(activityType: .hiking, start: KitStore.start, end: KitStore.start + 60)
    let sample = KitStore.heartRate(60, at: 1)
    #expect(
      await code { try await kit.health.addSamples([sample], to: workout) }
        == .errorInvalidArgument)
    #expect(try await kit.samples() == [])
    let route = HKWorkoutRouteBuilder(healthStore: kit.health, device: nil)
    try await route.insertRouteData([CLLocation(latitude: 52, longitude: 13)])
    #expect(
      await code { try await route.finishRoute(with: workout, metadata: nil) }
        == .errorInvalidArgument)
    try await kit.health.save(workout)
    try await kit.health.addSamples([sample], to: workout)
    try await route.finishRoute(with: workout, metadata: nil)
    let saved = try #require(try await kit.samples(.workoutType()).first as? HKWorkout)
    #expect(saved.totalDistance == nil && saved.duration == 60 && saved.endDate == workout.endDate)
  }

  /// reading-route-data - A route is updated by its sync identifier with a higher version, and still found from its workout.
  @Test func `a route of a higher version takes the place of the first`() async throws {
    let kit = try await KitStore.allowing(.workoutType(), HKSeriesType.workoutRoute())
    let workout = HKWorkout(activityType: .hiking, start: KitStore.start, end: KitStore.start + 60)
    try await kit.health.save(workout)
    for version in [1, 2] {
      let route = HKWorkoutRouteBuilder(healthStore: kit.health, device: nil)
      try await route.insertRouteData(
        (0..<version).map { CLLocation(latitude: 52 + Double($0), longitude: 13) })
      try await route.finishRoute(
        with: workout,
        metadata: [HKMetadataKeySyncIdentifier: "way", HKMetadataKeySyncVersion: version])
    }
    let found = try await kit.samples(
      HKSeriesType.workoutRoute(), HKQuery.predicateForObjects(from: workout))
    #expect(found.compactMap { ($0 as? HKWorkoutRoute)?.count } == [2])
    #expect(try await kit.samples(HKSeriesType.workoutRoute()) == found)
  }

  /// kingstinct/react-native-healthkit#146 - Deleting a workout does not delete the samples that belong to it.
  @Test func `the samples of a workout outlive it`() async throws {
    let kit = try await KitStore.allowing(Self.rate, .workoutType())
    let builder = try await Self.builder(kit)
    try await builder.addSamples([KitStore.heartRate(60, at: 1), KitStore.heartRate(61, at: 2)])
    try await builder.endCollection(at: KitStore.start + 60)
    let workout = try #require(try await builder.finishWorkout())
    let within = HKQuery.predicateForObjects(from: workout)
    #expect(try await kit.samples(Self.rate, within).count == 2)
    try await kit.health.delete(workout)
    #expect(try await kit.samples().count == 2)
    #expect(try await kit.samples(Self.rate, within) == [])
  }
}

import Foundation
import HealthKit
import SampleStore
import Testing

/// What public programs rely on. Where Apple's pages are silent, reports of several programs agree.
@Suite struct ReliedMeanings {
  private static let rate = HKQuantityType(.heartRate)
  private static let steps = HKQuantityType(.stepCount)
  private static let bpm = HKUnit(from: "count/min")

  // MARK: Predicates

  /// hkquery/predicateforobjects(withmetadatakey:operatortype:value:) - The factory makes `metadata.%K != %@`, and in
  /// Foundation nothing is unequal to every value. Programs leave typed steps out by it: measured ones have no such key.
  @Test func `samples without the key are not typed ones`() async throws {
    let kit = try await KitStore.allowing(Self.rate)
    let measured = KitStore.heartRate(60, at: 0)
    let typed = KitStore.heartRate(61, at: 1, metadata: [HKMetadataKeyWasUserEntered: true])
    let told = KitStore.heartRate(62, at: 2, metadata: [HKMetadataKeyWasUserEntered: false])
    try await kit.health.save([measured, typed, told])
    func found(_ type: HKComparisonOperator, _ value: Any) async throws -> [HKSample] {
      try await kit.samples(
        Self.rate,
        HKQuery.predicateForObjects(
          withMetadataKey: HKMetadataKeyWasUserEntered, operatorType: type, value: value))
    }
    for yes in [true, 1, NSNumber(value: true), 1.0] as [Any] {
      #expect(try await found(.notEqualTo, yes) == [measured, told], "\(yes)")
      #expect(try await found(.equalTo, yes) == [typed], "\(yes)")
    }
    let allowed = HKQuery.predicateForObjects(
      withMetadataKey: HKMetadataKeyWasUserEntered, allowedValues: [1, 2])
    #expect(try await kit.samples(Self.rate, allowed) == [typed])
  }

  /// hkquery/predicateforobjects(from:) for devices - Only the properties that are not nil are compared.
  @Test func `a device is found by what is known of it`() async throws {
    let kit = try await KitStore.allowing(Self.rate)
    func device(_ name: String?, _ model: String?, _ version: String? = nil) -> HKDevice {
      HKDevice(
        name: name, manufacturer: nil, model: model, hardwareVersion: nil, firmwareVersion: nil,
        softwareVersion: version, localIdentifier: nil, udiDeviceIdentifier: nil)
    }
    let devices = [device("Strap", "H10", "3.1"), device("Strap", "H9", "1.0"), nil]
    let samples = devices.enumerated().map { index, device in
      HKQuantitySample(
        type: Self.rate, quantity: HKQuantity(unit: Self.bpm, doubleValue: 60),
        start: KitStore.start + Double(index), end: KitStore.start + Double(index), device: device,
        metadata: nil)
    }
    try await kit.health.save(samples)
    func found(_ wanted: HKDevice...) async throws -> [HKSample] {
      try await kit.samples(Self.rate, HKQuery.predicateForObjects(from: Set(wanted)))
    }
    #expect(try await found(device("Strap", nil)) == Array(samples[..<2]))
    #expect(try await found(device("Strap", "H10")) == [samples[0]])
    #expect(try await found(device(nil, "H9"), device(nil, "H10", "3.1")) == Array(samples[..<2]))
    #expect(try await found(device("Strap", "H10", "3.2")) == [])
    let other = NSPredicate(format: "%K != %@", HKPredicateKeyPathDevice, device("Strap", "H9"))
    #expect(try await kit.samples(Self.rate, other).contains(samples[0]))
  }

  /// hkquery/predicateforactivitysummary(with:) - The components must have a calendar, year, month and day.
  @Test func `a day without a calendar names no summary`() async throws {
    let kit = try KitStore()
    try await kit.health.requestAuthorization(
      toShare: [], read: [HKObjectType.activitySummaryType()])
    let day = DateComponents(year: 2026, month: 1, day: 2)
    for predicate in [
      HKQuery.predicateForActivitySummary(with: day),
      HKQuery.predicate(forActivitySummariesBetweenStart: day, end: day),
      NSPredicate(format: "%K = %@", HKPredicateKeyPathDateComponents, day as NSDateComponents),
    ] {
      #expect(await code { try await kit.summaries(predicate) } == .errorInvalidArgument)
    }
  }

  // MARK: Anchors

  /// hkanchoredobjectquery - Without an anchor a query returns all samples, and the deletions that HealthKit still keeps.
  @Test func `without an anchor, the deletions that are kept are named`() async throws {
    let kit = try await KitStore.allowing(Self.rate)
    let (old, present) = (KitStore.heartRate(60, at: 0), KitStore.heartRate(61, at: 1))
    try await kit.health.save([old, present])
    try await kit.health.delete(old)
    func all() async throws -> HKAnchoredObjectQueryDescriptor<HKQuantitySample>.Result {
      try await HKAnchoredObjectQueryDescriptor(
        predicates: [.quantitySample(type: Self.rate)], anchor: nil
      ).result(for: kit.health)
    }
    let first = try await all()
    #expect(first.addedSamples == [present] && first.deletedObjects.map(\.uuid) == [old.uuid])
    let next = try await HKAnchoredObjectQueryDescriptor(
      predicates: [.quantitySample(type: Self.rate)], anchor: first.newAnchor
    ).result(for: kit.health)
    #expect(next.addedSamples.isEmpty && next.deletedObjects.isEmpty)
    _ = try kit.owner.purgeTombstones(deletedBefore: Date() + 60)
    let later = try await all()
    #expect(later.addedSamples == [present] && later.deletedObjects.isEmpty)
  }

  // MARK: Workouts

  private static func builder(_ kit: KitStore) -> HKWorkoutBuilder {
    let kind = HKWorkoutConfiguration()
    kind.activityType = .running
    return HKWorkoutBuilder(healthStore: kit.health, configuration: kind, device: nil)
  }

  /// hkworkoutbuilder/statistics(for:) - The statistics of the samples that were added. Programs show the pulse by
  /// `mostRecentQuantity` (Apple's sample SpeedySloth, and those made after it).
  @Test func `a builder says what the pulse is now`() async throws {
    let kit = try await KitStore.allowing(Self.rate, Self.steps, .workoutType())
    let builder = Self.builder(kit)
    try await builder.beginCollection(at: KitStore.start)
    #expect(builder.statistics(for: Self.rate) == nil)
    try await builder.addSamples([
      KitStore.heartRate(90, at: 20), KitStore.heartRate(120, at: 30),
      KitStore.heartRate(60, at: 10),
      HKQuantitySample(
        type: Self.steps, quantity: HKQuantity(unit: .count(), doubleValue: 50),
        start: KitStore.start, end: KitStore.start + 40),
    ])
    let pulse = try #require(builder.statistics(for: Self.rate))
    #expect(pulse.mostRecentQuantity()?.doubleValue(for: Self.bpm) == 120)
    #expect(pulse.mostRecentQuantityDateInterval()?.start == KitStore.start + 30)
    #expect(pulse.duration()?.doubleValue(for: .second()) == 0)
    #expect(pulse.minimumQuantity()?.doubleValue(for: Self.bpm) == 60)
    let walked = try #require(builder.statistics(for: Self.steps))
    #expect(walked.duration()?.doubleValue(for: .second()) == 40)
    #expect(walked.mostRecentQuantity()?.doubleValue(for: .count()) == 50)
    #expect(walked.averageQuantity() == nil && walked.sumQuantity() != nil)
    #expect(walked.endDate == KitStore.start + 40)
  }

  /// hkworkoutbuilder - Samples, events and metadata are added after `beginCollection`; samples start with the workout or
  /// later, events lie within it. What does not fit is refused when it is added, and the workout can still be finished.
  @Test func `what does not fit is refused when it is added`() async throws {
    let kit = try await KitStore.allowing(Self.rate, .workoutType())
    let builder = Self.builder(kit)
    func event(_ at: Double, _ length: Double = 0) -> HKWorkoutEvent {
      HKWorkoutEvent(
        type: .segment,
        dateInterval: DateInterval(start: KitStore.start + at, duration: length), metadata: nil)
    }
    func refuses(_ work: () async throws -> Void) async -> Bool {
      await code(of: work) == .errorInvalidArgument
    }
    #expect(await refuses { try await builder.addSamples([KitStore.heartRate(60, at: 1)]) })
    #expect(await refuses { try await builder.addWorkoutEvents([event(1)]) })
    #expect(await refuses { try await builder.addMetadata(["a": 1]) })
    try await builder.beginCollection(at: KitStore.start)
    #expect(await refuses { try await builder.addSamples([KitStore.heartRate(60, at: -1)]) })
    #expect(await refuses { try await builder.addWorkoutEvents([event(1), event(-1)]) })
    try await builder.addSamples([KitStore.heartRate(61, at: 0)])
    try await builder.addWorkoutEvents([event(0, 50)])
    #expect(await refuses { try await builder.endCollection(at: KitStore.start + 49) })
    try await builder.endCollection(at: KitStore.start + 60)
    #expect(await refuses { try await builder.addWorkoutEvents([event(50, 11)]) })
    let workout = try #require(try await builder.finishWorkout())
    #expect(workout.workoutEvents?.count == 1)
    #expect(try await kit.samples().count == 1)
  }

  // MARK: Permission

  /// hkhealthstore/authorizationstatus(for:) - Reports agree that the status of a type that a program asked only to read is
  /// `sharingDenied`: HealthKit does not tell whether reading was granted (kingstinct/react-native-healthkit).
  @Test func `who asked only to read may not share, and is not asked again`() async throws {
    let asked = Counter()
    let kit = try KitStore { request in
      asked.add(1)
      return request
    }
    #expect(kit.health.authorizationStatus(for: Self.rate) == .notDetermined)
    try await kit.health.requestAuthorization(toShare: [], read: [Self.rate])
    #expect(kit.health.authorizationStatus(for: Self.rate) == .sharingDenied)
    #expect(
      try await kit.health.statusForAuthorizationRequest(toShare: [], read: [Self.rate])
        == .unnecessary)
    // It may still ask to share.
    try await kit.health.requestAuthorization(toShare: [Self.rate], read: [Self.rate])
    #expect(kit.health.authorizationStatus(for: Self.rate) == .sharingAuthorized)
    #expect(asked.value == 2)
  }

  /// protecting-user-privacy - A program without permission to read a type finds what it saved itself.
  @Test func `who may only share reads its own samples`() async throws {
    let kit = try KitStore()
    try await kit.health.requestAuthorization(toShare: [Self.rate], read: [])
    try kit.others([(80, 1)])
    let own = KitStore.heartRate(60, at: 0)
    try await kit.health.save(own)
    #expect(try await kit.samples() == [own])
    #expect(await code { try await kit.samples(Self.steps) } == .errorAuthorizationNotDetermined)
  }

  /// carp-dk/carp-health-flutter#341, kingstinct/react-native-healthkit#178, openradar 29481212 - "Authorization to share
  /// the following types is disallowed", an exception there.
  @Test(arguments: [
    HKQuantityType(.appleExerciseTime), HKQuantityType(.appleStandTime),
    HKQuantityType(.walkingHeartRateAverage), HKQuantityType(.nikeFuel),
    HKCategoryType(.appleStandHour), HKCategoryType(.highHeartRateEvent),
  ])
  func `what only Apple's devices save cannot be shared`(_ type: HKSampleType) async throws {
    let asked = Counter()
    let kit = try KitStore { request in
      asked.add(1)
      return request
    }
    #expect(
      await code { try await kit.health.requestAuthorization(toShare: [type], read: [type]) }
        == .errorInvalidArgument)
    #expect(
      await code {
        try await kit.health.statusForAuthorizationRequest(toShare: [type], read: [])
      } == .errorInvalidArgument)
    #expect(asked.value == 0)
    try await kit.health.requestAuthorization(toShare: [], read: [type])
    #expect(try await kit.samples(type) == [])
  }

  /// hkcorrelationtype - Permission is not asked for a correlation but for each type within it.
  @Test func `a correlation is refused wherever permission is asked for`() async throws {
    let kit = try KitStore()
    let pressure = HKCorrelationType(.bloodPressure)
    #expect(
      await code {
        try await kit.health.statusForAuthorizationRequest(toShare: [], read: [pressure])
      } == .errorInvalidArgument)
    try await kit.health.requestAuthorization(
      toShare: [], read: [HKQuantityType(.bloodPressureSystolic)])
    do {
      _ = try await kit.samples(pressure)
      Issue.record("it was read")
    } catch {
      let text = error.localizedDescription
      #expect(text.contains("HKQuantityTypeIdentifierBloodPressureDiastolic"))
      #expect(!text.contains("HKCorrelationTypeIdentifier"))
    }
  }

  // MARK: Metadata

  /// On Apple's systems the text of an `NSNumber` of 3 is "3": programs print metadata.
  @Test func `a whole number in metadata is written without a point`() async throws {
    let kit = try await KitStore.allowing(Self.rate)
    try await kit.health.save(
      KitStore.heartRate(60, at: 0, metadata: ["whole": 3, "part": 2.5, "flag": true]))
    let found = try #require(try await kit.samples().first?.metadata)
    #expect("\(found["whole"] ?? "")" == "3" && "\(found["part"] ?? "")" == "2.5")
    #expect(found["whole"] as? Double == 3 && found["whole"] as? Int == 3)
    #expect(found["flag"] as? Bool == true)
  }
}

import CoreLocation
import Foundation
import HealthKit
import SampleStore
import Synchronization
import Testing

@Suite struct ObjectMeanings {
  private static let rate = HKQuantityType(.heartRate)
  private static let steps = HKQuantityType(.stepCount)
  private static let (high, low) = (
    HKQuantityType(.bloodPressureSystolic), HKQuantityType(.bloodPressureDiastolic)
  )

  // MARK: Saving and deleting

  /// hkhealthstore/save(_:withcompletion:) - An object with the identifier of a saved one fails, and of several objects all
  /// are saved or none.
  @Test func `an object is saved once, and several all or none`() async throws {
    let kit = try await KitStore.allowing(Self.rate)
    let (first, second) = (KitStore.heartRate(60, at: 0), KitStore.heartRate(61, at: 1))
    try await kit.health.save(first)
    #expect(await code { try await kit.health.save([second, first]) } == .errorInvalidArgument)
    #expect(try await kit.samples() == [first])
  }

  /// hkhealthstore/delete(_:withcompletion:) - A program deletes what it saved itself; of several objects all or none; an
  /// empty list is `errorInvalidArgument`.
  @Test func `a program deletes its own objects, all or none`() async throws {
    let kit = try await KitStore.allowing(Self.rate)
    let own = KitStore.heartRate(60, at: 0)
    try await kit.health.save(own)
    try kit.others([(61, 1)])
    let all = try await kit.samples()
    #expect(await code { try await kit.health.delete([HKObject]()) } == .errorInvalidArgument)
    #expect(await code { try await kit.health.delete(all) } == .errorAuthorizationDenied)
    #expect(try await kit.samples().count == 2)
    #expect(
      try await kit.health.deleteObjects(
        of: Self.rate, predicate: HKQuery.predicateForSamples(withStart: nil, end: nil)) == 1)
    #expect(try await kit.samples().map(\.uuid) == [all[1].uuid])
  }

  /// hkcorrelation - Saving a correlation saves its samples, which are found on their own too. A blood pressure has both of
  /// its numbers.
  @Test func `the samples of a correlation are found with it and alone`() async throws {
    let kit = try await KitStore.allowing(Self.high, Self.low)
    let pressure = bloodPressure(120, 80)
    try await kit.health.save(pressure)
    let found = try #require(
      try await kit.samples(HKCorrelationType(.bloodPressure)).first as? HKCorrelation)
    #expect(found.objects == pressure.objects && found.objects(for: Self.high).count == 1)
    #expect(try await kit.samples(Self.high) == Array(pressure.objects(for: Self.high)))
    let alone = HKQuery.predicateForObjectsWithNoCorrelation()
    #expect(try await kit.samples(Self.high, alone) == [])
    let half = HKCorrelation(
      type: HKCorrelationType(.bloodPressure), start: KitStore.start, end: KitStore.start,
      objects: pressure.objects(for: Self.high))
    #expect(await code { try await kit.health.save(half) } == .errorInvalidArgument)
  }

  /// The documentation does not say what becomes of the members when a correlation is deleted. Here those that were saved with
  /// it are deleted too, and each leaves a deleted object.
  @Test func `a correlation is deleted with the members that were saved with it`() async throws {
    let kit = try await KitStore.allowing(Self.high, Self.low)
    let pressure = bloodPressure(120, 80)
    try await kit.health.save(pressure)
    try await kit.health.delete(pressure)
    #expect(try await kit.samples(Self.high) == [])
    let changes = try await HKAnchoredObjectQueryDescriptor<HKSample>(
      predicates: [.sample(type: Self.high), .sample(type: Self.low)],
      anchor: HKQueryAnchor(fromValue: 0)
    ).result(for: kit.health)
    #expect(changes.addedSamples.isEmpty)
    let second = bloodPressure(121, 81, at: 1)
    try await kit.health.save(second)
    try await kit.health.delete(try #require(second.objects(for: Self.high).first))
    #expect(try await kit.samples(HKCorrelationType(.bloodPressure)) == [])
    #expect(try await kit.samples(Self.low) == Array(second.objects(for: Self.low)))
  }

  // MARK: Metadata

  /// hkobject/metadata - Keys are strings; values are strings, numbers, dates or quantities. Each predefined key names what it
  /// takes; anything else is refused when the object is saved.
  @Test func `metadata of another kind is refused`() async throws {
    let kit = try await KitStore.allowing(Self.rate)
    let good: [String: Any] = [
      "Note": "own key", "Number": 1.5, "When": KitStore.start,
      HKMetadataKeyWasUserEntered: true, HKMetadataKeyTimeZone: "Europe/Berlin",
      HKMetadataKeyHeartRateMotionContext: HKHeartRateMotionContext.active.rawValue,
      HKMetadataKeyBarometricPressure: HKQuantity(unit: .pascal(), doubleValue: 1e5),
    ]
    let sample = KitStore.heartRate(60, at: 0, metadata: good)
    try await kit.health.save(sample)
    let found = try #require(try await kit.samples().first?.metadata)
    #expect(Set(found.keys) == Set(good.keys) && found["Note"] as? String == "own key")
    #expect(found[HKMetadataKeyWasUserEntered] as? Bool == true)
    let bad: [(String, Any)] = [
      ("List", [1, 2]), (HKMetadataKeyWasUserEntered, "yes"), (HKMetadataKeyTimeZone, 2),
      (HKMetadataKeyWeatherTemperature, 20), (HKMetadataKeyDeviceName, KitStore.start),
      (HKMetadataKeyHeartRateMotionContext, "active"),
    ]
    for (key, value) in bad {
      let sample = KitStore.heartRate(60, at: 1, metadata: [key: value])
      #expect(await code { try await kit.health.save(sample) } == .errorInvalidArgument, "\(key)")
    }
  }

  /// hkmetadatakeysyncidentifier, hkmetadatakeysyncversion - The identifier needs a version. A new object replaces those with
  /// the same identifier and a lower version, also in a correlation or a workout; it is ignored otherwise.
  @Test func `a higher version takes the place of the lower one`() async throws {
    let kit = try await KitStore.allowing(Self.rate, Self.high, Self.low, .workoutType())
    func version(_ version: Int?, _ bpm: Double) -> HKQuantitySample {
      KitStore.heartRate(
        bpm, at: 5,
        metadata: version.map {
          [HKMetadataKeySyncIdentifier: "pulse", HKMetadataKeySyncVersion: $0]
        } ?? [HKMetadataKeySyncIdentifier: "pulse"])
    }
    #expect(await code { try await kit.health.save(version(nil, 60)) } == .errorInvalidArgument)
    let workout = HKWorkout(
      activityType: .running, start: KitStore.start, end: KitStore.start + 60)
    try await kit.health.save(workout)
    try await kit.health.addSamples([version(2, 60)], to: workout)
    let (higher, lower) = (version(3, 70), version(1, 80))
    try await kit.health.save(higher)
    try await kit.health.save(lower)
    #expect(try await kit.samples() == [higher])
    #expect(
      try await kit.samples(Self.rate, HKQuery.predicateForObjects(from: workout)) == [higher])
    let pressure = bloodPressure(120, 80)
    func systolic(_ version: Int, _ value: Double) -> HKQuantitySample {
      HKQuantitySample(
        type: Self.high, quantity: HKQuantity(unit: .millimeterOfMercury(), doubleValue: value),
        start: KitStore.start, end: KitStore.start,
        metadata: [HKMetadataKeySyncIdentifier: "high", HKMetadataKeySyncVersion: version])
    }
    try await kit.health.save(
      HKCorrelation(
        type: HKCorrelationType(.bloodPressure), start: KitStore.start, end: KitStore.start,
        objects: pressure.objects(for: Self.low).union([systolic(1, 120)])))
    let better = systolic(2, 118)
    try await kit.health.save(better)
    let whole = try #require(
      try await kit.samples(HKCorrelationType(.bloodPressure)).first as? HKCorrelation)
    #expect(whole.objects(for: Self.high) == [better] && whole.objects.count == 2)
  }

  // MARK: Workouts

  /// hkworkoutbuilder - A workout begins, collects, ends and is finished, in this order; `discardWorkout` ends it without one.
  @Test func `a builder has states, and each step its place`() async throws {
    let kit = try await KitStore.allowing(Self.rate, .workoutType())
    func builder() -> HKWorkoutBuilder {
      let kind = HKWorkoutConfiguration()
      kind.activityType = .running
      return HKWorkoutBuilder(healthStore: kit.health, configuration: kind, device: nil)
    }
    let early = builder()
    #expect(await code { try await early.finishWorkout() } == .errorInvalidArgument)
    #expect(
      await code { try await early.endCollection(at: KitStore.start) } == .errorInvalidArgument)
    try await early.beginCollection(at: KitStore.start)
    #expect(
      await code { try await early.beginCollection(at: KitStore.start) } == .errorInvalidArgument)
    #expect(await code { try await early.finishWorkout() } == .errorInvalidArgument)
    #expect(
      await code { try await early.endCollection(at: KitStore.start - 1) } == .errorInvalidArgument)
    try await early.endCollection(at: KitStore.start + 60)
    #expect(early.startDate == KitStore.start && early.endDate == KitStore.start + 60)
    #expect(try await early.finishWorkout()?.duration == 60)
    #expect(await code { try await early.finishWorkout() } == .errorInvalidArgument)
    #expect(
      await code { try await early.addSamples([KitStore.heartRate(60, at: 1)]) }
        == .errorInvalidArgument)
    let discarded = builder()
    try await discarded.beginCollection(at: KitStore.start)
    discarded.discardWorkout()
    #expect(
      await code { try await discarded.endCollection(at: KitStore.start + 1) }
        == .errorInvalidArgument)
    #expect(try await kit.samples(.workoutType()).count == 1)
  }

  /// hkworkoutbuilder/elapsedtime(at:), hkworkoutevent - Pauses do not count, neither in the elapsed time nor in the duration.
  @Test func `time between a pause and its end does not count`() async throws {
    let kit = try await KitStore.allowing(Self.rate, Self.steps, .workoutType())
    let builder = HKWorkoutBuilder(
      healthStore: kit.health, configuration: HKWorkoutConfiguration(), device: nil)
    #expect(builder.elapsedTime(at: KitStore.start) == 0)
    try await builder.beginCollection(at: KitStore.start)
    try await builder.addWorkoutEvents([
      HKWorkoutEvent(type: .pause, date: KitStore.start + 100),
      HKWorkoutEvent(type: .resume, date: KitStore.start + 160),
      HKWorkoutEvent(
        type: .segment, dateInterval: DateInterval(start: KitStore.start, duration: 50),
        metadata: nil),
    ])
    #expect(builder.elapsedTime(at: KitStore.start + 100) == 100)
    #expect(builder.elapsedTime(at: KitStore.start + 200) == 140)
    try await builder.addSamples([KitStore.heartRate(60, at: 10), KitStore.heartRate(90, at: 20)])
    try await builder.addSamples([
      HKQuantitySample(
        type: Self.steps, quantity: HKQuantity(unit: .count(), doubleValue: 50),
        start: KitStore.start, end: KitStore.start + 60)
    ])
    let bpm = HKUnit(from: "count/min")
    #expect(builder.statistics(for: Self.rate)?.averageQuantity()?.doubleValue(for: bpm) == 75)
    #expect(builder.statistics(for: Self.steps)?.sumQuantity()?.doubleValue(for: .count()) == 50)
    try await builder.endCollection(at: KitStore.start + 300)
    #expect(builder.elapsedTime(at: KitStore.start + 900) == 240)
    let workout = try #require(try await builder.finishWorkout())
    #expect(workout.duration == 240 && workout.workoutEvents?.count == 3)
    #expect(workout.statistics(for: Self.rate)?.maximumQuantity()?.doubleValue(for: bpm) == 90)
    #expect(
      try await kit.samples(Self.rate, HKQuery.predicateForObjects(from: workout)).count == 2)
  }

  // MARK: Series and records

  /// hkheartbeatseriesbuilder - A beat comes after the start and the beat before; there are at most `maximumCount`; `discard`
  /// deletes what was collected.
  @Test func `beats come in order, with gaps, and can be discarded`() async throws {
    let kit = try await KitStore.allowing(HKSeriesType.heartbeat())
    func builder() -> HKHeartbeatSeriesBuilder {
      HKHeartbeatSeriesBuilder(healthStore: kit.health, device: nil, start: KitStore.start)
    }
    let beats = builder()
    for (time, gap) in [(0.5, false), (1.4, false), (9.0, true)] {
      try await beats.addHeartbeatWithTimeInterval(sinceSeriesStartDate: time, precededByGap: gap)
    }
    for time in [9.0, 3, -1, .nan] {
      #expect(
        await code {
          try await beats.addHeartbeatWithTimeInterval(
            sinceSeriesStartDate: time, precededByGap: false)
        } == .errorInvalidArgument)
    }
    let saved = try await beats.finishSeries()
    #expect(saved.count == 3 && HKHeartbeatSeriesBuilder.maximumCount > 0)
    var read: [HKHeartbeatSeriesQueryDescriptor.Heartbeat] = []
    for try await beat in HKHeartbeatSeriesQueryDescriptor(saved).results(for: kit.health) {
      read.append(beat)
    }
    #expect(read.map(\.timeIntervalSinceStart) == [0.5, 1.4, 9])
    #expect(read.map(\.precededByGap) == [false, false, true])
    let discarded = builder()
    try await discarded.addHeartbeatWithTimeInterval(sinceSeriesStartDate: 1, precededByGap: false)
    discarded.discard()
    #expect(await code { try await discarded.finishSeries() } == .errorInvalidArgument)
    #expect(try await kit.samples(HKSeriesType.heartbeat()).count == 1)
  }

  /// hkelectrocardiogramquery - One call for each voltage, in the order of time, then one that says that it is done.
  @Test func `an electrocardiogram gives its voltages, then says that it is done`() async throws {
    let kit = try await KitStore.allowing(HKObjectType.electrocardiogramType())
    let voltages = [150.5, -20, 3].map {
      HKQuantity(unit: .voltUnit(with: .micro), doubleValue: $0)
    }
    let recording = try HKElectrocardiogram(
      classification: .sinusRhythm, samplingFrequency: HKQuantity(unit: .hertz(), doubleValue: 500),
      voltages: voltages, start: KitStore.start)
    try await kit.health.save(recording)
    let saved = try #require(
      try await kit.samples(HKObjectType.electrocardiogramType()).first as? HKElectrocardiogram)
    #expect(saved.numberOfVoltageMeasurements == 3)
    let calls = AsyncStream<String> { continuation in
      kit.health.execute(
        HKElectrocardiogramQuery(saved) { _, result in
          switch result {
          case .measurement(let one):
            let volts = one.quantity(for: .appleWatchSimilarToLeadI)?.doubleValue(
              for: .voltUnit(with: .micro))
            continuation.yield("\(one.timeSinceSampleStart) \(volts ?? .nan)")
          case .done:
            continuation.yield("done")
            continuation.finish()
          case .error: continuation.finish()
          }
        })
    }
    var lines: [String] = []
    for await line in calls { lines.append(line) }
    #expect(lines == ["0.0 150.5", "0.002 -20.0", "0.004 3.0", "done"])
  }

  /// hkworkoutroutebuilder, hkworkoutroutequery - Places are inserted in parts and belong to a workout that is saved; a query
  /// gives them in parts and says which is the last.
  @Test func `a route gives its places in parts`() async throws {
    let kit = try await KitStore.allowing(.workoutType(), HKSeriesType.workoutRoute())
    let workout = HKWorkout(activityType: .hiking, start: KitStore.start, end: KitStore.start + 500)
    try await kit.health.save(workout)
    let builder = HKWorkoutRouteBuilder(healthStore: kit.health, device: nil)
    for part in 0..<5 {
      try await builder.insertRouteData(
        (0..<50).map { index in
          CLLocation(
            coordinate: CLLocationCoordinate2D(latitude: 52, longitude: 13), altitude: 34,
            horizontalAccuracy: 4, verticalAccuracy: 2,
            timestamp: KitStore.start + Double(part * 50 + index))
        })
    }
    let route = try await builder.finishRoute(with: workout, metadata: nil)
    #expect(
      await code { try await builder.insertRouteData([]) } == .errorInvalidArgument)
    let parts = AsyncStream<(Int, Bool)> { continuation in
      kit.health.execute(
        HKWorkoutRouteQuery(route: route) { _, places, isDone, _ in
          continuation.yield((places?.count ?? -1, isDone))
          if isDone { continuation.finish() }
        })
    }
    var (count, ends) = (0, [Bool]())
    for await (places, isDone) in parts {
      count += places
      ends.append(isDone)
    }
    #expect(count == 250 && ends.count > 1 && ends.last == true && !ends.dropLast().contains(true))
    var floors: [CLFloor?] = []
    for try await place in HKWorkoutRouteQueryDescriptor(route).results(for: kit.health) {
      floors.append(place.floor)
    }
    #expect(floors.count == 250 && floors.allSatisfy { $0 == nil })
  }

  /// hkquery/predicate(foractivitysummariesbetweenstart:end:), hkactivitysummary/datecomponents(for:) - Both days count, in the
  /// calendar of the components; a summary gives its day in any calendar.
  @Test func `summaries are found by days of any calendar`() async throws {
    let kit = try KitStore()
    try await kit.health.requestAuthorization(
      toShare: [], read: [HKObjectType.activitySummaryType()])
    for day in 1...5 {
      let summary = try #require(
        ActivitySummary(
          year: 2026, month: 1, day: day,
          values: [.activeEnergyBurned: Quantity(Double(day * 100), .kilocalorie)]))
      try kit.owner.save([
        .record(
          try RecordSample(
            content: .activitySummary(summary), start: summary.start, end: summary.start,
            source: KitStore.other))
      ])
    }
    func energies(_ calendar: Calendar, _ year: Int, from: Int, to: Int) async throws -> [Double] {
      let days = [from, to].map {
        DateComponents(calendar: calendar, year: year, month: 1, day: $0)
      }
      return try await kit.summaries(
        HKQuery.predicate(forActivitySummariesBetweenStart: days[0], end: days[1])
      ).map { $0.activeEnergyBurned.doubleValue(for: .kilocalorie()) }
    }
    let buddhist = Calendar(identifier: .buddhist)
    #expect(
      try await energies(Calendar(identifier: .gregorian), 2026, from: 2, to: 4) == [200, 300, 400])
    #expect(try await energies(buddhist, 2569, from: 4, to: 4) == [400])
    let all = try await kit.summaries()
    let first = try #require(all.first).dateComponents(for: buddhist)
    #expect(first.year == 2569 && first.month == 1 && first.day == 1)
  }

  /// hkhealthstore/biologicalsex() and the like - A characteristic that may not be read, or is not set, is `notSet`; before a
  /// request it is an error.
  @Test func `a characteristic is not set, or not known, in the same words`() async throws {
    let kit = try KitStore { _ in AuthorizationRequest() }
    var profile = PersonProfile()
    profile[.biologicalSex] = "HKBiologicalSexFemale"
    try kit.owner.setProfile(profile)
    #expect(await code { try kit.health.biologicalSex() } == .errorAuthorizationNotDetermined)
    let types = [HKCharacteristicTypeIdentifier.biologicalSex, .bloodType].map {
      HKCharacteristicType($0)
    }
    try await kit.health.requestAuthorization(toShare: [], read: Set(types))
    #expect(try kit.health.biologicalSex().biologicalSex == .notSet)
    #expect(try kit.health.bloodType().bloodType == .notSet)
  }

  /// hkobjecttype/documenttype(foridentifier:) - Documents are not kept, so that there is no type of them.
  @Test func `there is no type of documents`() {
    #expect(HKObjectType.documentType(forIdentifier: .CDA) == nil)
  }
}

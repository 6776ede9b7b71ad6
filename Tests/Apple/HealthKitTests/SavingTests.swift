import Foundation
import HealthKit
import SampleStore
import Testing

@Suite struct SavingTests {
  @Test func `a saved object is read back unchanged`() async throws {
    let kit = try await KitStore.allowing(HKQuantityType(.heartRate))
    let device = HKDevice(
      name: "Camera", manufacturer: "Maker", model: "C1", hardwareVersion: "1",
      firmwareVersion: "2", softwareVersion: "3", localIdentifier: "usb-1",
      udiDeviceIdentifier: nil)
    let sample = HKQuantitySample(
      type: HKQuantityType(.heartRate),
      quantity: HKQuantity(unit: HKUnit(from: "count/min"), doubleValue: 61.5),
      start: KitStore.start, end: KitStore.start + 30, device: device,
      metadata: [
        HKMetadataKeyWasUserEntered: true, HKMetadataKeyTimeZone: "Europe/Berlin",
        HKMetadataKeyHeartRateSensorLocation: HKHeartRateSensorLocation.finger.rawValue,
        "when": KitStore.start,
        HKMetadataKeyHeartRateEventThreshold:
          HKQuantity(unit: HKUnit(from: "count/min"), doubleValue: 120),
      ])
    try await kit.health.save(sample)
    let found = try #require(try await kit.samples().first as? HKQuantitySample)
    #expect(found == sample)
    #expect(found.uuid == sample.uuid)
    #expect(found.quantity == sample.quantity)
    #expect(found.startDate == sample.startDate && found.endDate == sample.endDate)
    #expect(found.device == device)
    #expect(found.metadata?[HKMetadataKeyWasUserEntered] as? Bool == true)
    #expect(found.metadata?[HKMetadataKeyTimeZone] as? String == "Europe/Berlin")
    #expect(found.metadata?[HKMetadataKeyHeartRateSensorLocation] as? Int == 3)
    #expect(found.metadata?["when"] as? Date == KitStore.start)
    #expect(
      (found.metadata?[HKMetadataKeyHeartRateEventThreshold] as? HKQuantity)?
        .doubleValue(for: HKUnit(from: "count/min")) == 120)
    #expect(found.sourceRevision.source.bundleIdentifier == "org.example.program")
    #expect(found.sourceRevision.version == "1.2")
    #expect(found.sourceRevision.operatingSystemVersion.majorVersion == 6)
    #expect(found.sourceRevision.operatingSystemVersion.minorVersion == 1)
  }

  @Test func `samples from the store have the class of their type`() async throws {
    let (steps, rate) = (HKQuantityType(.stepCount), HKQuantityType(.heartRate))
    let kit = try await KitStore.allowing(steps, rate)
    let walk = HKQuantitySample(
      type: steps, quantity: HKQuantity(unit: .count(), doubleValue: 7), start: KitStore.start,
      end: KitStore.start + 60)
    try await kit.health.save([walk, KitStore.heartRate(60, at: 3)])
    let summed = try #require(try await kit.samples(steps).first as? HKCumulativeQuantitySample)
    #expect(summed == walk && summed.sumQuantity == walk.quantity)
    let averaged = try #require(try await kit.samples(rate).first as? HKDiscreteQuantitySample)
    #expect(averaged.maximumQuantity.doubleValue(for: HKUnit(from: "count/min")) == 60)
    #expect(averaged.mostRecentQuantityDateInterval.start == KitStore.start + 3)
  }

  @Test func `values that do not make a sample are refused, and the call saves nothing`()
    async throws
  {
    let type = HKQuantityType(.heartRate)
    let kit = try await KitStore.allowing(type, HKCategoryType(.sleepAnalysis))
    let (start, good) = (KitStore.start, KitStore.heartRate(60, at: 0))
    let bpm = HKQuantity(unit: HKUnit(from: "count/min"), doubleValue: 60)
    let bad: [HKSample] = [
      HKQuantitySample(
        type: type, quantity: HKQuantity(unit: .meter(), doubleValue: 1), start: start, end: start),
      HKQuantitySample(
        type: type, quantity: HKQuantity(unit: HKUnit(from: "count/min"), doubleValue: .nan),
        start: start, end: start),
      HKQuantitySample(type: type, quantity: bpm, start: start, end: start - 1),
      HKQuantitySample(
        type: type, quantity: bpm, start: start, end: start, metadata: ["key": [1, 2, 3]]),
      HKCategorySample(
        type: HKCategoryType(.sleepAnalysis), value: 17, start: start, end: start + 1),
      HKCorrelation(
        type: HKCorrelationType(.bloodPressure), start: start, end: start, objects: [good]),
      HKWorkout(
        activityType: .yoga, start: start, end: start + 60,
        workoutEvents: [HKWorkoutEvent(type: .lap, date: start + 100)], totalEnergyBurned: nil,
        totalDistance: nil, metadata: nil),
      HKWorkout(
        activityType: .yoga, start: start, end: start + 60,
        workoutEvents: [
          HKWorkoutEvent(
            type: .lap, dateInterval: DateInterval(start: start, duration: 1), metadata: ["a": [1]])
        ], totalEnergyBurned: nil, totalDistance: nil, metadata: nil),
    ]
    for sample in bad {
      #expect(
        await code { try await kit.health.save([good, sample]) } == .errorInvalidArgument)
    }
    #expect(try kit.owner.count(matching: SampleQuery()) == 0)
  }

  @Test func `a program deletes its own samples only, and at least one`() async throws {
    let kit = try await KitStore.allowing(HKQuantityType(.heartRate))
    try kit.others([(70, 0)])
    let mine = KitStore.heartRate(60, at: 1)
    try await kit.health.save(mine)
    let foreign = try #require(
      try await kit.samples().first { $0.sourceRevision.source.name == "Other" })
    #expect(await code { try await kit.health.delete(foreign) } == .errorAuthorizationDenied)
    #expect(
      await code { try await kit.health.delete([] as [HKObject]) } == .errorInvalidArgument)
    let all = HKQuery.predicateForSamples(withStart: nil, end: nil)
    let count = try await kit.health.deleteObjects(of: mine.sampleType, predicate: all)
    #expect(count == 1)
    #expect(try await kit.samples() == [foreign])
  }

  @Test func `a sync identifier keeps the highest version`() async throws {
    let kit = try await KitStore.allowing(HKQuantityType(.heartRate))
    for (bpm, version) in [(60.0, 1), (62.0, 3), (61.0, 2)] {
      try await kit.health.save(
        KitStore.heartRate(
          bpm, at: 0,
          metadata: [HKMetadataKeySyncIdentifier: "a", HKMetadataKeySyncVersion: version]))
    }
    let found = try await kit.samples() as? [HKQuantitySample]
    #expect(found?.map { $0.quantity.doubleValue(for: HKUnit(from: "count/min")) } == [62])
  }

  @Test func `a workout keeps its events, totals and pauses, and finds its samples`() async throws {
    let kit = try await KitStore.allowing(
      .workoutType(), HKQuantityType(.heartRate))
    let start = KitStore.start
    let workout = HKWorkout(
      activityType: .cycling, start: start, end: start + 600,
      workoutEvents: [
        HKWorkoutEvent(type: .pause, date: start + 100),
        HKWorkoutEvent(type: .resume, date: start + 160),
      ], totalEnergyBurned: HKQuantity(unit: .kilocalorie(), doubleValue: 50),
      totalDistance: HKQuantity(unit: .meterUnit(with: .kilo), doubleValue: 5),
      device: .local(), metadata: [HKMetadataKeyIndoorWorkout: false])
    #expect(workout.duration == 540)
    let inside = KitStore.heartRate(120, at: 5)
    try await kit.health.save([workout, inside, KitStore.heartRate(90, at: 6)])
    try await kit.health.addSamples([inside], to: workout)

    let found = try #require(try await kit.samples(.workoutType()).first as? HKWorkout)
    #expect(found.workoutActivityType == .cycling)
    #expect(found.duration == 540)
    #expect(found.workoutEvents?.map(\.type) == [.pause, .resume])
    #expect(found.totalEnergyBurned == HKQuantity(unit: .kilocalorie(), doubleValue: 50))
    #expect(found.totalDistance == HKQuantity(unit: .meter(), doubleValue: 5000))
    #expect(found.device == .local())
    #expect(
      try await kit.samples(
        HKQuantityType(.heartRate), HKQuery.predicateForObjects(from: found)) == [inside])
    let far = HKQuery.predicateForWorkouts(
      with: .greaterThan, totalDistance: HKQuantity(unit: .meter(), doubleValue: 4999))
    let farther = HKQuery.predicateForWorkouts(
      with: .greaterThan, totalDistance: HKQuantity(unit: .meter(), doubleValue: 5000))
    #expect(try await kit.samples(.workoutType(), far) == [workout])
    #expect(try await kit.samples(.workoutType(), farther).isEmpty)
    #expect(
      try await kit.samples(.workoutType(), HKQuery.predicateForWorkouts(with: .cycling))
        == [workout])
    #expect(
      try await kit.samples(
        .workoutType(), HKQuery.predicateForWorkouts(with: .lessThan, duration: 540)
      ).isEmpty)
  }

  @Test func `heartbeats are built, saved and read one by one`() async throws {
    let kit = try await KitStore.allowing(HKSeriesType.heartbeat())
    let builder = HKHeartbeatSeriesBuilder(
      healthStore: kit.health, device: .local(), start: KitStore.start)
    #expect(await code { try await builder.finishSeries() } == .errorNoData)
    for (time, gap) in [(0.0, false), (0.8, false), (2.5, true)] {
      try await builder.addHeartbeatWithTimeInterval(sinceSeriesStartDate: time, precededByGap: gap)
    }
    for time in [2.5, 1, -1, .nan] {
      #expect(
        await code {
          try await builder.addHeartbeatWithTimeInterval(
            sinceSeriesStartDate: time, precededByGap: false)
        } == .errorInvalidArgument)
    }
    let series = try await builder.finishSeries()
    #expect(await code { try await builder.finishSeries() } == .errorInvalidArgument)
    #expect(series.count == 3 && series.endDate == KitStore.start + 2.5)

    let found = try #require(
      try await kit.samples(HKSeriesType.heartbeat()).first as? HKHeartbeatSeriesSample)
    #expect(found == series)
    var times: [Double] = []
    for try await beat in HKHeartbeatSeriesQueryDescriptor(found).results(for: kit.health) {
      times.append(beat.precededByGap ? -beat.timeIntervalSinceStart : beat.timeIntervalSinceStart)
    }
    #expect(times == [0, 0.8, -2.5])
    let received = AsyncStream<(Double, Bool, Bool)> { continuation in
      kit.health.execute(
        HKHeartbeatSeriesQuery(heartbeatSeries: found) { _, time, gap, done, _ in
          continuation.yield((time, gap, done))
          if done { continuation.finish() }
        })
    }
    var beats: [(Double, Bool, Bool)] = []
    for await beat in received { beats.append(beat) }
    #expect(beats.map(\.0) == [0, 0.8, 2.5])
    #expect(beats.map(\.1) == [false, false, true])
    #expect(beats.map(\.2) == [false, false, true])
  }
}

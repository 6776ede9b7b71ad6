import CoreLocation
import Foundation
import HealthKit
import SampleStore
import Testing

/// Statements of the headers of HealthKit (SDKs of iOS 14.5 to 18.1), tried against the finished package.
@Suite struct HeaderMeanings {
  private static let rate = HKQuantityType(.heartRate)
  private static let bpm = HKUnit(from: "count/min")

  private static func builder(_ kit: KitStore) async throws -> HKWorkoutBuilder {
    let builder = HKWorkoutBuilder(
      healthStore: kit.health, configuration: HKWorkoutConfiguration(), device: nil)
    try await builder.beginCollection(at: KitStore.start)
    return builder
  }

  private static func device(_ name: String?) -> HKDevice {
    HKDevice(
      name: name, manufacturer: "Maker", model: nil, hardwareVersion: nil, firmwareVersion: nil,
      softwareVersion: nil, localIdentifier: nil, udiDeviceIdentifier: nil)
  }

  /// HKStatisticsCollectionQuery.h - "Sources will be empty unless HKStatisticsOptionSeparateBySource is specified".
  @Test func `a collection that is not separated has no sources`() async throws {
    let kit = try await KitStore.allowing(Self.rate)
    try await kit.health.save(KitStore.heartRate(60, at: 10))
    let collection = try await HKStatisticsCollectionQueryDescriptor(
      predicate: .quantitySample(type: Self.rate), options: .discreteMax,
      anchorDate: KitStore.start, intervalComponents: DateComponents(minute: 1)
    ).result(for: kit.health)
    #expect(collection.statistics().count == 1 && collection.sources().isEmpty)
  }

  /// HKQuery.h, predicateForObjectsWithDeviceProperty - "An empty set will match all devices whose property value is nil."
  @Test func `no allowed value of a device's property finds devices without it`() async throws {
    let kit = try await KitStore.allowing(Self.rate)
    let samples = [Self.device("Strap"), Self.device(nil)].enumerated().map { index, device in
      HKQuantitySample(
        type: Self.rate, quantity: HKQuantity(unit: Self.bpm, doubleValue: 60),
        start: KitStore.start + Double(index), end: KitStore.start + Double(index), device: device,
        metadata: nil)
    }
    try await kit.health.save(samples)
    let nameless = HKQuery.predicateForObjects(
      withDeviceProperty: HKDevicePropertyKeyName, allowedValues: [])
    #expect(try await kit.samples(Self.rate, nameless) == [samples[1]])
  }

  /// HKHealthStore.h, addSamples:toWorkout: - A sample that is not saved yet is saved, "without an HKDevice". Here it keeps its
  /// device: Sources/Apple/README.md says why.
  @Test func `a sample that is saved with its workout keeps its device`() async throws {
    let kit = try await KitStore.allowing(Self.rate, .workoutType())
    let workout = HKWorkout(
      activityType: .running, start: KitStore.start, end: KitStore.start + 60)
    try await kit.health.save(workout)
    let sample = HKQuantitySample(
      type: Self.rate, quantity: HKQuantity(unit: Self.bpm, doubleValue: 60), start: KitStore.start,
      end: KitStore.start, device: Self.device("Strap"), metadata: nil)
    try await kit.health.addSamples([sample], to: workout)
    let found = try await kit.samples(Self.rate, HKQuery.predicateForObjects(from: workout))
    #expect(found == [sample] && found.first?.device == sample.device)
  }

  /// HKMetadata.h - "HKMetadataKeySyncVersion may not be provided if HKMetadataKeySyncIdentifier is not provided."
  @Test func `a sync version needs an identifier`() async throws {
    let kit = try await KitStore.allowing(Self.rate)
    let sample = KitStore.heartRate(60, at: 0, metadata: [HKMetadataKeySyncVersion: 1])
    #expect(await code { try await kit.health.save(sample) } == .errorInvalidArgument)
  }

  /// HKMetadata.h, HKMetadataKeyExternalUUID - "Uniqueness of objects with the same value of this key is not enforced".
  @Test func `several objects may have one external identifier`() async throws {
    let kit = try await KitStore.allowing(Self.rate)
    let samples = (0..<2).map {
      KitStore.heartRate(60, at: Double($0), metadata: [HKMetadataKeyExternalUUID: "a"])
    }
    for sample in samples { try await kit.health.save(sample) }
    let named = HKQuery.predicateForObjects(
      withMetadataKey: HKMetadataKeyExternalUUID, allowedValues: ["a"])
    #expect(try await kit.samples(Self.rate, named) == samples)
  }

  /// HKCorrelation.h - "objects must be a set of HKQuantitySamples and HKCategorySamples".
  @Test func `a correlation holds quantities and categories alone`() async throws {
    let food = HKQuantityType(.dietaryProtein)
    let kit = try await KitStore.allowing(food, .workoutType())
    func meal(_ objects: HKSample...) -> HKCorrelation {
      HKCorrelation(
        type: HKCorrelationType(.food), start: KitStore.start, end: KitStore.start,
        objects: Set(objects))
    }
    let protein = HKQuantitySample(
      type: food, quantity: HKQuantity(unit: .gram(), doubleValue: 20), start: KitStore.start,
      end: KitStore.start)
    try await kit.health.save(meal(protein))
    let workout = HKWorkout(
      activityType: .running, start: KitStore.start, end: KitStore.start + 60)
    #expect(await code { try await kit.health.save(meal(workout)) } == .errorInvalidArgument)
    #expect(await code { try await kit.health.save(meal(meal(protein))) } == .errorInvalidArgument)
  }

  /// HKWorkoutBuilder.h, addMetadata: - "When an error occurs, the builder's metadata property will remain unchanged."
  @Test func `metadata that are refused leave a builder's as they were`() async throws {
    let kit = try await KitStore.allowing(.workoutType())
    let builder = try await Self.builder(kit)
    try await builder.addMetadata(["a": 1])
    #expect(
      await code { try await builder.addMetadata(["a": 2, "b": [1]]) } == .errorInvalidArgument)
    #expect(builder.metadata.count == 1 && builder.metadata["a"] as? Int == 1)
  }

  /// HKWorkout.h, workoutEvents - "These events will be ordered by date in ascending order."
  @Test func `a workout's events are in the order of their dates`() async throws {
    let kit = try await KitStore.allowing(.workoutType())
    let builder = try await Self.builder(kit)
    try await builder.addWorkoutEvents([
      HKWorkoutEvent(type: .marker, date: KitStore.start + 40),
      HKWorkoutEvent(type: .lap, date: KitStore.start + 10),
    ])
    try await builder.addWorkoutEvents([HKWorkoutEvent(type: .marker, date: KitStore.start + 20)])
    try await builder.endCollection(at: KitStore.start + 60)
    let seconds = { (workout: HKWorkout?) in
      workout?.workoutEvents?.map { $0.dateInterval.start.timeIntervalSince(KitStore.start) }
    }
    #expect(seconds(try await builder.finishWorkout()) == [10, 20, 40])
    #expect(seconds(try await kit.samples(.workoutType()).first as? HKWorkout) == [10, 20, 40])
  }

  /// HKMetadata.h - Humidity is "expressed in percent", a lap's length "compatible with a length unit", METs kcal/(kg*hr).
  @Test func `a quantity in metadata has the dimension of its key`() async throws {
    let kit = try await KitStore.allowing(Self.rate)
    func saving(_ key: String, _ unit: String) async -> HKError.Code? {
      let quantity = HKQuantity(unit: HKUnit(from: unit), doubleValue: 1)
      return await code {
        try await kit.health.save(KitStore.heartRate(60, at: 0, metadata: [key: quantity]))
      }
    }
    for (key, right, wrong) in [
      (HKMetadataKeyWeatherHumidity, "%", "m"), (HKMetadataKeyLapLength, "mi", "s"),
      (HKMetadataKeyAverageMETs, "kcal/(kg*hr)", "kcal"),
      (HKMetadataKeyElevationAscended, "cm", "L"), (HKMetadataKeyMaximumSpeed, "km/hr", "m"),
      (HKMetadataKeyFitnessMachineDuration, "min", "count"),
      (HKMetadataKeyMaximumLightIntensity, "lx", "m"),
      (HKMetadataKeyHeadphoneGain, "dBASPL", "count"),
    ] {
      #expect(await saving(key, right) == nil, "\(key)")
      #expect(await saving(key, wrong) == .errorInvalidArgument, "\(key)")
    }
  }

  // MARK: Deleting, routes, series

  /// hkhealthstore/deleteobjects(of:predicate:withcompletion:) - Without a request for permission to share it fails with
  /// `errorAuthorizationNotDetermined`, after a refusal with `errorAuthorizationDenied`.
  @Test func `who may not share may not delete by a predicate`() async throws {
    let kit = try KitStore { request in
      AuthorizationRequest(sharing: [], reading: request.reading)
    }
    func deleting() async -> HKError.Code? {
      await code {
        try await kit.health.deleteObjects(of: Self.rate, predicate: NSPredicate(value: true))
      }
    }
    #expect(await deleting() == .errorAuthorizationNotDetermined)
    try await kit.health.requestAuthorization(toShare: [Self.rate], read: [])
    #expect(await deleting() == .errorAuthorizationDenied)
  }

  /// hkworkoutroutebuilder/finishroute(with:metadata:completion:) - It fails without places; afterwards "any further calls to
  /// the builder returns an error", and the route has no other workout.
  @Test func `a route has places and one workout`() async throws {
    let kit = try await KitStore.allowing(.workoutType(), HKSeriesType.workoutRoute())
    let workouts = [0.0, 100].map {
      HKWorkout(activityType: .hiking, start: KitStore.start + $0, end: KitStore.start + $0 + 60)
    }
    try await kit.health.save(workouts)
    let builder = HKWorkoutRouteBuilder(healthStore: kit.health, device: nil)
    #expect(await code { try await builder.finishRoute(with: workouts[0], metadata: nil) } != nil)
    try await builder.insertRouteData([Self.place(1)])
    try await builder.finishRoute(with: workouts[0], metadata: nil)
    #expect(await code { try await builder.insertRouteData([Self.place(2)]) } != nil)
    #expect(await code { try await builder.finishRoute(with: workouts[1], metadata: nil) } != nil)
    let first = HKQuery.predicateForObjects(from: workouts[0])
    #expect(try await kit.samples(HKSeriesType.workoutRoute(), first).count == 1)
  }

  private static func place(_ second: Double) -> CLLocation {
    CLLocation(
      coordinate: CLLocationCoordinate2D(latitude: 52, longitude: 13), altitude: 34,
      horizontalAccuracy: 4, verticalAccuracy: 2, timestamp: KitStore.start + second)
  }

  /// hkworkoutroutebuilder/insertroutedata(_:completion:) - Places "may be inserted in any order; the builder sorts them by
  /// date".
  @Test func `places come in the order of their dates`() async throws {
    let kit = try await KitStore.allowing(.workoutType(), HKSeriesType.workoutRoute())
    let workout = HKWorkout(activityType: .hiking, start: KitStore.start, end: KitStore.start + 60)
    try await kit.health.save(workout)
    let builder = HKWorkoutRouteBuilder(healthStore: kit.health, device: nil)
    try await builder.insertRouteData([Self.place(30), Self.place(10)])
    try await builder.insertRouteData([Self.place(20)])
    let route = try await builder.finishRoute(with: workout, metadata: nil)
    var seconds: [Double] = []
    for try await place in HKWorkoutRouteQueryDescriptor(route).results(for: kit.health) {
      seconds.append(place.timestamp.timeIntervalSince(KitStore.start))
    }
    #expect(seconds == [10, 20, 30])
  }

  /// hkquantityseriessamplebuilder/finishseries(metadata:enddate:completion:) - An error without quantities, or with an end
  /// before the series' start or before the end of a quantity.
  @Test func `a series ends after its quantities`() async throws {
    let kit = try await KitStore.allowing(Self.rate)
    func finishing(_ quantities: [Double], end: Double) async throws -> HKError.Code? {
      let builder = HKQuantitySeriesSampleBuilder(
        healthStore: kit.health, quantityType: Self.rate, startDate: KitStore.start, device: nil)
      for start in quantities {
        try builder.insert(
          HKQuantity(unit: Self.bpm, doubleValue: 60),
          for: DateInterval(start: KitStore.start + start, duration: 5))
      }
      return await code {
        try await builder.finishSeries(metadata: nil, endDate: KitStore.start + end)
      }
    }
    #expect(try await finishing([], end: 10) != nil)
    #expect(try await finishing([1], end: -1) == .errorInvalidArgument)
    #expect(try await finishing([1, 10], end: 14) == .errorInvalidArgument)
    #expect(try await kit.samples().isEmpty)
    #expect(try await finishing([1, 10], end: 20) == nil)
    #expect(try await kit.samples().first?.endDate == KitStore.start + 20)
  }

  /// HKHeartbeatSeriesBuilder.h - A beat that cannot be added: "An error here is considered fatal and the series builder will be
  /// complete." Here the builder goes on: Sources/Apple/README.md says why.
  @Test func `a beat that does not fit is left out`() async throws {
    let kit = try await KitStore.allowing(HKSeriesType.heartbeat())
    let beats = HKHeartbeatSeriesBuilder(
      healthStore: kit.health, device: nil, start: KitStore.start)
    try await beats.addHeartbeatWithTimeInterval(sinceSeriesStartDate: 1, precededByGap: false)
    let wrong = await code {
      try await beats.addHeartbeatWithTimeInterval(sinceSeriesStartDate: -1, precededByGap: false)
    }
    #expect(wrong == .errorInvalidArgument)
    try await beats.addHeartbeatWithTimeInterval(sinceSeriesStartDate: 2, precededByGap: false)
    #expect(try await beats.finishSeries().count == 2)
  }

  /// HKHeartbeatSeriesBuilder.h, addMetadata: - New entries take the place of earlier ones; after an error all remain.
  @Test func `metadata of heartbeats are added up, and remain after an error`() async throws {
    let kit = try await KitStore.allowing(HKSeriesType.heartbeat())
    let beats = HKHeartbeatSeriesBuilder(
      healthStore: kit.health, device: nil, start: KitStore.start)
    try await beats.addHeartbeatWithTimeInterval(sinceSeriesStartDate: 1, precededByGap: false)
    try await beats.addMetadata(["a": 1, "b": "x"])
    try await beats.addMetadata(["a": 2])
    let refused = await code { try await beats.addMetadata(["a": 3, "c": [1]]) }
    #expect(refused == .errorInvalidArgument)
    let saved = try await beats.finishSeries()
    #expect(saved.metadata?["a"] as? Int == 2 && saved.metadata?["b"] as? String == "x")
    #expect(saved.metadata?.count == 2)
  }

  /// hkdevice/local() - "A device object representing the hardware (...) that is running the app".
  @Test func `this machine is a device`() async throws {
    let kit = try await KitStore.allowing(Self.rate)
    let local = HKDevice.local()
    #expect(local == HKDevice.local() && local.name != nil)
    let sample = HKQuantitySample(
      type: Self.rate, quantity: HKQuantity(unit: Self.bpm, doubleValue: 60), start: KitStore.start,
      end: KitStore.start, device: local, metadata: nil)
    try await kit.health.save(sample)
    let found = try await kit.samples(Self.rate, HKQuery.predicateForObjects(from: [local]))
    #expect(found == [sample] && found.first?.device == local)
  }

  /// HKSample.h, hasUndeterminedDuration - "Computed based on the endDate of a sample": the distant future.
  @Test func `a sample that has not ended has no length yet`() async throws {
    let kit = try await KitStore.allowing(HKCategoryType(.pregnancy))
    func sample(_ end: Date) -> HKCategorySample {
      HKCategorySample(
        type: HKCategoryType(.pregnancy), value: HKCategoryValue.notApplicable.rawValue,
        start: KitStore.start, end: end)
    }
    let (open, over) = (sample(.distantFuture), sample(KitStore.start + 60))
    #expect(open.hasUndeterminedDuration && !over.hasUndeterminedDuration)
    try await kit.health.save([open, over])
    let found = try await kit.samples(HKCategoryType(.pregnancy))
    #expect(found.filter { $0.hasUndeterminedDuration } == [open])
  }

  // MARK: Calendars, units, queries, numbers

  /// HKActivitySummary.h, dateComponentsForCalendar: - "era, year, month, and day components in the provided calendar".
  @Test func `the day of a summary has an era, in the calendar that is asked for`() async throws {
    let kit = try KitStore()
    try await kit.health.requestAuthorization(
      toShare: [], read: [HKObjectType.activitySummaryType()])
    let day = try #require(ActivitySummary(year: 2026, month: 1, day: 31, values: [:]))
    try kit.owner.save([
      .record(
        try RecordSample(
          content: .activitySummary(day), start: day.start, end: day.start, source: KitStore.other))
    ])
    let summary = try #require(try await kit.summaries().first)
    let gregorian = summary.dateComponents(for: Calendar(identifier: .gregorian))
    #expect(gregorian.era == 1 && gregorian.year == 2026 && gregorian.month == 1)
    #expect(gregorian.day == 31)
    let buddhist = summary.dateComponents(for: Calendar(identifier: .buddhist))
    #expect(buddhist.era != nil && buddhist.year == 2569 && buddhist.day == 31)
  }

  /// HKUnit.h - "1 cal = 4.1840 J", "1 Cal = 4184.0 J", "kcal (kilocalories) = 4184.0 J".
  @Test func `a large calorie is a thousand small ones`() {
    for (unit, joules) in [
      (HKUnit.smallCalorie(), 4.184), (.largeCalorie(), 4184), (.kilocalorie(), 4184),
      (HKUnit(from: "cal"), 4.184), (HKUnit(from: "Cal"), 4184), (HKUnit(from: "kcal"), 4184),
    ] {
      let one = HKQuantity(unit: unit, doubleValue: 1)
      #expect(abs(one.doubleValue(for: .joule()) - joules) < 1e-9, "\(unit)")
    }
  }

  /// HKHealthStore.h, dateOfBirthComponentsWithError: - "the user's date of birth in the Gregorian calendar".
  @Test func `a date of birth is Gregorian`() async throws {
    let kit = try KitStore()
    let birth = try #require(HKObjectType.characteristicType(forIdentifier: .dateOfBirth))
    try await kit.health.requestAuthorization(toShare: [], read: [birth])
    var profile = PersonProfile()
    profile[.dateOfBirth] = "1980-02-29"
    try kit.owner.setProfile(profile)
    let components = try kit.health.dateOfBirthComponents()
    #expect(components.calendar?.identifier == .gregorian)
    #expect(components.year == 1980 && components.month == 2 && components.day == 29)
  }

  /// HKQuery.h - A query's `objectType` and `predicate` can be read.
  @Test func `a query says what it was made of`() {
    let predicate = HKQuery.predicateForSamples(withStart: KitStore.start, end: nil)
    let query = HKSampleQuery(
      sampleType: Self.rate, predicate: predicate, limit: 1, sortDescriptors: nil
    ) { _, _, _ in }
    #expect(query.objectType == Self.rate && query.predicate === predicate)
    let all = HKStatisticsQuery(
      quantityType: Self.rate, quantitySamplePredicate: nil, options: []
    ) { _, _, _ in }
    #expect(all.objectType == Self.rate && all.predicate == nil)
  }

  /// hkquantitysample - "The system automatically selects the correct subclass based on the HKQuantityType". Swift's
  /// initializers make no object of another class: Sources/Apple/README.md.
  @Test func `a sample of the store has its subclass, a new one has not`() async throws {
    let kit = try await KitStore.allowing(Self.rate)
    let sample = KitStore.heartRate(60, at: 0)
    #expect(!(sample is HKDiscreteQuantitySample) && sample.count == 1)
    try await kit.health.save(sample)
    #expect(try await kit.samples().first is HKDiscreteQuantitySample)
  }

  /// HKWorkoutConfiguration.h, HKWorkout.h - The numbers of places, and what a new configuration has.
  @Test func `a configuration says nothing until it is set`() {
    let configuration = HKWorkoutConfiguration()
    #expect(configuration.locationType == .unknown && configuration.lapLength == nil)
    #expect(configuration.swimmingLocationType == .unknown)
    #expect(
      [HKWorkoutSessionLocationType.unknown, .indoor, .outdoor].map(\.rawValue) == [1, 2, 3])
    #expect(HKWorkoutEventType.pause.rawValue == 1 && HKWorkoutEventType.segment.rawValue == 7)
    #expect(HKWorkoutActivityType.other.rawValue == 3000)
    #expect(HKWorkoutActivityType.americanFootball.rawValue == 1)
  }

  /// HKMetadata.h - The numbers of values in metadata.
  @Test func `values of metadata have Apple's numbers`() {
    #expect(HKWeatherCondition.tornado.rawValue == 27 && HKWeatherCondition.snow.rawValue == 12)
    #expect(HKBodyTemperatureSensorLocation.forehead.rawValue == 11)
    #expect(HKSwimmingStrokeStyle.kickboard.rawValue == 6)
    #expect(HKHeartRateRecoveryTestType.maxExercise.rawValue == 1)
    #expect(HKInsulinDeliveryReason.bolus.rawValue == 2)
    #expect(HKBloodGlucoseMealTime.preprandial.rawValue == 1)
    #expect(HKVO2MaxTestType.predictionNonExercise.rawValue == 3)
    #expect(HKDevicePlacementSide.central.rawValue == 3)
    #expect(HKUserMotionContext.active.rawValue == 2 && HKWaterSalinity.saltWater.rawValue == 2)
    #expect(HKCyclingFunctionalThresholdPowerTestType.predictionExercise.rawValue == 4)
    #expect(HKPhysicalEffortEstimationType.deviceSensed.rawValue == 2)
  }

  // MARK: Workouts and what queries say

  /// adding-samples-to-a-workout - "adding samples to the workout does not change any of the workout's properties".
  @Test func `a workout keeps its totals whatever samples it gets`() async throws {
    let walked = HKQuantityType(.distanceWalkingRunning)
    let kit = try await KitStore.allowing(HKObjectType.workoutType(), walked)
    let workout = HKWorkout(
      activityType: .running, start: KitStore.start, end: KitStore.start + 600, duration: 0,
      totalEnergyBurned: nil, totalDistance: HKQuantity(unit: .meter(), doubleValue: 1000),
      metadata: nil)
    try await kit.health.save(workout)
    let sample = HKQuantitySample(
      type: walked, quantity: HKQuantity(unit: .meter(), doubleValue: 500),
      start: KitStore.start + 60, end: KitStore.start + 900)
    try await kit.health.addSamples([sample], to: workout)
    let read = try #require(try await kit.samples(.workoutType()).first as? HKWorkout)
    #expect(read.totalDistance?.doubleValue(for: .meter()) == 1000)
    #expect(read.endDate == workout.endDate && read.duration == 600)
  }

  /// hkworkoutbuilder/elapsedtime(at:) - "can decrease when you add past occurrences of pause events".
  @Test func `a pause that is added late shortens the time`() async throws {
    let kit = try await KitStore.allowing(HKObjectType.workoutType())
    let builder = try await Self.builder(kit)
    #expect(builder.elapsedTime(at: KitStore.start + 300) == 300)
    try await builder.addWorkoutEvents(
      [(HKWorkoutEventType.pause, 100.0), (.resume, 160)].map {
        HKWorkoutEvent(
          type: $0, dateInterval: DateInterval(start: KitStore.start + $1, duration: 0),
          metadata: nil)
      })
    #expect(builder.elapsedTime(at: KitStore.start + 300) == 240)
  }

  /// HKSampleQuery.h, HKStatisticsCollectionQuery.h - What a query was made with can be read.
  @Test func `a query says its limit, order, anchor and interval`() {
    let order = NSSortDescriptor(key: HKSampleSortIdentifierStartDate, ascending: false)
    let query = HKSampleQuery(
      sampleType: Self.rate, predicate: nil, limit: 7, sortDescriptors: [order]
    ) { _, _, _ in }
    #expect(query.limit == 7 && query.sortDescriptors == [order])
    let days = HKStatisticsCollectionQuery(
      quantityType: Self.rate, quantitySamplePredicate: nil, options: .discreteAverage,
      anchorDate: KitStore.start, intervalComponents: DateComponents(day: 1))
    #expect(days.anchorDate == KitStore.start && days.options == .discreteAverage)
    #expect(days.intervalComponents == DateComponents(day: 1))
    #expect(days.initialResultsHandler == nil && days.statisticsUpdateHandler == nil)
  }

  /// hkquantityseriessamplebuilder/finishseries(metadata:completion:) - Metadata are of "all the samples created by the
  /// builder".
  @Test func `each sample of a series has the metadata`() async throws {
    let kit = try await KitStore.allowing(Self.rate)
    let builder = HKQuantitySeriesSampleBuilder(
      healthStore: kit.health, quantityType: Self.rate, startDate: KitStore.start, device: nil)
    try builder.insert(HKQuantity(unit: Self.bpm, doubleValue: 60), at: KitStore.start + 1)
    let made = try await builder.finishSeries(metadata: ["mine": "x"])
    #expect(!made.isEmpty && made.allSatisfy { $0.metadata?["mine"] as? String == "x" })
    let read = try await kit.samples()
    #expect(read.count == made.count && read.allSatisfy { $0.metadata?["mine"] as? String == "x" })
  }

  /// hkstatisticscollectionquery/anchordate - The intervals "extend away from the origin in both directions".
  @Test func `an anchor may lie after all samples`() async throws {
    let kit = try await KitStore.allowing(Self.rate)
    try await kit.health.save([KitStore.heartRate(60, at: 0), KitStore.heartRate(80, at: 7200)])
    let starts: [Date] = try await withCheckedThrowingContinuation { continuation in
      let hours = HKStatisticsCollectionQuery(
        quantityType: Self.rate, quantitySamplePredicate: nil, options: .discreteAverage,
        anchorDate: KitStore.start + 864_000 - 600, intervalComponents: DateComponents(hour: 1))
      hours.initialResultsHandler = { _, found, error in
        if let error { return continuation.resume(throwing: error) }
        continuation.resume(returning: found?.statistics().map(\.startDate) ?? [])
      }
      kit.health.execute(hours)
    }
    #expect(starts.map { $0.timeIntervalSince(KitStore.start) } == [-600, 6600])
  }
}

import Foundation
import SampleStore
import TestSupport
import Testing

@testable import HealthKit

/// What HealthKit's documentation and headers say about answers, errors and metadata.
@Suite struct SemanticsTests {
  private static let rate = HKQuantityType(.heartRate)
  private static let steps = HKQuantityType(.stepCount)
  private static let bpm = HKUnit(from: "count/min")

  @Test func `units are printed as exports have them`() {
    for (text, printed) in [
      ("mL/min·kg", "mL/min·kg"), ("ml/kg*min", "ml/min·kg"), ("mL/(kg.min)", "mL/min·kg"),
      ("kcal/hr·kg", "kcal/hr·kg"), ("kg/m.s^2", "kg/s^2·m"), ("count/min", "count/min"),
      ("m/s^2", "m/s^2"), ("()", "()"), ("mg/dL", "mg/dL"),
    ] {
      #expect(HKUnit(from: text).unitString == printed)
    }
    #expect(HKUnit(from: "kg/m.s^2") == HKUnit(from: "kg/(m.s^2)"))
    #expect(HKUnit(from: "kg/m/s") == HKUnit(from: "kg/(m.s)"))
  }

  @Test func `a sound level converts to a pressure and back`() throws {
    let level = HKUnit(from: "dBASPL")
    let pressure = HKQuantity(unit: level, doubleValue: 94)
    #expect(pressure.is(compatibleWith: HKUnit(from: "Pa")))
    // 94 dB is the level of calibrators: one pascal, nearly.
    #expect(abs(pressure.doubleValue(for: HKUnit(from: "Pa")) - 1.0024) < 1e-4)
    #expect(abs(pressure.doubleValue(for: HKUnit(from: "mPa")) - 1002.4) < 0.1)
    let back = HKQuantity(unit: HKUnit(from: "Pa"), doubleValue: 20e-6)
    #expect(abs(back.doubleValue(for: level)) < 1e-9)
    #expect(!pressure.is(compatibleWith: HKUnit(from: "count")))
  }

  @Test func `keys of metadata have the texts of exports`() {
    #expect(HKMetadataKeyHeartRateSensorLocation == "HKHeartRateSensorLocation")
    #expect(HKMetadataKeyHeartRateMotionContext == "HKMetadataKeyHeartRateMotionContext")
  }

  @Test func `statistics without samples are an error, and so is reading before asking`()
    async throws
  {
    let kit = try KitStore()
    func statistics() async -> HKError.Code? {
      await withCheckedContinuation { caller in
        kit.health.execute(
          HKStatisticsQuery(
            quantityType: Self.steps, quantitySamplePredicate: nil, options: .cumulativeSum
          ) { _, statistics, error in
            caller.resume(returning: statistics == nil ? (error as? HKError)?.code : nil)
          })
      }
    }
    #expect(await statistics() == .errorAuthorizationNotDetermined)
    #expect(
      await code { try await kit.samples(Self.steps) } == .errorAuthorizationNotDetermined)
    try await kit.health.requestAuthorization(toShare: [], read: [Self.steps])
    #expect(await statistics() == .errorNoData)
    #expect(try await kit.samples(Self.steps).isEmpty)
  }

  @Test func `a query of several predicates finds their union, sorted and limited as one`()
    async throws
  {
    let kit = try await KitStore.allowing(Self.rate, Self.steps)
    let start = KitStore.start
    var samples: [HKQuantitySample] = []
    for index in 0..<20 {
      samples.append(KitStore.heartRate(50 + Double(index), at: Double(index)))
      samples.append(
        HKQuantitySample(
          type: Self.steps, quantity: HKQuantity(unit: .count(), doubleValue: Double(index)),
          start: start + Double(index) + 0.5, end: start + Double(index) + 0.5))
    }
    try await kit.health.save(samples)
    let fast = HKQuery.predicateForQuantitySamples(
      with: .greaterThanOrEqualTo, quantity: HKQuantity(unit: Self.bpm, doubleValue: 60))
    let early = HKQuery.predicateForSamples(
      withStart: start, end: start + 5, options: .strictStartDate)
    let predicates: [HKSamplePredicate<HKSample>] = [
      .sample(type: Self.rate, predicate: fast), .sample(type: Self.steps, predicate: early),
      .sample(type: Self.steps, predicate: NSPredicate(value: false)),
    ]
    var expected: [HKSample] = []
    for predicate in predicates {
      expected += try await HKSampleQueryDescriptor(predicates: [predicate]).result(for: kit.health)
    }
    expected.sort { $0.startDate > $1.startDate }
    #expect(expected.count == 15)
    for limit in [1, 7, 15, 40] {
      let found = try await HKSampleQueryDescriptor(
        predicates: predicates, sortDescriptors: [SortDescriptor(\.startDate, order: .reverse)],
        limit: limit
      ).result(for: kit.health)
      #expect(found.map(\.uuid) == expected.prefix(limit).map(\.uuid))
    }
    let all = try await kit.samples(Self.rate, NSPredicate(value: true))
    #expect(all.count == 20)
  }

  @Test func `samples are sorted by a key path of their own kind`() async throws {
    let kit = try await KitStore.allowing(Self.rate)
    try await kit.health.save((0..<3).map { KitStore.heartRate(60, at: Double($0)) })
    let newest = try await kit.samples(
      sort: [NSSortDescriptor(keyPath: \HKQuantitySample.startDate, ascending: false)])
    #expect(newest.map(\.startDate) == [2, 1, 0].map { KitStore.start + $0 })
    let descriptor = HKSampleQueryDescriptor(
      predicates: [.quantitySample(type: Self.rate)],
      sortDescriptors: [SortDescriptor(\.endDate, order: .reverse)])
    #expect(try await descriptor.result(for: kit.health).map(\.uuid) == newest.map(\.uuid))
  }

  @Test func `a workout keeps its events' metadata, and takes samples that are not saved yet`()
    async throws
  {
    let kit = try await KitStore.allowing(.workoutType(), Self.rate)
    let start = KitStore.start
    let lap = HKWorkoutEvent(
      type: .lap, dateInterval: DateInterval(start: start + 60, duration: 30),
      metadata: [HKMetadataKeyLapLength: HKQuantity(unit: .meter(), doubleValue: 25), "Note": "a"])
    let workout = HKWorkout(
      activityType: .swimming, start: start, end: start + 600, workoutEvents: [lap],
      totalEnergyBurned: nil, totalDistance: nil, metadata: nil)
    try await kit.health.save(workout)
    let pulse = KitStore.heartRate(120, at: 70)
    try await kit.health.addSamples([pulse], to: workout)
    try await kit.health.addSamples([pulse], to: workout)
    #expect(try await kit.samples(Self.rate).map(\.uuid) == [pulse.uuid])
    let found = try #require(try await kit.samples(.workoutType()).first as? HKWorkout)
    let event = try #require(found.workoutEvents?.first)
    #expect(event.metadata?["Note"] as? String == "a")
    #expect(
      (event.metadata?[HKMetadataKeyLapLength] as? HKQuantity)?.doubleValue(for: .meter()) == 25)
    let plain = HKWorkout(
      activityType: .running, start: start, end: start + 90, duration: 0, totalEnergyBurned: nil,
      totalDistance: nil, metadata: nil)
    #expect(plain.duration == 90)
  }

  @Test func `types that need metadata are refused without`() async throws {
    let flow = HKCategoryType(.menstrualFlow)
    let insulin = HKQuantityType(.insulinDelivery)
    let kit = try await KitStore.allowing(flow, insulin)
    func dose(_ metadata: [String: Any]?) -> HKSample {
      HKQuantitySample(
        type: insulin, quantity: HKQuantity(unit: .internationalUnit(), doubleValue: 2),
        start: KitStore.start, end: KitStore.start, metadata: metadata)
    }
    func day(_ metadata: [String: Any]?) -> HKSample {
      HKCategorySample(
        type: flow, value: 2, start: KitStore.start, end: KitStore.start, metadata: metadata)
    }
    for sample in [dose(nil), day(nil)] {
      #expect(await code { try await kit.health.save(sample) } == .errorInvalidArgument)
    }
    try await kit.health.save([
      dose([HKMetadataKeyInsulinDeliveryReason: 1]), day([HKMetadataKeyMenstrualCycleStart: true]),
    ])
  }

  @Test(.timeLimit(.minutes(5)))
  func `an interval that becomes empty is reported, with statistics without values`() async throws {
    let kit = try await KitStore.allowing(Self.rate)
    let (first, second) = (KitStore.heartRate(60, at: 5), KitStore.heartRate(70, at: 65))
    try await kit.health.save([first, second])
    let updates = HKStatisticsCollectionQueryDescriptor(
      predicate: .quantitySample(type: Self.rate), options: .discreteAverage,
      anchorDate: KitStore.start, intervalComponents: DateComponents(minute: 1)
    ).results(for: kit.health)
    var iterator = updates.makeAsyncIterator()
    let initial = try #require(try await iterator.next())
    #expect(initial.updatedStatistics == nil)
    try await kit.health.delete(first)
    let changed = try #require(try await iterator.next()?.updatedStatistics)
    #expect(changed.map(\.startDate) == [KitStore.start])
    #expect(changed[0].averageQuantity() == nil)
  }

  @Test func `descriptions have the value, the identifier and the source`() async throws {
    let kit = try await KitStore.allowing(Self.rate)
    try await kit.health.save(KitStore.heartRate(72, at: 0))
    let sample = try #require(try await kit.samples().first)
    #expect(HKQuantity(unit: Self.bpm, doubleValue: 71.5).description == "71.5 count/min")
    #expect(sample.description.hasPrefix("72 count/min \(sample.uuid) \"Program\" (1.2) ("))
  }

  @Test(arguments: [
    ("en_US", "lb", "in", "degF", "mi", "mi/hr"), ("en_GB", "kg", "cm", "degC", "mi", "mi/hr"),
    ("de_DE", "kg", "cm", "degC", "km", "km/hr"),
  ])
  func `preferred units are those of the region`(
    locale: String, mass: String, height: String, temperature: String, distance: String,
    speed: String
  ) {
    func unit(_ type: HKQuantityTypeIdentifier) -> String {
      HKHealthStore.preferredUnit(of: HKQuantityType(type), in: Locale(identifier: locale))
        .unitString
    }
    #expect(unit(.bodyMass) == mass && unit(.height) == height)
    #expect(unit(.bodyTemperature) == temperature)
    #expect(unit(.distanceWalkingRunning) == distance && unit(.walkingSpeed) == speed)
    #expect(unit(.heartRate) == "count/min" && unit(.activeEnergyBurned) == "kcal")
  }
}

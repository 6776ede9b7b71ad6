import TestSamples
import FoundationEssentials
import SampleStore
import TestSupport
import Testing

struct SampleTypeTests {
  let source = Source(name: "a", bundleIdentifier: "b")

  @Test func `every identifier of the catalogue is unique and finds its type`() {
    let identifiers = SampleType.allKnown.map(\.identifier)
    #expect(Set(identifiers).count == identifiers.count)
    #expect(QuantityType.allKnown.count > 110)
    #expect(CategoryType.allKnown.count > 60)
    for type in SampleType.allKnown {
      #expect(SampleType(knownIdentifier: type.identifier) == type)
    }
    #expect(SampleType(knownIdentifier: "HKQuantityTypeIdentifierOfTomorrow") == nil)
  }

  @Test func `canonical units and aggregation are Apple's`() {
    #expect(QuantityType.heartRate.canonicalUnit == .countPerSecond)
    #expect(QuantityType.heartRate.aggregationStyle == .discreteTemporallyWeighted)
    #expect(QuantityType.restingHeartRate.canonicalUnit == .countPerMinute)
    #expect(QuantityType.respiratoryRate.canonicalUnit == .countPerSecond)
    #expect(QuantityType.stepCount.aggregationStyle == .cumulative)
    #expect(
      QuantityType.environmentalAudioExposure.aggregationStyle
        == .discreteEquivalentContinuousLevel)
  }

  @Test func `labels of category values lead back to their numbers`() throws {
    for type in CategoryType.allKnown {
      let values = try #require(type.values)
      for value in values.cases {
        #expect(values.value(of: try #require(values.text(of: value.value))) == value.value)
      }
    }
    let sleep = try #require(CategoryType.sleepAnalysis.values)
    #expect(sleep.text(of: 3) == "HKCategoryValueSleepAnalysisAsleepCore")
    #expect(sleep.value(of: "HKCategoryValueSleepAnalysisAsleep") == 1)
    #expect(sleep.text(of: 6) == nil)
    let flow = CategoryType(identifier: "HKCategoryTypeIdentifierMenstrualFlow").values
    #expect(flow?.value(of: "HKCategoryValueVaginalBleedingMedium") == 3)
    #expect(flow?.value(of: "HKCategoryValueMenstrualFlowMedium") == 3)
  }

  @Test func `a category admits its own values, an unknown one any value`() throws {
    #expect(throws: InvalidSample.valueIsNotInCategory(.sleepAnalysis)) {
      try CategorySample(
        type: .sleepAnalysis, value: 6, start: moment(0), end: moment(1), source: source)
    }
    let type = CategoryType(identifier: "org.example.mood")
    let sample = try CategorySample(
      type: type, value: -7, start: moment(0), end: moment(1), source: source)
    #expect(sample.value == -7)
  }

  @Test func `blood pressure is one systolic and one diastolic quantity`() throws {
    func pressure(_ types: [QuantityType]) throws -> Correlation {
      let members = try types.map { type in
        Sample.quantity(
          try QuantitySample(
            type: type, quantity: Quantity(100, .millimeterOfMercury), start: moment(0),
            end: moment(0), source: source))
      }
      return try Correlation(
        type: .bloodPressure, members: members, start: moment(0), end: moment(0), source: source)
    }
    #expect(try pressure([.bloodPressureSystolic, .bloodPressureDiastolic]).members.count == 2)
    for types in [
      [], [.bloodPressureSystolic], [.bloodPressureSystolic, .bloodPressureSystolic],
      [.bloodPressureSystolic, .bloodPressureDiastolic, .bloodPressureDiastolic],
    ] as [[QuantityType]] {
      #expect(throws: InvalidSample.membersDoNotFit(.bloodPressure)) { try pressure(types) }
    }
  }

  @Test func `a pause does not count as exercise and an event lies within`() throws {
    func workout(_ events: [(WorkoutEvent.Kind, Double)]) throws -> Workout {
      try Workout(
        activity: .running,
        events: events.map { .init(kind: $0.0, start: moment($0.1), end: moment($0.1)) },
        start: moment(0), end: moment(100), source: source)
    }
    #expect(try workout([]).activeDuration == 100)
    #expect(try workout([(.pause, 10), (.lap, 20), (.resume, 30)]).activeDuration == 80)
    #expect(try workout([(.pause, 90)]).activeDuration == 90)
    #expect(throws: InvalidSample.eventIsOutside) { try workout([(.lap, 101)]) }
  }

  @Test func `sports have Apple's numbers`() {
    let numbers = [
      "Running": 37, "Yoga": 57, "HandCycling": 74, "Cooldown": 80, "SwimBikeRun": 82,
      "UnderwaterDiving": 84, "Other": 3000,
    ]
    for (name, number) in numbers {
      let type = WorkoutActivityType(name: "HKWorkoutActivityType\(name)")
      #expect(type?.rawValue == number)
      #expect(type?.name == "HKWorkoutActivityType\(name)")
    }
    #expect(WorkoutActivityType(rawValue: 81).name == nil)
  }

  @Test func `beats come one after another`() throws {
    func series(_ times: [Double]) throws -> HeartbeatSeries {
      try HeartbeatSeries(beats: times.map { .init(time: $0) }, start: moment(0), source: source)
    }
    #expect(try series([]).end == moment(0))
    #expect(try series([0, 0.8, 1.7]).end == moment(1.7))
    for times in [[-0.1], [0.5, 0.5], [1, 0.5]] {
      #expect(throws: InvalidSample.beatsAreNotInOrder) { try series(times) }
    }
  }

  @Test func `a sync identifier comes with its version`() throws {
    let identifier = [MetadataKey.syncIdentifier: MetadataValue.string("a")]
    #expect(throws: InvalidSample.syncKeysAreIncomplete) { try reading(metadata: identifier) }
    #expect(throws: InvalidSample.syncKeysAreIncomplete) {
      try reading(metadata: identifier.merging([MetadataKey.syncVersion: .string("1")]) { $1 })
    }
    _ = try reading(metadata: identifier.merging([MetadataKey.syncVersion: .number(1)]) { $1 })
  }

  @Test(arguments: [
    ("mmol<180.1558800000541>/L", 5.0, "mg/dL", 90.07794), ("fl_oz_us", 1, "mL", 29.5735295625),
    ("pt_us", 1, "fl_oz_us", 16), ("cup_imp", 2, "fl_oz_imp", 20), ("pt_imp", 1, "L", 0.56826125),
    ("cup_us", 2, "pt_us", 1),
  ])
  func `kitchen measures and moles convert`(
    _ from: String, _ value: Double, _ to: String, _ expected: Double
  ) throws {
    let result = try Quantity(value, QuantityUnit(from)).value(in: QuantityUnit(to))
    #expect(abs(result - expected) < 1e-6 * expected)
    #expect(try QuantityUnit(QuantityUnit(from).description) == QuantityUnit(from))
  }
}

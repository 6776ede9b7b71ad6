import Foundation
import HealthKit
import SampleStore
import TestSupport
import Testing

@Suite struct TypeTests {
  @Test func `every type of the catalogue is found by its identifier`() {
    for type in QuantityType.allKnown {
      let found = HKObjectType.quantityType(forIdentifier: .init(rawValue: type.identifier))
      #expect(found?.identifier == type.identifier)
      #expect(found?.aggregationStyle.rawValue == type.aggregationStyle.rawValue)
      #expect(found?.is(compatibleWith: HKUnit(from: "\(type.canonicalUnit)")) == true)
    }
    for type in CategoryType.allKnown {
      #expect(
        HKObjectType.categoryType(forIdentifier: .init(rawValue: type.identifier))?.identifier
          == type.identifier)
    }
    #expect(HKObjectType.correlationType(forIdentifier: .bloodPressure) != nil)
    #expect(HKObjectType.correlationType(forIdentifier: .food) != nil)
  }

  /// The comments of HKTypeIdentifiers.h (SDK of iOS 18.1) - Each type has its aggregation style; most are arithmetic means.
  @Test func `quantities are put together as Apple's header says`() {
    let special: [HKQuantityAggregationStyle: Set<String>] = [
      .discreteTemporallyWeighted: ["HeartRate", "AtrialFibrillationBurden"],
      .discreteEquivalentContinuousLevel: [
        "EnvironmentalAudioExposure", "EnvironmentalSoundReduction", "HeadphoneAudioExposure",
      ],
      .cumulative: [
        "ActiveEnergyBurned", "AppleExerciseTime", "AppleMoveTime", "AppleStandTime",
        "BasalEnergyBurned", "FlightsClimbed", "InhalerUsage", "InsulinDelivery", "NikeFuel",
        "NumberOfAlcoholicBeverages", "NumberOfTimesFallen", "PushCount", "StepCount",
        "SwimmingStrokeCount", "TimeInDaylight",
      ],
    ]
    for type in QuantityType.allKnown {
      let name = String(type.identifier.dropFirst("HKQuantityTypeIdentifier".count))
      let usual: HKQuantityAggregationStyle =
        name.hasPrefix("Dietary") || name.hasPrefix("Distance") ? .cumulative : .discreteArithmetic
      let style = special.first { $0.value.contains(name) }?.key ?? usual
      let found = HKQuantityType(HKQuantityTypeIdentifier(rawValue: type.identifier))
      #expect(found.aggregationStyle == style, "\(name)")
    }
  }

  /// The same header - The unit of a type, of each dimension.
  @Test(arguments: [
    ("HeartRate", "count/s"), ("BodyMass", "kg"), ("BodyMassIndex", "count"), ("Height", "m"),
    ("BodyFatPercentage", "%"), ("ElectrodermalActivity", "S"), ("ActiveEnergyBurned", "kcal"),
    ("AppleStandTime", "min"), ("RunningSpeed", "m/s"), ("RunningPower", "W"),
    ("PhysicalEffort", "kcal/(kg*hr)"), ("WorkoutEffortScore", "appleEffortScore"),
    ("HeadphoneAudioExposure", "dBASPL"), ("HeartRateVariabilitySDNN", "ms"),
    ("VO2Max", "ml/(kg*min)"), ("BloodPressureSystolic", "mmHg"), ("InsulinDelivery", "IU"),
    ("DietaryWater", "mL"), ("DietaryIron", "g"), ("BodyTemperature", "degC"),
    ("BloodGlucose", "mg/dL"), ("PeakExpiratoryFlowRate", "L/min"), ("ForcedVitalCapacity", "L"),
  ])
  func `a type takes the unit of Apple's header`(name: String, unit: String) throws {
    let type = HKQuantityType(.init(rawValue: "HKQuantityTypeIdentifier" + name))
    #expect(type.is(compatibleWith: try HKUnit(validating: unit)))
  }

  @Test func `the catalogue has every identifier that has a constant`() throws {
    // The constants' texts, which are compared with the store's catalogue.
    let folder = try Repository.room("HealthKit")
    func constants(_ kind: String) throws -> Set<String> {
      let text = try String(contentsOfFile: "\(folder)/\(kind).swift", encoding: .utf8)
      return Set(text.matches(of: /= Self\("(\w+)"\)/).map { kind + $0.output.1 })
    }
    #expect(
      try constants("HKQuantityTypeIdentifier") == Set(QuantityType.allKnown.map(\.identifier)))
    #expect(
      try constants("HKCategoryTypeIdentifier") == Set(CategoryType.allKnown.map(\.identifier)))
    #expect(
      try constants("HKCorrelationTypeIdentifier")
        == Set(CorrelationType.allKnown.map(\.identifier)))
  }

  @Test func `types are equal if their identifiers are, however they were created`() {
    #expect(HKQuantityType(.stepCount) == HKObjectType.quantityType(forIdentifier: .stepCount))
    #expect(HKObjectType.workoutType() == HKSampleType.workoutType())
    #expect(HKQuantityType(.stepCount) != HKQuantityType(.heartRate))
    #expect(
      Set<HKObjectType>([HKQuantityType(.stepCount), HKQuantityType(.stepCount)]).count == 1)
    #expect(HKObjectType.quantityType(forIdentifier: .init(rawValue: "Nothing")) == nil)
    #expect(HKQuantityType(.init(rawValue: "Nothing")).identifier == "Nothing")
  }

  @Test(arguments: [
    "SleepAnalysis": HKCategoryValueSleepAnalysis.allCases.map(\.rawValue),
    "AppleStandHour": HKCategoryValueAppleStandHour.allCases.map(\.rawValue),
    "Headache": HKCategoryValueSeverity.allCases.map(\.rawValue),
    "MoodChanges": HKCategoryValuePresence.allCases.map(\.rawValue),
    "AppetiteChanges": HKCategoryValueAppetiteChanges.allCases.map(\.rawValue),
    "CervicalMucusQuality": HKCategoryValueCervicalMucusQuality.allCases.map(\.rawValue),
    "OvulationTestResult": HKCategoryValueOvulationTestResult.allCases.map(\.rawValue),
    "MenstrualFlow": HKCategoryValueMenstrualFlow.allCases.map(\.rawValue),
    "BleedingDuringPregnancy": HKCategoryValueVaginalBleeding.allCases.map(\.rawValue),
    "PregnancyTestResult": HKCategoryValuePregnancyTestResult.allCases.map(\.rawValue),
    "ProgesteroneTestResult": HKCategoryValueProgesteroneTestResult.allCases.map(\.rawValue),
    "Contraceptive": HKCategoryValueContraceptive.allCases.map(\.rawValue),
    "MindfulSession": HKCategoryValue.allCases.map(\.rawValue),
    "LowCardioFitnessEvent": HKCategoryValueLowCardioFitnessEvent.allCases.map(\.rawValue),
    "AppleWalkingSteadinessEvent":
      HKCategoryValueAppleWalkingSteadinessEvent.allCases.map(\.rawValue),
  ])
  func `a category's values are the store's`(name: String, values: [Int]) {
    let type = CategoryType(identifier: "HKCategoryTypeIdentifier" + name)
    #expect(type.values?.cases.map(\.value) == values)
  }

  @Test func `sports have the numbers of the store's names`() {
    for sport in HKWorkoutActivityType.allCases {
      let name = WorkoutActivityType(rawValue: Int(sport.rawValue)).name
      #expect(name?.lowercased() == "HKWorkoutActivityType\(sport)".lowercased())
    }
  }
}

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

  /// HKTypeIdentifiers.h (SDK of iOS 18.1; RMSSD is of iOS 27), the comment of every identifier - The unit of a type, and how its
  /// samples are put together. An ultraviolet index has no unit there.
  private static let header: [(unit: String, style: HKQuantityAggregationStyle, names: String)] = [
    ("degC", .discreteArithmetic, "AppleSleepingWristTemperature BasalBodyTemperature"),
    ("degC", .discreteArithmetic, "BodyTemperature WaterTemperature"),
    ("%", .discreteArithmetic, "AppleWalkingSteadiness BloodAlcoholContent BodyFatPercentage"),
    ("%", .discreteArithmetic, "OxygenSaturation PeripheralPerfusionIndex"),
    ("%", .discreteArithmetic, "WalkingAsymmetryPercentage WalkingDoubleSupportPercentage"),
    ("%", .discreteTemporallyWeighted, "AtrialFibrillationBurden"),
    ("kg", .discreteArithmetic, "BodyMass LeanBodyMass"),
    ("count", .discreteArithmetic, "AppleSleepingBreathingDisturbances BodyMassIndex UVExposure"),
    ("S", .discreteArithmetic, "ElectrodermalActivity"),
    ("m", .discreteArithmetic, "Height RunningStrideLength SixMinuteWalkTestDistance"),
    ("m", .discreteArithmetic, "UnderwaterDepth WaistCircumference WalkingStepLength"),
    ("cm", .discreteArithmetic, "RunningVerticalOscillation"),
    ("kcal", .cumulative, "ActiveEnergyBurned BasalEnergyBurned DietaryEnergyConsumed"),
    ("min", .cumulative, "AppleExerciseTime AppleMoveTime AppleStandTime TimeInDaylight"),
    ("m/s", .discreteArithmetic, "CrossCountrySkiingSpeed CyclingSpeed PaddleSportsSpeed"),
    ("m/s", .discreteArithmetic, "RowingSpeed RunningSpeed StairAscentSpeed StairDescentSpeed"),
    ("m/s", .discreteArithmetic, "WalkingSpeed"),
    ("count/min", .discreteArithmetic, "CyclingCadence HeartRateRecoveryOneMinute"),
    ("count/min", .discreteArithmetic, "RestingHeartRate WalkingHeartRateAverage"),
    ("count/s", .discreteArithmetic, "RespiratoryRate"),
    ("count/s", .discreteTemporallyWeighted, "HeartRate"),
    ("W", .discreteArithmetic, "CyclingFunctionalThresholdPower CyclingPower RunningPower"),
    ("m", .cumulative, "DistanceCrossCountrySkiing DistanceCycling DistanceDownhillSnowSports"),
    ("m", .cumulative, "DistancePaddleSports DistanceRowing DistanceSkatingSports"),
    ("m", .cumulative, "DistanceSwimming DistanceWalkingRunning DistanceWheelchair"),
    ("appleEffortScore", .discreteArithmetic, "EstimatedWorkoutEffortScore WorkoutEffortScore"),
    ("count", .cumulative, "FlightsClimbed InhalerUsage NikeFuel NumberOfAlcoholicBeverages"),
    ("count", .cumulative, "NumberOfTimesFallen PushCount StepCount SwimmingStrokeCount"),
    ("kcal/(kg*hr)", .discreteArithmetic, "PhysicalEffort"),
    ("dBASPL", .discreteEquivalentContinuousLevel, "EnvironmentalAudioExposure"),
    ("dBASPL", .discreteEquivalentContinuousLevel, "EnvironmentalSoundReduction"),
    ("dBASPL", .discreteEquivalentContinuousLevel, "HeadphoneAudioExposure"),
    ("ms", .discreteArithmetic, "HeartRateVariabilityRMSSD HeartRateVariabilitySDNN"),
    ("ms", .discreteArithmetic, "RunningGroundContactTime"),
    ("ml/(kg*min)", .discreteArithmetic, "VO2Max"),
    ("g", .cumulative, "DietaryBiotin DietaryCaffeine DietaryCalcium DietaryCarbohydrates"),
    ("g", .cumulative, "DietaryChloride DietaryCholesterol DietaryChromium DietaryCopper"),
    ("g", .cumulative, "DietaryFatMonounsaturated DietaryFatPolyunsaturated"),
    ("g", .cumulative, "DietaryFatSaturated DietaryFatTotal DietaryFiber DietaryFolate"),
    ("g", .cumulative, "DietaryIodine DietaryIron DietaryMagnesium DietaryManganese"),
    ("g", .cumulative, "DietaryMolybdenum DietaryNiacin DietaryPantothenicAcid"),
    ("g", .cumulative, "DietaryPhosphorus DietaryPotassium DietaryProtein DietaryRiboflavin"),
    ("g", .cumulative, "DietarySelenium DietarySodium DietarySugar DietaryThiamin"),
    ("g", .cumulative, "DietaryVitaminA DietaryVitaminB12 DietaryVitaminB6 DietaryVitaminC"),
    ("g", .cumulative, "DietaryVitaminD DietaryVitaminE DietaryVitaminK DietaryZinc"),
    ("mL", .cumulative, "DietaryWater"),
    ("mmHg", .discreteArithmetic, "BloodPressureDiastolic BloodPressureSystolic"),
    ("IU", .cumulative, "InsulinDelivery"),
    ("L", .discreteArithmetic, "ForcedExpiratoryVolume1 ForcedVitalCapacity"),
    ("L/min", .discreteArithmetic, "PeakExpiratoryFlowRate"),
    ("mg/dL", .discreteArithmetic, "BloodGlucose"),
  ]

  @Test func `every quantity has the unit and the aggregation of Apple's header`() throws {
    var found: Set<String> = []
    for (unit, style, names) in Self.header {
      for name in names.split(separator: " ") {
        let type = HKQuantityType(.init(rawValue: "HKQuantityTypeIdentifier\(name)"))
        let stored = try #require(QuantityType.allKnown.first { $0.identifier == type.identifier })
        let one = HKQuantity(unit: try HKUnit(validating: unit), doubleValue: 1)
        #expect(
          one.doubleValue(for: HKUnit(from: "\(stored.canonicalUnit)")) == 1, "\(name)")
        #expect(type.aggregationStyle == style, "\(name)")
        found.insert(type.identifier)
      }
    }
    #expect(found == Set(QuantityType.allKnown.map(\.identifier)))
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

/// HealthKit's public quantity types: canonical unit (and with it the dimension), how samples are
/// put together, and the identifiers without their common prefix, as the comments of Apple's header
/// give them.
enum QuantityCatalogue {
  typealias Row = (unit: String, style: AggregationStyle, names: [String])

  static let rows: [Row] = [
    (
      "count", .cumulative,
      [
        "StepCount", "FlightsClimbed", "PushCount", "SwimmingStrokeCount", "NikeFuel",
        "NumberOfTimesFallen", "InhalerUsage", "NumberOfAlcoholicBeverages",
      ]
    ),
    (
      "m", .cumulative,
      [
        "DistanceWalkingRunning", "DistanceCycling", "DistanceWheelchair", "DistanceSwimming",
        "DistanceDownhillSnowSports", "DistanceCrossCountrySkiing", "DistancePaddleSports",
        "DistanceRowing", "DistanceSkatingSports",
      ]
    ),
    ("kcal", .cumulative, ["ActiveEnergyBurned", "BasalEnergyBurned", "DietaryEnergyConsumed"]),
    (
      "min", .cumulative,
      ["AppleExerciseTime", "AppleStandTime", "AppleMoveTime", "TimeInDaylight"]
    ),
    ("IU", .cumulative, ["InsulinDelivery"]),
    ("mL", .cumulative, ["DietaryWater"]),
    (
      "g", .cumulative,
      [
        "DietaryFatTotal", "DietaryFatPolyunsaturated", "DietaryFatMonounsaturated",
        "DietaryFatSaturated", "DietaryCholesterol", "DietarySodium", "DietaryCarbohydrates",
        "DietaryFiber", "DietarySugar", "DietaryProtein", "DietaryVitaminA", "DietaryVitaminB6",
        "DietaryVitaminB12", "DietaryVitaminC", "DietaryVitaminD", "DietaryVitaminE",
        "DietaryVitaminK", "DietaryCalcium", "DietaryIron", "DietaryThiamin", "DietaryRiboflavin",
        "DietaryNiacin", "DietaryFolate", "DietaryBiotin", "DietaryPantothenicAcid",
        "DietaryPhosphorus", "DietaryIodine", "DietaryMagnesium", "DietaryZinc",
        "DietarySelenium", "DietaryCopper", "DietaryManganese", "DietaryChromium",
        "DietaryMolybdenum", "DietaryChloride", "DietaryPotassium", "DietaryCaffeine",
      ]
    ),
    ("count/s", .discreteTemporallyWeighted, ["HeartRate"]),
    ("count/s", .discreteArithmetic, ["RespiratoryRate"]),
    (
      "count/min", .discreteArithmetic,
      [
        "RestingHeartRate", "WalkingHeartRateAverage", "HeartRateRecoveryOneMinute",
        "CyclingCadence",
      ]
    ),
    (
      "ms", .discreteArithmetic,
      ["HeartRateVariabilitySDNN", "HeartRateVariabilityRMSSD", "RunningGroundContactTime"]
    ),
    ("%", .discreteTemporallyWeighted, ["AtrialFibrillationBurden"]),
    (
      "%", .discreteArithmetic,
      [
        "OxygenSaturation", "PeripheralPerfusionIndex", "BodyFatPercentage",
        "BloodAlcoholContent", "WalkingDoubleSupportPercentage", "WalkingAsymmetryPercentage",
        "AppleWalkingSteadiness",
      ]
    ),
    ("mmHg", .discreteArithmetic, ["BloodPressureSystolic", "BloodPressureDiastolic"]),
    (
      "degC", .discreteArithmetic,
      [
        "BodyTemperature", "BasalBodyTemperature", "AppleSleepingWristTemperature",
        "WaterTemperature",
      ]
    ),
    ("kg", .discreteArithmetic, ["BodyMass", "LeanBodyMass"]),
    (
      "m", .discreteArithmetic,
      [
        "Height", "WaistCircumference", "SixMinuteWalkTestDistance", "WalkingStepLength",
        "RunningStrideLength", "UnderwaterDepth",
      ]
    ),
    ("cm", .discreteArithmetic, ["RunningVerticalOscillation"]),
    (
      "m/s", .discreteArithmetic,
      [
        "WalkingSpeed", "RunningSpeed", "CyclingSpeed", "StairAscentSpeed", "StairDescentSpeed",
        "CrossCountrySkiingSpeed", "PaddleSportsSpeed", "RowingSpeed",
      ]
    ),
    (
      "W", .discreteArithmetic,
      ["RunningPower", "CyclingPower", "CyclingFunctionalThresholdPower"]
    ),
    ("mL/(kg.min)", .discreteArithmetic, ["VO2Max"]),
    ("kcal/(kg.hr)", .discreteArithmetic, ["PhysicalEffort"]),
    (
      "appleEffortScore", .discreteArithmetic,
      ["WorkoutEffortScore", "EstimatedWorkoutEffortScore"]
    ),
    (
      "count", .discreteArithmetic,
      ["BodyMassIndex", "UVExposure", "AppleSleepingBreathingDisturbances"]
    ),
    ("mg/dL", .discreteArithmetic, ["BloodGlucose"]),
    ("S", .discreteArithmetic, ["ElectrodermalActivity"]),
    ("L", .discreteArithmetic, ["ForcedVitalCapacity", "ForcedExpiratoryVolume1"]),
    ("L/min", .discreteArithmetic, ["PeakExpiratoryFlowRate"]),
    (
      "dBASPL", .discreteEquivalentContinuousLevel,
      ["EnvironmentalAudioExposure", "HeadphoneAudioExposure", "EnvironmentalSoundReduction"]
    ),
  ]
}

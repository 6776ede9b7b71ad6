/// HealthKit's public quantity types: canonical unit (and with it the dimension), how samples are
/// put together, and the identifiers without their common prefix, as the comments of Apple's header
/// give them.
enum QuantityCatalogue {
  static let rows = table.split(separator: "\n").map { row in
    let words = row.split(separator: " ")
    return (unit: String(words[0]), style: styles[words[1]]!, names: words.dropFirst(2))
  }

  private static let styles: [Substring: AggregationStyle] = [
    "sum": .cumulative, "mean": .discreteArithmetic, "weighted": .discreteTemporallyWeighted,
    "level": .discreteEquivalentContinuousLevel,
  ]

  private static let table = """
    count sum StepCount FlightsClimbed PushCount SwimmingStrokeCount NikeFuel \
    NumberOfTimesFallen InhalerUsage NumberOfAlcoholicBeverages
    m sum DistanceWalkingRunning DistanceCycling DistanceWheelchair DistanceSwimming \
    DistanceDownhillSnowSports DistanceCrossCountrySkiing DistancePaddleSports DistanceRowing \
    DistanceSkatingSports
    kcal sum ActiveEnergyBurned BasalEnergyBurned DietaryEnergyConsumed
    min sum AppleExerciseTime AppleStandTime AppleMoveTime TimeInDaylight
    IU sum InsulinDelivery
    mL sum DietaryWater
    g sum DietaryFatTotal DietaryFatPolyunsaturated DietaryFatMonounsaturated \
    DietaryFatSaturated DietaryCholesterol DietarySodium DietaryCarbohydrates DietaryFiber \
    DietarySugar DietaryProtein DietaryVitaminA DietaryVitaminB6 DietaryVitaminB12 DietaryVitaminC \
    DietaryVitaminD DietaryVitaminE DietaryVitaminK DietaryCalcium DietaryIron DietaryThiamin \
    DietaryRiboflavin DietaryNiacin DietaryFolate DietaryBiotin DietaryPantothenicAcid \
    DietaryPhosphorus DietaryIodine DietaryMagnesium DietaryZinc DietarySelenium DietaryCopper \
    DietaryManganese DietaryChromium DietaryMolybdenum DietaryChloride DietaryPotassium \
    DietaryCaffeine
    count/s weighted HeartRate
    count/s mean RespiratoryRate
    count/min mean RestingHeartRate WalkingHeartRateAverage \
    HeartRateRecoveryOneMinute CyclingCadence
    ms mean HeartRateVariabilitySDNN HeartRateVariabilityRMSSD \
    RunningGroundContactTime
    % weighted AtrialFibrillationBurden
    % mean OxygenSaturation PeripheralPerfusionIndex BodyFatPercentage \
    BloodAlcoholContent WalkingDoubleSupportPercentage WalkingAsymmetryPercentage \
    AppleWalkingSteadiness
    mmHg mean BloodPressureSystolic BloodPressureDiastolic
    degC mean BodyTemperature BasalBodyTemperature AppleSleepingWristTemperature \
    WaterTemperature
    kg mean BodyMass LeanBodyMass
    m mean Height WaistCircumference SixMinuteWalkTestDistance WalkingStepLength \
    RunningStrideLength UnderwaterDepth
    cm mean RunningVerticalOscillation
    m/s mean WalkingSpeed RunningSpeed CyclingSpeed StairAscentSpeed \
    StairDescentSpeed CrossCountrySkiingSpeed PaddleSportsSpeed RowingSpeed
    W mean RunningPower CyclingPower CyclingFunctionalThresholdPower
    mL/(kg.min) mean VO2Max
    kcal/(kg.hr) mean PhysicalEffort
    appleEffortScore mean WorkoutEffortScore EstimatedWorkoutEffortScore
    count mean BodyMassIndex UVExposure AppleSleepingBreathingDisturbances
    mg/dL mean BloodGlucose
    S mean ElectrodermalActivity
    L mean ForcedVitalCapacity ForcedExpiratoryVolume1
    L/min mean PeakExpiratoryFlowRate
    dBASPL level EnvironmentalAudioExposure HeadphoneAudioExposure \
    EnvironmentalSoundReduction
    """
}

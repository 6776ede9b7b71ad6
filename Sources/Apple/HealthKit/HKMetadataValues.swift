// Values of metadata, with the numbers that exports use.

/// Values of `HKMetadataKeyBloodGlucoseMealTime`.
public enum HKBloodGlucoseMealTime: Int, Sendable, CaseIterable {
  case preprandial = 1
  case postprandial
}

/// Values of `HKMetadataKeyBodyTemperatureSensorLocation`.
public enum HKBodyTemperatureSensorLocation: Int, Sendable, CaseIterable {
  case other = 0
  case armpit, body, ear, finger, gastroIntestinal, mouth, rectum, toe, earDrum, temporalArtery
  case forehead
}

/// Values of `HKMetadataKeyInsulinDeliveryReason`.
public enum HKInsulinDeliveryReason: Int, Sendable, CaseIterable {
  case basal = 1
  case bolus
}

/// Values of `HKMetadataKeySwimmingStrokeStyle`.
public enum HKSwimmingStrokeStyle: Int, Sendable, CaseIterable {
  case unknown = 0
  case mixed, freestyle, backstroke, breaststroke, butterfly, kickboard
}

/// Values of `HKMetadataKeyVO2MaxTestType`.
public enum HKVO2MaxTestType: Int, Sendable, CaseIterable {
  case maxExercise = 1
  case predictionSubMaxExercise, predictionNonExercise, predictionStepTest
}

/// Values of `HKMetadataKeySwimmingLocationType`.
public enum HKWorkoutSwimmingLocationType: Int, Sendable, CaseIterable {
  case unknown = 0
  case pool, openWater
}

/// Values of `HKMetadataKeyWeatherCondition`.
public enum HKWeatherCondition: Int, Sendable, CaseIterable {
  case none = 0
  case clear, fair, partlyCloudy, mostlyCloudy, cloudy, foggy, haze, windy, blustery, smoky
  case dust, snow, hail, sleet, freezingDrizzle, freezingRain, mixedRainAndHail
  case mixedRainAndSnow, mixedRainAndSleet, mixedSnowAndSleet, drizzle, scatteredShowers
  case showers, thunderstorms, tropicalStorm, hurricane, tornado
}

/// Values of `HKMetadataKeyUserMotionContext`.
public enum HKUserMotionContext: Int, Sendable, CaseIterable {
  case notSet = 0
  case stationary, active
}

/// Values of `HKMetadataKeyHeartRateRecoveryTestType`.
public enum HKHeartRateRecoveryTestType: Int, Sendable, CaseIterable {
  case maxExercise = 1
  case predictionSubMaxExercise, predictionNonExercise
}

/// Values of `HKMetadataKeyDevicePlacementSide`.
public enum HKDevicePlacementSide: Int, Sendable, CaseIterable {
  case unknown = 0
  case left, right, central
}

/// Values of `HKMetadataKeyWaterSalinity`.
public enum HKWaterSalinity: Int, Sendable, CaseIterable {
  case freshWater = 1
  case saltWater
}

/// Values of `HKMetadataKeyPhysicalEffortEstimationType`.
public enum HKPhysicalEffortEstimationType: Int, Sendable, CaseIterable {
  case activityLookup = 1
  case deviceSensed
}

/// Values of `HKMetadataKeyCyclingFunctionalThresholdPowerTestType`.
public enum HKCyclingFunctionalThresholdPowerTestType: Int, Sendable, CaseIterable {
  case maxExercise60Minute = 1
  case maxExercise20Minute, rampTest, predictionExercise
}

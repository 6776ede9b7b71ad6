internal import SampleStore

// Keys of metadata, with the texts that Apple's library and exports have. Some are not like their names.

public let HKMetadataKeySyncIdentifier = MetadataKey.syncIdentifier
public let HKMetadataKeySyncVersion = MetadataKey.syncVersion
public let HKMetadataKeyExternalUUID = MetadataKey.externalUUID
public let HKMetadataKeyTimeZone = MetadataKey.timeZone
public let HKMetadataKeyWasUserEntered = MetadataKey.wasUserEntered
public let HKMetadataKeyHeartRateMotionContext = MetadataKey.heartRateMotionContext
public let HKMetadataKeyHeartRateSensorLocation = MetadataKey.heartRateSensorLocation
public let HKMetadataKeyHeartRateEventThreshold = MetadataKey.heartRateEventThreshold
public let HKMetadataKeyDeviceSerialNumber = "HKDeviceSerialNumber"
public let HKMetadataKeyBodyTemperatureSensorLocation = "HKBodyTemperatureSensorLocation"
public let HKMetadataKeyFoodType = "HKFoodType"
public let HKMetadataKeyUDIDeviceIdentifier = "HKUDIDeviceIdentifier"
public let HKMetadataKeyUDIProductionIdentifier = "HKUDIProductionIdentifier"
public let HKMetadataKeyDigitalSignature = "HKDigitalSignature"
public let HKMetadataKeyDeviceName = "HKDeviceName"
public let HKMetadataKeyDeviceManufacturerName = "HKDeviceManufacturerName"
public let HKMetadataKeyWasTakenInLab = "HKWasTakenInLab"
public let HKMetadataKeyReferenceRangeLowerLimit = "HKReferenceRangeLowerLimit"
public let HKMetadataKeyReferenceRangeUpperLimit = "HKReferenceRangeUpperLimit"
public let HKMetadataKeyWorkoutBrandName = "HKWorkoutBrandName"
public let HKMetadataKeyGroupFitness = "HKGroupFitness"
public let HKMetadataKeyIndoorWorkout = "HKIndoorWorkout"
public let HKMetadataKeyCoachedWorkout = "HKCoachedWorkout"
public let HKMetadataKeyWeatherCondition = "HKWeatherCondition"
public let HKMetadataKeyWeatherTemperature = "HKWeatherTemperature"
public let HKMetadataKeyWeatherHumidity = "HKWeatherHumidity"
public let HKMetadataKeySexualActivityProtectionUsed = "HKSexualActivityProtectionUsed"
public let HKMetadataKeyMenstrualCycleStart = "HKMenstrualCycleStart"
public let HKMetadataKeyLapLength = "HKLapLength"
public let HKMetadataKeySwimmingLocationType = "HKSwimmingLocationType"
public let HKMetadataKeySwimmingStrokeStyle = "HKSwimmingStrokeStyle"
public let HKMetadataKeySWOLFScore = "HKSWOLFScore"
public let HKMetadataKeyInsulinDeliveryReason = "HKInsulinDeliveryReason"
public let HKMetadataKeyBloodGlucoseMealTime = "HKBloodGlucoseMealTime"
public let HKMetadataKeyVO2MaxTestType = "HKVO2MaxTestType"
public let HKMetadataKeyVO2MaxValue = "HKVO2MaxValue"
public let HKMetadataKeyAverageSpeed = "HKAverageSpeed"
public let HKMetadataKeyMaximumSpeed = "HKMaximumSpeed"
public let HKMetadataKeyAlpineSlopeGrade = "HKAlpineSlopeGrade"
public let HKMetadataKeyElevationAscended = "HKElevationAscended"
public let HKMetadataKeyElevationDescended = "HKElevationDescended"
public let HKMetadataKeyFitnessMachineDuration = "HKFitnessMachineDuration"
public let HKMetadataKeyIndoorBikeDistance = "HKIndoorBikeDistance"
public let HKMetadataKeyCrossTrainerDistance = "HKCrossTrainerDistance"
public let HKMetadataKeyAverageMETs = "HKAverageMETs"
public let HKMetadataKeyAlgorithmVersion = "HKAlgorithmVersion"
public let HKMetadataKeyLowCardioFitnessEventThreshold = "HKLowCardioFitnessEventThreshold"
public let HKMetadataKeyDateOfEarliestDataUsedForEstimate = "HKDateOfEarliestDataUsedForEstimate"
public let HKMetadataKeyActivityType = "HKActivityType"
public let HKMetadataKeyPhysicalEffortEstimationType = "HKPhysicalEffortEstimationType"
public let HKMetadataKeyUserMotionContext = "HKMetadataKeyUserMotionContext"
public let HKMetadataKeySessionEstimate = "HKMetadataKeySessionEstimate"
public let HKMetadataKeyHeartRateRecoveryTestType = "HKMetadataKeyHeartRateRecoveryTestType"
public let HKMetadataKeyHeartRateRecoveryActivityType =
  "HKMetadataKeyHeartRateRecoveryActivityType"
public let HKMetadataKeyHeartRateRecoveryActivityDuration =
  "HKMetadataKeyHeartRateRecoveryActivityDuration"
public let HKMetadataKeyHeartRateRecoveryMaxObservedRecoveryHeartRate =
  "HKMetadataKeyHeartRateRecoveryMaxObservedRecoveryHeartRate"
public let HKMetadataKeyAppleFitnessPlusSession = "HKMetadataKeyAppleFitnessPlusSession"
public let HKMetadataKeyAppleFitnessPlusCatalogIdentifier =
  "HKMetadataKeyAppleFitnessPlusCatalogIdentifier"
public let HKMetadataKeyAudioExposureLevel = "HKMetadataKeyAudioExposureLevel"
public let HKMetadataKeyAudioExposureDuration = "HKMetadataKeyAudioExposureDuration"
public let HKMetadataKeyAppleECGAlgorithmVersion = "HKMetadataKeyAppleECGAlgorithmVersion"
public let HKMetadataKeyDevicePlacementSide = "HKMetadataKeyDevicePlacementSide"
public let HKMetadataKeyAppleDeviceCalibrated = "HKMetadataKeyAppleDeviceCalibrated"
public let HKMetadataKeyBarometricPressure = "HKMetadataKeyBarometricPressure"
public let HKMetadataKeyQuantityClampedToLowerBound = "HKMetadataKeyQuantityClampedToLowerBound"
public let HKMetadataKeyQuantityClampedToUpperBound = "HKMetadataKeyQuantityClampedToUpperBound"
public let HKMetadataKeyGlassesPrescriptionDescription =
  "HKMetadataKeyGlassesPrescriptionDescription"
public let HKMetadataKeyWaterSalinity = "HKMetadataKeyWaterSalinity"
public let HKMetadataKeyMaximumLightIntensity = "HKMetadataKeyMaximumLightIntensity"
public let HKMetadataKeyHeadphoneGain = "HKMetadataKeyHeadphoneGain"

// Apple's own text has the word twice.
public let HKMetadataKeyCyclingFunctionalThresholdPowerTestType =
  "HKCyclingCyclingFunctionalThresholdPowerTestType"

/// Values of `HKMetadataKeyHeartRateMotionContext`.
public enum HKHeartRateMotionContext: Int, Sendable, CaseIterable {
  case notSet = 0
  case sedentary, active
}

/// Values of `HKMetadataKeyHeartRateSensorLocation`.
public enum HKHeartRateSensorLocation: Int, Sendable, CaseIterable {
  case other = 0
  case chest, wrist, finger, hand, earLobe, foot
}

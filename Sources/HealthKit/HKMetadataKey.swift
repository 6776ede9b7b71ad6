internal import SampleStore

// Keys of metadata, with the texts that exports use.

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
public let HKMetadataKeyInsulinDeliveryReason = "HKInsulinDeliveryReason"
public let HKMetadataKeyBloodGlucoseMealTime = "HKBloodGlucoseMealTime"
public let HKMetadataKeyVO2MaxTestType = "HKVO2MaxTestType"
public let HKMetadataKeyAverageSpeed = "HKAverageSpeed"
public let HKMetadataKeyMaximumSpeed = "HKMaximumSpeed"
public let HKMetadataKeyAlpineSlopeGrade = "HKAlpineSlopeGrade"
public let HKMetadataKeyElevationAscended = "HKElevationAscended"
public let HKMetadataKeyElevationDescended = "HKElevationDescended"
public let HKMetadataKeyAverageMETs = "HKAverageMETs"
public let HKMetadataKeyAudioExposureLevel = "HKAudioExposureLevel"
public let HKMetadataKeyAudioExposureDuration = "HKAudioExposureDuration"
public let HKMetadataKeyAlgorithmVersion = "HKAlgorithmVersion"

/// Values of `HKMetadataKeyHeartRateMotionContext`.
public enum HKHeartRateMotionContext: Int, Sendable, CaseIterable {
  case notSet = 0
  case sedentary = 1
  case active = 2
}

/// Values of `HKMetadataKeyHeartRateSensorLocation`.
public enum HKHeartRateSensorLocation: Int, Sendable, CaseIterable {
  case other = 0
  case chest = 1
  case wrist = 2
  case finger = 3
  case hand = 4
  case earLobe = 5
  case foot = 6
}

import CivilTime
import JSONCoding
import SampleStore

/// Metadata as Apple's exports write it: every value is a text.
enum AppleMetadata {
  /// Returns the value of a text; known keys have their kind, all others stay texts.
  static func value(of text: String, for key: String) -> MetadataValue {
    if numbers.contains(key), let number = DecimalNumber.value(of: text) { return .number(number) }
    if bools.contains(key), text == "0" || text == "1" { return .bool(text == "1") }
    if quantities.contains(key), let quantity = quantity(text) { return .quantity(quantity) }
    return .string(text)
  }

  /// Returns a quantity as `23 degC`; `nil` for another text.
  static func quantity(_ text: String) -> Quantity? {
    guard let space = text.firstIndex(of: " "),
      let number = DecimalNumber.value(of: text[..<space]),
      let unit = try? QuantityUnit(spelled: String(text[text.index(after: space)...]))
    else { return nil }
    return Quantity(number, unit)
  }

  /// `nil` for a value that XML cannot hold.
  static func text(of value: MetadataValue) -> String? {
    switch value {
    case .string(let text): text
    case .number(let number): DecimalNumber.text(number)
    case .bool(let bool): bool ? "1" : "0"
    case .date(let date): TimeText.apple(date)
    case .quantity(let quantity):
      "\(DecimalNumber.text(quantity.value)) \(quantity.unit.exportText)"
    }
  }

  private static let numbers: Set<String> = [
    MetadataKey.syncVersion, MetadataKey.heartRateMotionContext,
    MetadataKey.heartRateSensorLocation, "HKMetadataKeyAppleDeviceCalibrated",
    "HKSwimmingLocationType", "HKSwimmingStrokeStyle", "HKVO2MaxTestType",
    "HKBloodGlucoseMealTime", "HKInsulinDeliveryReason", "HKWeatherCondition",
    "HKMetadataKeyAppleECGAlgorithmVersion", "HKMetadataKeyDevicePlacementSide",
    "HKMetadataKeyUserMotionContext", "HKMetadataKeyWaterSalinity",
    "HKPhysicalEffortEstimationType", "HKAlgorithmVersion", "HKSWOLFScore",
  ]

  private static let bools: Set<String> = [
    MetadataKey.wasUserEntered, "HKIndoorWorkout", "HKCoachedWorkout", "HKGroupFitness",
    "HKWasTakenInLab", "HKMenstrualCycleStart", "HKSexualActivityProtectionUsed",
    "HKMetadataKeyQuantityClampedToLowerBound", "HKMetadataKeyQuantityClampedToUpperBound",
    "HKMetadataKeyAppleFitnessPlusSession",
  ]

  private static let quantities: Set<String> = [
    MetadataKey.heartRateEventThreshold, "HKWeatherTemperature", "HKWeatherHumidity",
    "HKElevationAscended", "HKElevationDescended", "HKAverageSpeed", "HKMaximumSpeed",
    "HKAverageMETs", "HKLapLength", "HKBarometricPressure",
    "HKMetadataKeyBarometricPressure", "HKMetadataKeyAudioExposureLevel",
    "HKMetadataKeyAudioExposureDuration", "HKLowCardioFitnessEventThreshold", "HKVO2MaxValue",
    "HKMetadataKeyMaximumLightIntensity", "HKMetadataKeyHeadphoneGain",
    "HKMetadataKeyHeartRateRecoveryActivityDuration",
    "HKMetadataKeyHeartRateRecoveryMaxObservedRecoveryHeartRate",
  ]
}

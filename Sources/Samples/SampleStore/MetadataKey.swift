/// HealthKit's keys of metadata that this project uses, as exports write them.
public enum MetadataKey {
  /// A text that identifies a sample among those of its source and type, in every store.
  public static let syncIdentifier = "HKMetadataKeySyncIdentifier"

  /// A number; of two samples with one sync identifier the store keeps the higher.
  public static let syncVersion = "HKMetadataKeySyncVersion"

  /// The identifier of the sample in another system.
  public static let externalUUID = "HKExternalUUID"

  /// The name of the time zone in which the sample was taken.
  public static let timeZone = "HKTimeZone"

  /// Whether a person typed the value.
  public static let wasUserEntered = "HKWasUserEntered"

  /// The person's activity: 0 not set, 1 sedentary, 2 active.
  public static let heartRateMotionContext = "HKMetadataKeyHeartRateMotionContext"

  /// The location of the sensor: 0 other, 1 chest, 2 wrist, 3 finger, 4 hand, 5 ear lobe, 6 foot.
  public static let heartRateSensorLocation = "HKHeartRateSensorLocation"

  /// A quantity in beats per minute: the limit that a low or high heart-rate event crossed.
  public static let heartRateEventThreshold = "HKHeartRateEventThreshold"
}

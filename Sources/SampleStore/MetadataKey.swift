/// HealthKit's keys of metadata, as exports write them, of which this room or the programs above make use.
public enum MetadataKey {
  /// A text that tells a sample from the others of its source and type, wherever it is kept.
  public static let syncIdentifier = "HKMetadataKeySyncIdentifier"

  /// A number; of two samples with one sync identifier the store keeps the higher.
  public static let syncVersion = "HKMetadataKeySyncVersion"

  public static let externalUUID = "HKExternalUUID"
  public static let timeZone = "HKTimeZone"
  public static let wasUserEntered = "HKWasUserEntered"

  /// 0 not set, 1 sedentary, 2 active.
  public static let heartRateMotionContext = "HKMetadataKeyHeartRateMotionContext"

  /// 0 other, 1 chest, 2 wrist, 3 finger, 4 hand, 5 ear lobe, 6 foot.
  public static let heartRateSensorLocation = "HKMetadataKeyHeartRateSensorLocation"

  /// A quantity in beats a minute: the limit that a low or high heart-rate event crossed.
  public static let heartRateEventThreshold = "HKHeartRateEventThreshold"
}

/// Metadata entries in which our own exports keep what Apple's form has no place for; they are
/// removed again on import.
enum ExportKey {
  static let identifier = "HeartcamSampleIdentifier"
  static let bundleIdentifier = "HeartcamSourceBundleIdentifier"

  /// The key for workouts' activities and for summaries, which have no attributes for it.
  static let activity = "HeartcamActivityType"
  static let location = "HeartcamLocationType"
  static let swimmingLocation = "HeartcamSwimmingLocationType"
  static let lapLength = "HeartcamLapLength"
  static let moveMode = "HeartcamMoveMode"
  static let isPaused = "HeartcamIsPaused"
  static let displayName = "HeartcamDisplayName"
}

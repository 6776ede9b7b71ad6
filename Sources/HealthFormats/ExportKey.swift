/// Metadata entries in which our own exports keep what Apple's form has no place for; they are
/// removed again on import.
enum ExportKey {
  static let identifier = "HeartcamSampleIdentifier"
  static let bundleIdentifier = "HeartcamSourceBundleIdentifier"
}

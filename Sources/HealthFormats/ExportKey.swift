/// Metadata entries by which our own exports keep what Apple's form has no place for; they are taken out
/// again on the way in.
enum ExportKey {
  static let identifier = "HeartcamSampleIdentifier"
  static let bundleIdentifier = "HeartcamSourceBundleIdentifier"
}

/// The version of the program, which results and samples carry.
package enum HeartcamVersion {
  package static let current = "0.2.0"

  /// The day of the version, for the manual.
  package static let date = "2026-11-28"
}

/// The version of the program, which results and samples carry.
package enum HeartcamVersion {
  package static let current = "0.2.0"
}

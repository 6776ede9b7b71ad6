import Glibc

/// The seeds for which a randomized test runs.
///
/// The environment variable `HEARTCAM_FUZZ` sets the number of rounds, `HEARTCAM_FUZZ_SEED` the first seed.
/// A failed expectation prints its seed.
package enum FuzzRounds {
  package static func seeds(usually count: Int) -> Range<UInt64> {
    let first = number("HEARTCAM_FUZZ_SEED") ?? 1
    return first..<first + (number("HEARTCAM_FUZZ") ?? UInt64(count))
  }

  private static func number(_ name: String) -> UInt64? {
    getenv(name).flatMap { UInt64(String(cString: $0)) }
  }
}

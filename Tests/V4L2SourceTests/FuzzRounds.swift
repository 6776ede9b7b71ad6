import Glibc

/// How often a test tries what it makes up, and from which seed on.
///
/// The environment's `HEARTCAM_FUZZ` asks for so many rounds, `HEARTCAM_FUZZ_SEED` for those from there on: what
/// fails tells its seed.
enum FuzzRounds {
  static func seeds(usually count: Int) -> Range<UInt64> {
    let first = number("HEARTCAM_FUZZ_SEED") ?? 1
    return first..<first + (number("HEARTCAM_FUZZ") ?? UInt64(count))
  }

  private static func number(_ name: String) -> UInt64? {
    getenv(name).flatMap { UInt64(String(cString: $0)) }
  }
}

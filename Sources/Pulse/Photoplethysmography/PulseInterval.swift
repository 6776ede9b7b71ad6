import Glibc

/// The width of a rate's 95% confidence interval: the root of the sum of the squares of its parts, which are
/// fitted to errors against exact references, chest straps and simulated pulses (`bench/fit_model.py`).
struct PulseInterval: Sendable {
  /// The part due to the placing of the beats, in beats per minute.
  let placing: Double

  /// The share of the unevenness of the intervals that the rate carries, by their spread and by their
  /// changes from one to the next. The mean of an uneven rate depends on where the interval ends,
  /// in this reading as in any reference.
  let spread: Double
  let change: Double

  /// The share of the change since the previous interval, for the same reason.
  let rateChange: Double

  /// The beats more or less where the pulse is hidden for the whole interval.
  let hidden: Double

  /// The growth of half the interval as the chance falls from 1 to 0, in beats per minute.
  let wrong: Double

  /// The part that no length of time reduces, in beats per minute.
  let constant: Double

  /// The power of time with which the errors of placing and unevenness shrink.
  let exponent: Double

  /// A rate's usual change from one interval to the next, in beats per minute, where it is not known.
  private static let usualChange = 1.5

  /// Returns half of the width, in beats per minute.
  func halfWidth(of evidence: PulseEvidence, chance: Double, over seconds: Double) -> Double {
    let rate = evidence.circumstances.meanRate
    let uneven =
      hypot(spread * evidence.intervalSpread, change * evidence.intervalChange) * rate
    let parts = [
      pow(10 / seconds, exponent) * hypot(placing, uneven),
      rateChange * (evidence.rateChange ?? Self.usualChange),
      hidden * 60 / seconds * evidence.disturbedShare.squareRoot(),
      wrong * (1 - chance), constant,
    ]
    return parts.reduce(0) { $0 + $1 * $1 }.squareRoot()
  }
}

import Glibc
import SignalProcessing

/// What speaks for a pulse in one channel of a window: five things that noise does badly.
package struct PulseEvidence: Sendable, Equatable {
  /// The signal's correlation with itself one period later.
  package let strength: Double

  /// How alike the beats are, band-passed and as they were recorded but for the trend.
  package let likeness: Double
  package let rawLikeness: Double

  /// The median change from one interval to the next, as a share.
  package let intervalChange: Double

  /// The standard deviation of the intervals over their mean.
  package let intervalSpread: Double

  /// By how much the rate differs from that of the interval before, in beats a minute; `nil` where
  /// that one has none.
  package internal(set) var rateChange: Double?

  /// The share of the interval in which frames are missing or a jolt hides the pulse.
  package internal(set) var disturbedShare = 0.0

  init(
    rhythm: Rhythm, beats: [BeatTracker.Position], shape: PulseShape, rawShape: PulseShape
  ) {
    strength = rhythm.strength
    likeness = shape.agreement
    rawLikeness = rawShape.agreement
    var intervals: [Double] = []
    intervals.reserveCapacity(beats.count)
    for i in 1..<max(beats.count, 1) {
      intervals.append((beats[i].sample - beats[i - 1].sample) / beats[i].step)
    }
    let mean = intervals.reduce(0, +) / Double(intervals.count)
    let squares = intervals.reduce(0) { $0 + ($1 - mean) * ($1 - mean) }
    intervalSpread = (squares / Double(intervals.count)).squareRoot() / mean
    var changes: [Double] = []
    changes.reserveCapacity(intervals.count)
    for i in 1..<max(intervals.count, 1) {
      changes.append(
        max(intervals[i] / intervals[i - 1], intervals[i - 1] / intervals[i]))
    }
    intervalChange = changes.selectMedian().map { log($0) } ?? 1
  }

  /// The logarithm of the odds that this is a pulse rather than noise, up to a constant.
  ///
  /// A logistic regression on windows of 10 s: fingertips with references against white, pink and brown
  /// noise, by `bench/fit_evidence.py`.
  package var logit: Double {
    4.47 * strength + 10.57 * likeness + 10.21 * rawLikeness
      - 1.81 * log(max(intervalChange, 0.01)) - 1.91 * log(max(intervalSpread, 0.01)) - 24
  }

  /// The logit that noise hardly ever reaches in a window of so many seconds: what chance can do falls
  /// with the square root of the time it has.
  static func threshold(forWindow seconds: Double) -> Double {
    40 / seconds.squareRoot() - 7.9
  }

  /// By how much the evidence must exceed that bound. Skin that is not pressed on the lens moves, and light
  /// that plays on it makes rhythms; most of that is left where colours are not combined. Chosen on simulated
  /// faces (`heartcam-bench faces`): without a pulse they get no number, with one hardly any wrong one.
  /// - Parameter method: How colours are combined; `nil` where one is looked at by itself.
  static func margin(for subject: PulseSubject, _ method: ColorCombination.Method?) -> Double {
    guard subject == .skin else { return 0 }
    return method == nil ? 8 : 5
  }

  /// Half of the 95 % interval of a rate over so many seconds, in beats a minute.
  ///
  /// It grows as the beats are less alike and their intervals less even, and shrinks with time. It grows
  /// with the change since the interval before, since the mean of a changing rate depends on where
  /// exactly it is taken, in this reading as in any reference. And where the pulse is hidden for a good
  /// part of the interval, there may have been a beat more or less.
  ///
  /// The exponents are fitted to the errors of readings against references, each set of recordings with
  /// a level of its own, since chest straps are more exact than oximeters; the constants are for the
  /// oximeters, so that well over nine in ten of their readings lie inside (`bench/fit_doubt.py`).
  package func halfWidth(forInterval seconds: Double) -> Double {
    let steady = hypot(
      14.5 * unevenness * pow(seconds, -0.38), 0.6 * (rateChange ?? Self.usualChange))
    return hypot(steady, 60 / seconds * disturbedShare.squareRoot())
  }

  /// What unlike beats and uneven intervals make of a rate's doubt, up to a factor.
  private var unevenness: Double {
    pow(max(1.02 - likeness, 0.02), 0.29) * pow(max(intervalSpread, 0.01), 0.45)
  }

  /// A rate's usual change from one interval to the next, in beats a minute.
  private static let usualChange = 1.0

  /// From 0 to 1, and below 0.5 where noise could be as clear in a window of so many seconds; it ranks
  /// readings by how far they may be off.
  func quality(inWindow seconds: Double, margin: Double) -> Double {
    let clearance = logit - Self.threshold(forWindow: seconds) - margin
    let doubt = hypot(16 * unevenness, 0.35 * (rateChange ?? Self.usualChange))
    return exp(-doubt / 12) / (1 + exp(-clearance / 2))
  }
}

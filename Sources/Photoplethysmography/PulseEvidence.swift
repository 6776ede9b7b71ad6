import Glibc

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

  init(rhythm: Rhythm, beats: [Double], shape: PulseShape, rawShape: PulseShape) {
    strength = rhythm.strength
    likeness = shape.agreement
    rawLikeness = rawShape.agreement
    let intervals = zip(beats, beats.dropFirst()).map { $1 - $0 }
    let changes = zip(intervals, intervals.dropFirst()).map { abs(log($1 / $0)) }.sorted()
    intervalChange = changes.isEmpty ? 1 : changes[changes.count / 2]
    let mean = intervals.reduce(0, +) / Double(intervals.count)
    let squares = intervals.reduce(0) { $0 + ($1 - mean) * ($1 - mean) }
    intervalSpread = (squares / Double(intervals.count)).squareRoot() / mean
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

  /// From 0 to 1.
  var quality: Double { min(max((likeness + strength - 0.9) / 1.05, 0), 1) }
}

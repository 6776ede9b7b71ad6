import Glibc
import SignalProcessing

/// The evidence for a pulse in one channel of a window: five measures in which noise is poor.
package struct PulseEvidence: Sendable, Equatable, Codable {
  /// The signal's correlation with itself one period later.
  package let strength: Double

  /// The likeness of the beats in the band-passed signal: their mean template correlation.
  package let templateCorrelation: Double

  /// The same in the detrended signal, which is not filtered.
  package let detrendedTemplateCorrelation: Double

  /// The median change from one interval to the next, as a share.
  package let intervalChange: Double

  /// The standard deviation of the intervals over their mean.
  package let intervalSpread: Double

  /// The share of the beats that are early.
  package let earlyShare: Double

  /// The difference from the rate of the interval before, in beats per minute; `nil` if that interval
  /// has no rate.
  package internal(set) var rateChange: Double?

  /// The share of the interval in which frames are missing or a jolt hides the pulse.
  package internal(set) var disturbedShare = 0.0

  /// The standard deviation of the beats' times in seconds; `nil` if it is not known.
  package internal(set) var timingError: Double?

  /// The certainty of the number of beats in the interval.
  package internal(set) var count = BeatCount()

  /// The surroundings of the pulse in its window.
  package internal(set) var circumstances = PulseCircumstances()

  /// - Parameter early: The indices of the early beats. Each time before one and its pause count as two usual
  ///   ones.
  init(
    rhythm: Rhythm, beats: [BeatTracker.Position],
    likeness: (bandPassed: Double, detrended: Double), early: [Int]
  ) {
    strength = rhythm.strength
    templateCorrelation = likeness.bandPassed
    detrendedTemplateCorrelation = likeness.detrended
    earlyShare = Double(early.count) / Double(max(beats.count, 1))
    var intervals: [Double] = []
    intervals.reserveCapacity(beats.count)
    for i in 1..<max(beats.count, 1) {
      intervals.append((beats[i].sample - beats[i - 1].sample) / beats[i].step)
    }
    for index in early {
      let both = (intervals[index - 1] + intervals[index]) / 2
      (intervals[index - 1], intervals[index]) = (both, both)
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
    intervalChange = changes.selectUpperMedian().map { log($0) } ?? 1
  }

  /// The logarithm of the odds that this is a pulse rather than noise, up to a constant.
  ///
  /// It is a logistic regression on windows of 10 s: fingertips with references, and white, pink
  /// and brown noise. `bench/fit_model.py --bound` fits it again and compares.
  package var logit: Double {
    4.47 * strength + 10.57 * templateCorrelation + 10.21 * detrendedTemplateCorrelation
      - 1.81 * log(max(intervalChange, 0.01)) - 1.91 * log(max(intervalSpread, 0.01)) - 24
  }

  /// Returns the logit that noise hardly ever reaches in a window of this length in seconds. It
  /// falls with the square root of the length.
  static func threshold(forWindow seconds: Double) -> Double {
    40 / seconds.squareRoot() - 7.9
  }
}

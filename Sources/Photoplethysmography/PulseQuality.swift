import Glibc

extension PulseEvidence {
  /// The chance, from 0 to 1, that a rate with this evidence lies within 5 beats a minute of the truth.
  ///
  /// It is a logistic regression (`bench/fit_quality.py`) on fingertips with references, simulated
  /// disturbances with a pulse and without, fingertips whose pulse was destroyed, and noise. A rate is
  /// more likely right the better the signal repeats and the more alike the beats are. It is less
  /// likely right
  /// - the more uneven the beats are, since some may be missed or invented;
  /// - if it took a longer window to see it, or if another colour shows another rate;
  /// - the larger and the more alike the changes of all colours are, as movement makes them;
  /// - the nearer the colours' parts in the beats are to those of light;
  /// - the steadier the beats are below what a heart allows: fingertips with references varied by 0.0087
  ///   of an interval and more, a lamp or a hunting exposure varies by a third of that;
  /// - if light that all colours share had to be taken away first;
  /// - if a slower period fits as well, or if there are more steep rises than beats;
  /// - if the rate before was another one, or is not known.
  var chance: Double {
    let common = min(max(0.4 - (circumstances.colorSpread ?? 1), 0), 0.4)
    let rms = circumstances.relativeRMS
    var logit = -3.56
    logit += 1.62 * strength
    logit += 3.66 * templateCorrelation
    logit -= 0.17 * detrendedTemplateCorrelation
    logit -= 2.22 * log(max(intervalSpread, 0.01))
    logit -= 2.48 * log(max(circumstances.lengthening, 1))
    logit -= 0.98 * Double(circumstances.disagreeing)
    logit -= 0.82 * log(max(rms, 0.005) / 0.005)
    logit -= common * (3.97 + 2.33 * log(max(rms, 0.01) / 0.01))
    if circumstances.isProjected { logit -= 2.56 }
    // These two were chosen after the fit, on simulated disturbances.
    logit -= 25 * min(max(0.2 - (circumstances.colorSpread ?? 1), 0), 0.1)
    logit -= 3 * max(log(0.0085 / max(intervalSpread, 0.001)), 0)
    logit -= 3.12 * max(circumstances.slowExcess, 0)
    logit -= rateChange.map { 0.96 * log(1 + $0) } ?? 2.5
    logit -= 1.65 * abs(min(circumstances.risesPerBeat, 2) - 1)
    return min(1 / (1 + exp(-logit)), Self.greatestChance)
  }

  /// The greatest chance. Of the clearest readings of oximeters' recordings, one in a hundred is
  /// further off.
  static let greatestChance = 0.99

  /// The chance below which a rate is not reported. From it on, no right answer of a chest strap's
  /// recordings is lost in 10 s, nor an irregular rhythm. Below it, answers are mostly wrong.
  static let leastChance = 0.3

  /// Returns half of the width of the 95 % interval of a rate, in beats a minute: the root of the sum
  /// of the squares of five parts.
  ///
  /// - What placing the beats allows. It shrinks with time, and grows as the beats are less alike.
  /// - The unevenness of the intervals. The mean of an uneven rate depends on where the interval ends,
  ///   in this reading as in any reference.
  /// - The change since the interval before, for the same reason.
  /// - A beat more or less where the pulse is hidden for a good part of the interval.
  /// - What may be wrong with the rate as a whole, by its chance.
  ///
  /// The parameters are fitted to readings with references (`bench/fit_doubt.py`): the narrowest
  /// intervals that hold 93 % of the 10 s readings of chest straps and of oximeters. Oximeters are
  /// less exact, so the intervals are rather wide against chest straps.
  package func halfWidth(forInterval seconds: Double) -> Double {
    let shrink = pow(10 / seconds, 0.7)
    let rate = circumstances.meanRate
    let placing = hypot(0.93, 0.36 * max(1.02 - templateCorrelation, 0.02).squareRoot()) * shrink
    let uneven = 0.18 * intervalSpread * rate * shrink
    let changing = 0.35 * (rateChange ?? Self.usualChange)
    let hidden = 60 / seconds * disturbedShare.squareRoot()
    let wrong = Self.tail * (1 - chance)
    return hypot(hypot(placing, uneven), hypot(changing, hypot(hidden, wrong)))
  }

  /// A rate's usual change from one interval to the next, in beats a minute.
  private static let usualChange = 1.5

  /// What half of the interval grows by as the chance falls from 1 to 0, in beats a minute. A rate
  /// that is as likely wrong as right has an interval of 3 or more on either side.
  private static let tail = 6.0
}

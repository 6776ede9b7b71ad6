import Glibc

extension PulseEvidence {
  /// The chance, from 0 to 1, that a rate with this evidence lies within 5 beats a minute of the truth.
  ///
  /// Two things must be right, each with a chance of its own: the rhythm, and the number of its beats.
  /// Both are logistic regressions (`bench/fit_quality.py`) on fingertips with references, simulated
  /// disturbances with a pulse and without, and fingertips whose pulse was destroyed. Two weights are
  /// greater than fitted, against what remained wrong: those of projection and of a longer window.
  package var chance: Double { min(rhythmChance * countChance, Self.greatestChance) }

  /// The quality of a rate: its chance, except that one from `doubtfulChance` to `sureChance` is reported as
  /// up to `greatestDoubtfulQuality`.
  ///
  /// A wrong rate that looks sure harms more than a right one that does not. Most of these rates are
  /// right, but nothing distinguishes the wrong ones among them.
  var quality: Double { Self.quality(ofChance: chance) }

  static func quality(ofChance chance: Double) -> Double {
    guard (doubtfulChance..<sureChance).contains(chance) else { return chance }
    let share = (chance - doubtfulChance) / (sureChance - doubtfulChance)
    return doubtfulChance + share * (greatestDoubtfulQuality - doubtfulChance)
  }

  /// The chances between which quality is cautious. Of simulated disturbances' rates with a chance of
  /// 0.972 and more, one in a thousand is wrong; from 0.58 to there, one in twenty.
  private static let doubtfulChance = 0.65
  private static let sureChance = 0.972
  private static let greatestDoubtfulQuality = 0.7

  /// The chance that the beats are those of a heart, neither every second one nor the waves of a light.
  ///
  /// It rises with the signal's repetition and the template correlation of the beats, which count for more where a part
  /// of the interval is hidden, since that lowers both. It falls
  /// - the more alike the changes of all colours are, as light makes them;
  /// - if light that all colours share had to be taken away first;
  /// - if the signal repeats after half of the period as well: every second beat may be missed;
  /// - if the intervals are more uneven than those of nearly all fingertips with references, as those of
  ///   chosen rises in noise;
  /// - if the pulse shows only in a longer window, and the interval before has no rate.
  private var rhythmChance: Double {
    var logit = -1.89
    logit += 2.31 * strength
    logit += 2.09 * similarity
    logit += 5.99 * disturbedShare.squareRoot()
    logit -= 20.1 * min(max(0.4 - (circumstances.colorSpread ?? 1), 0), 0.4)
    if circumstances.isProjected { logit -= 2 }
    logit -= 8.77 * max(halfPeriodStrength, 0)
    logit -= 7.4 * max(log(intervalSpread / 0.12), 0)
    if circumstances.lengthening > 1.3, rateChange == nil { logit -= 1.5 }
    return 1 / (1 + exp(-logit))
  }

  /// The chance that no beat too many or too few was counted in the interval; 1 if one beat changes the
  /// rate by 5 a minute or less.
  ///
  /// It rises with the template correlation of the beats. It falls with the doubt about their number, with the
  /// unevenness of the intervals, with what is hidden, if there are fewer steep rises than beats, and if
  /// the rate before was another one or is not known. Above 110 beats a minute, rises are too close to be told apart.
  private var countChance: Double {
    guard count.beatsPerMinute > 5 else { return 1 }
    var logit = -3.58
    logit += 0.9 * similarity
    logit -= 0.46 * log(count.doubt + 0.02)
    logit -= 2.67 * log(max(intervalSpread, 0.06))
    logit -= 3.22 * disturbedShare.squareRoot()
    if circumstances.meanRate < 110 {
      logit -= 1.92 * min(max(12 * (1 - circumstances.risesPerBeat), 0), 1)
    }
    logit -= rateChange.map { 1.29 * log(1 + $0) } ?? 1.74
    return 1 / (1 + exp(-logit))
  }

  /// The logarithm of how alike the beats are, from 0 to 6: of fingertips with references it is 5 in the
  /// median.
  private var similarity: Double { -log(max(1 - templateCorrelation, 0.003)) }

  /// The greatest chance. Of the clearest readings of oximeters' recordings, one in a hundred is
  /// further off.
  static let greatestChance = 0.99

  /// The chance below which a rate is not reported. From it on, no right answer of fingertips with
  /// references is lost in 10 s.
  static let leastChance = 0.58

  /// The same where the beats are as alike as a heart's are. Only their number is in doubt then, as in an
  /// irregular rhythm.
  static let leastChanceOfAlikeBeats = 0.2

  /// Whether the beats are as alike as a heart's: in noise they hardly ever are.
  var hasAlikeBeats: Bool { templateCorrelation >= 0.95 }

  /// Returns half of the width of the 95 % interval of a rate, in beats a minute: the root of the sum
  /// of the squares of six parts.
  ///
  /// - What placing the beats allows.
  /// - The unevenness of the intervals, by their spread and by their changes from one to the next. The mean of an
  ///   uneven rate depends on where the interval ends, in this reading as in any reference.
  /// - The change since the interval before, for the same reason.
  /// - A beat more or less where the pulse is hidden for a good part of the interval.
  /// - What may be wrong with the rate as a whole, by its chance.
  ///
  /// The first two shrink with time. The parameters are fitted to readings with references
  /// (`bench/fit_doubt.py`): the intervals that are narrowest on chest straps and hold 92 % of the 10 s readings
  /// of chest straps and of oximeters, and of every other person of both. Oximeters are less exact, so the
  /// intervals are rather wide against chest straps.
  package func halfWidth(forInterval seconds: Double) -> Double {
    let shrink = pow(10 / seconds, 0.7)
    let rate = circumstances.meanRate
    let placing = 0.69
    let uneven = hypot(0.07 * intervalSpread, 0.185 * intervalChange) * rate
    let changing = 0.38 * (rateChange ?? Self.usualChange)
    let hidden = 0.5 * 60 / seconds * disturbedShare.squareRoot()
    let wrong = Self.widthOfWrongRate * (1 - chance)
    return hypot(shrink * hypot(placing, uneven), hypot(changing, hypot(hidden, wrong)))
  }

  /// A rate's usual change from one interval to the next, in beats a minute.
  private static let usualChange = 1.5

  /// What half of the interval grows by as the chance falls from 1 to 0, in beats a minute.
  private static let widthOfWrongRate = 3.9
}

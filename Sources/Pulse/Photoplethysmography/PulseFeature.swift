import Glibc

/// A measure of a hypothesis from which its chance is judged, with the transformation over which
/// the model's curves are drawn.
///
/// The table that the curves are fitted to and the model itself take their values from here.
package enum PulseFeature: String, CaseIterable, Sendable {
  // MARK: The rhythm

  /// The signal's correlation with itself one period later.
  case strength

  /// The likeness of the band-passed beats: -ln(1 - r) of their mean template correlation r
  /// (Orphanidou et al. 2015).
  case likeness

  /// The same in the signal that is only detrended.
  case detrendedLikeness = "detrended_likeness"

  /// The evidence above the highest of noise in a window of the same length.
  case margin

  /// The logarithm of the median change from one interval to the next, as a share.
  case intervalChange = "interval_change"

  /// The logarithm of the standard deviation of the intervals over their mean.
  case intervalSpread = "interval_spread"

  /// ln(1 + the difference from the rate just before, in beats per minute); unknown without one.
  case rateChange = "rate_change"

  /// 1 if there is no rate just before.
  case firstRate = "first_rate"

  /// The square root of the share of the interval in which the pulse is hidden.
  case disturbed

  /// The length of the window over the usual one, less 1.
  case lengthening

  /// The logarithm of how strong another rhythm is beside the beats.
  case rival

  /// The steepest rise of the mean beat where a dicrotic wave may be or an early beat, as a share of the upstroke.
  case earlyRise = "early_rise"

  /// The same later, where no dicrotic wave comes.
  case lateRise = "late_rise"

  /// The same of the least steep rise that is taken for a beat; unknown without one.
  case addedRise = "added_rise"

  /// The time from the beat before to that rise over the square root of the time to the next, in root seconds.
  case addedDelay = "added_delay"

  /// The share of early beats that the other features leave out.
  case earlyShare = "early_share"

  /// How much better the level repeats at the period of a slow movement than at that of the beats.
  case slowExcess = "slow_excess"

  /// The mean rate in beats per minute.
  case rate

  // MARK: The shape of a beat

  /// The skewness of the mean beat's derivative: blood arrives faster than it leaves (Elgendi 2016).
  case skewness

  /// The share of the mean beat's power in its fundamental: 1 for a sinusoid.
  case roundness

  /// The largest step from one frame to the next in a beat, over its height: a beat takes frames to rise.
  case jump

  // MARK: The picture

  /// ln(0.1 + how much the picture's unevenness changes with the beats over how much its level does, as
  /// shares): above 0 where a part of the picture pulses (`UnevennessResponse`).
  case unevenness

  // MARK: The codec

  /// ln(1 + how far jumps at every nth frame stand out of the noise, in standard deviations).
  case comb

  /// The largest step between two frames of the course that is folded at the beats' whole number of
  /// frames, over its height; 0 if nothing repeats there.
  case foldedJump = "folded_jump"

  /// 1 if the beats keep to key frames that the decoder knows.
  case keyFrames = "key_frames"

  // MARK: The colors

  /// The logarithm of the ratio of two likelihoods, where three colors can change: that all change by the
  /// same share of their levels, as light makes them, to that they differ as in blood (de Haan and van
  /// Leest 2014).
  case lightOfThree = "light_of_three"

  /// The same where only two colors can change.
  case lightOfTwo = "light_of_two"

  /// The same for changes by the same number of levels, in a picture that is nearly gray: a program that
  /// changes only its brightness.
  case brightness

  /// The excess of green's change over those of red and blue: blood absorbs it most.
  case greenLead = "green_lead"

  /// The product of the changes of red and blue: below 0 in a white balance.
  case redBlue = "red_blue"

  /// The product of the changes of green and blue: below 0 in an encoder's rounding.
  case greenBlue = "green_blue"

  /// 1 if the light that all colors share was removed first.
  case projected

  /// The excess of green's change over those of red and blue in the remainder after that.
  case greenRest = "green_rest"

  /// The logarithm of how many times as much the removed light changed.
  case removedLight = "removed_light"

  /// The logarithm of the root mean square of the color's fast changes over its level.
  case movement

  /// The other colors in which another rate was found.
  case disagreeing

  // MARK: The number of beats

  /// The logarithm of the beats per minute that are likely left out, and of those that are likely none (`Upstrokes`).
  case leftOut = "left_out"
  case flat

  /// The logarithm of the beats per minute by which the other way of finding them differs, and of
  /// its doubt; unknown if it finds the same.
  case difference
  case otherDoubt = "other_doubt"

  /// The logarithm of the first, the less the greater the other's doubt and clutter.
  case contrary

  /// The number of additional beats in doubt the other way, the logarithm of the ratio of the
  /// rates, and the greater likeness of these beats.
  case advantage
  case rateRatio = "rate_ratio"
  case likenessGain = "likeness_gain"

  /// The late rise after the other's mean beat, and the logarithm of the spread of its intervals.
  case otherLateRise = "other_late_rise"
  case otherSpread = "other_spread"

  /// The likeness of the band-passed beats, found in the way in which it is higher.
  case clearness

  /// The logarithm of the size of rises other than beats and dicrotic waves, as a share of a beat.
  case clutter

  /// The mean rate, and the roundness of the mean beat, where something rises between the beats that may be one; else
  /// unknown: without that, a slow pulse is as sure as any.
  case doubtedRate = "doubted_rate"
  case doubtedRoundness = "doubted_roundness"

  /// Returns the value in a hypothesis; `nan` if it is not known, which says nothing for or against it.
  package func value(of evidence: PulseEvidence) -> Double {
    let (circumstances, count) = (evidence.circumstances, evidence.count)
    func colors(_ value: (ColorBalance) -> Double?) -> Double {
      circumstances.isProjected ? .nan : circumstances.colors.flatMap(value) ?? .nan
    }
    let hasAdded = circumstances.rises.addedCount > 0
    return switch self {
    case .strength: evidence.strength
    case .likeness: Self.likeness(evidence.templateCorrelation)
    case .detrendedLikeness: Self.likeness(evidence.detrendedTemplateCorrelation)
    case .margin: evidence.logit - circumstances.noiseLogit
    case .intervalChange: log(max(evidence.intervalChange, 0.001))
    case .intervalSpread: log(max(evidence.intervalSpread, 0.001))
    case .rateChange: evidence.rateChange.map { log(1 + $0) } ?? .nan
    case .firstRate: evidence.rateChange == nil ? 1 : 0
    case .disturbed: evidence.disturbedShare.squareRoot()
    case .lengthening: circumstances.lengthening - 1
    case .rival: log(circumstances.rival + 0.05)
    case .earlyRise: circumstances.rises.earlyRise
    case .lateRise: circumstances.rises.lateRise
    case .addedRise: hasAdded ? circumstances.rises.addedRise : .nan
    case .addedDelay: hasAdded ? circumstances.rises.addedDelay : .nan
    case .earlyShare: evidence.earlyShare
    case .slowExcess: circumstances.slowExcess
    case .rate: circumstances.meanRate
    case .skewness: circumstances.skewness ?? .nan
    case .roundness: circumstances.roundness ?? .nan
    case .unevenness: circumstances.unevennessChange.map { log(0.1 + $0) } ?? .nan
    case .jump: circumstances.jumpShare
    case .comb: log(1 + max(circumstances.combScore, 0))
    case .foldedJump: circumstances.foldedJumpShare
    case .keyFrames: circumstances.isLockedToKeyFrames ? 1 : 0
    case .lightOfThree: colors { $0.count == 3 ? $0.light : nil }
    case .lightOfTwo: colors { $0.count == 2 ? $0.light : nil }
    case .brightness: colors { $0.brightness }
    case .greenLead: colors { $0.greenLead }
    case .redBlue: colors { $0.redBlue }
    case .greenBlue: colors { $0.greenBlue }
    case .projected: circumstances.isProjected ? 1 : 0
    case .greenRest:
      circumstances.isProjected ? circumstances.colors?.greenLead ?? .nan : .nan
    case .removedLight:
      circumstances.isProjected
        ? log(max(circumstances.removedRMS, 1e-6) / max(circumstances.relativeRMS, 1e-6)) : .nan
    case .movement: log(max(circumstances.relativeRMS, 1e-5))
    case .disagreeing: Double(circumstances.disagreeing)
    case .leftOut: log(count.leftOut * count.beatsPerMinute + 0.1)
    case .flat: log(count.flat * count.beatsPerMinute + 0.1)
    case .difference: count.other.map { log(abs($0.rate - count.rate) + 0.1) } ?? .nan
    case .otherDoubt: count.other.map { log($0.doubt * count.beatsPerMinute + 0.1) } ?? .nan
    case .contrary:
      log(
        (count.other.map {
          abs($0.rate - count.rate) * exp(-$0.doubt - 4 * max($0.clutter - 0.1, 0))
        } ?? 0) + 0.1)
    case .advantage: count.other.map { Self.advantage($0.doubt - count.doubt) } ?? .nan
    case .rateRatio: count.other.map { log(count.rate / $0.rate) } ?? .nan
    case .likenessGain:
      count.other.map {
        Self.likeness(evidence.templateCorrelation) - Self.likeness($0.likeness)
      } ?? .nan
    case .otherLateRise: count.other?.lateRise ?? .nan
    case .otherSpread: count.other.map { log(max($0.intervalSpread, 0.001)) } ?? .nan
    case .clearness:
      Self.likeness(max(evidence.templateCorrelation, count.other?.likeness ?? 0))
    case .clutter: log(max(count.clutter, 0.01))
    case .doubtedRate: Self.isQuiet(evidence) ? .nan : circumstances.meanRate
    case .doubtedRoundness: Self.isQuiet(evidence) ? .nan : circumstances.roundness ?? .nan
    }
  }

  /// Returns whether nothing rises between the beats that may be one.
  private static func isQuiet(_ evidence: PulseEvidence) -> Bool {
    let rises = evidence.circumstances.rises
    return rises.earlyRise <= 0.05 && rises.lateRise <= 0.02
      && evidence.count.leftOut * evidence.count.beatsPerMinute < 0.9
  }

  private static func advantage(_ beats: Double) -> Double {
    beats < 0 ? -log(1 - 2 * beats) : log(1 + 2 * beats)
  }

  private static func likeness(_ correlation: Double) -> Double {
    -log(max(1 - correlation, 0.001))
  }
}

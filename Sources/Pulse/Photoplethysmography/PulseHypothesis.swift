/// A rate that a window may hold, with the evidence for and against it.
struct PulseHypothesis: Sendable {
  let candidate: PulseCandidate

  /// The rate over the interval to be measured, in beats per minute.
  let rate: Double

  /// The reason that the beats cannot be a pulse; `nil` without one.
  let objection: PulseAcceptance.Objection?

  /// The chance that the rate is right, and that there is a pulse; 0 if something forbids it.
  let chance: Double
  let pulseChance: Double

  /// The measure for comparing hypotheses: the product of the models' chances, before the limit on claims.
  fileprivate var likelihood: Double

  /// - Parameter rhythmPulseChance: The chance of a pulse by its rhythm, if these are the beats that the light
  ///   shows: a pulse is one whichever way its beats are found, and one that no rhythm shows is seldom one.
  init(
    candidate: PulseCandidate, rate: Double, objection: PulseAcceptance.Objection?,
    rhythmPulseChance: Double? = nil
  ) {
    self.candidate = candidate
    self.rate = rate
    self.objection = objection
    var pulseChance = candidate.evidence.pulseChance
    if let rhythm = rhythmPulseChance { pulseChance = max(rhythm, (rhythm + pulseChance) / 2) }
    self.pulseChance = objection == nil ? pulseChance : 0
    chance = objection == nil ? candidate.evidence.chance(ofPulse: pulseChance) : 0
    likelihood = objection == nil ? pulseChance * candidate.evidence.beatsChance : 0
  }

  /// The chance from which on no other hypothesis is looked for.
  static let ampleChance = 0.95

  var isAmple: Bool { chance >= Self.ampleChance }

  /// Whether there is a pulse that only its rate forbids.
  var isBeyondRates: Bool {
    [.tooFast, .tooSlow].contains(objection) && candidate.evidence.pulseChance >= Self.leastBeyond
  }

  private static let leastBeyond = 0.5

  /// Whether noise can be as clear in so short a time.
  var isWeak: Bool {
    candidate.evidence.logit < candidate.evidence.circumstances.noiseLogit
  }

  /// Whether light explains the colors' changes better than blood.
  var isLikelierLight: Bool {
    let circumstances = candidate.evidence.circumstances
    return !circumstances.isProjected && circumstances.colors?.isLikelierLight ?? false
  }

  /// The maximum relative difference of rates that come from the same beats in different colors.
  private static let sameBeats = 0.02

  /// Returns whether a candidate in another color has the same beats.
  func hasSameBeats(as other: PulseCandidate) -> Bool {
    abs(candidate.meanRate / other.meanRate - 1) < Self.sameBeats
  }

  /// The doubt of the single feature that speaks most against the rate, in the model that doubts it most.
  var doubt: PulseDoubt { doubtfulModel.greatestDoubt(of: candidate.evidence)?.doubt ?? .noise }

  private var doubtfulModel: PulseModel {
    let evidence = candidate.evidence
    return pulseChance <= evidence.beatsChance ? .pulse : evidence.beatsModel
  }

  /// The rate as one that is not reported; `nil` if something forbids it.
  var refusedRate: RefusedRate? {
    guard objection == nil else { return nil }
    return RefusedRate(
      beatsPerMinute: rate, chance: chance,
      against: doubtfulModel.explanation(of: candidate.evidence))
  }
}

extension [PulseHypothesis] {
  /// Returns the likeliest hypothesis; `nil` if something forbids each.
  ///
  /// A rhythm, with or without beats that are added to it, and the beats that the light shows are each the likeliest of
  /// all channels. Between a rhythm and other beats a model of their differences chooses, since each is judged by what
  /// it has found alone; where both find one rate, it is no likelier than the rhythm.
  ///
  /// - Parameter isOnLens: Whether fingertips are looked at, which the model was fitted to.
  func likeliest(isOnLens: Bool) -> PulseHypothesis? {
    func best(_ isMeant: (PulseCandidate) -> Bool) -> PulseHypothesis? {
      filter { $0.objection == nil && isMeant($0.candidate) }
        .max { $0.likelihood < $1.likelihood }
    }
    var rhythm = best { !$0.isFree && !$0.hasAdded }
    var free = best(\.isFree)
    if let found = rhythm, let other = free {
      if !isOnLens {
        free?.likelihood = Self.preference * other.likelihood
      } else if abs(found.rate - other.rate) < Self.sameRate {
        free?.likelihood = Swift.min(found.likelihood, Self.preference * other.likelihood)
      } else {
        var evidence = other.candidate.evidence
        evidence.count.other = BeatCount.Other(
          found.candidate.evidence, rate: found.rate, count: found.candidate.evidence.count)
        let chance = PulseModel.choice.chance(of: evidence)
        let likelihood = Swift.max(found.likelihood, other.likelihood)
        rhythm?.likelihood = (1 - chance) * likelihood
        free?.likelihood = chance * likelihood
      }
    }
    // Of two equally likely ones, the first: the beats that the light shows.
    return [free, rhythm, best(\.hasAdded)].compactMap { $0 }
      .max { $0.likelihood < $1.likelihood }
  }

  /// The difference in beats per minute below which two rates are one, and the likelihood of the rhythm's beats over that of
  /// the light's from which on those are taken for it: they are placed better.
  private static var sameRate: Double { 5 }
  private static var preference: Double { 0.95 }
}

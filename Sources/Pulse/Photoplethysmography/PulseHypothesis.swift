/// A rate that a window may hold, with what is for and against it.
struct PulseHypothesis: Sendable {
  let candidate: PulseCandidate

  /// The rate over the interval to be measured, in beats a minute.
  let rate: Double

  /// What forbids that the beats are a pulse; `nil` if nothing does.
  let objection: PulseAcceptance.Objection?

  /// The chance that the rate is right, and that the beats are a heart's; 0 if something forbids it.
  let chance: Double
  let rhythmChance: Double

  init(candidate: PulseCandidate, rate: Double, objection: PulseAcceptance.Objection?) {
    self.candidate = candidate
    self.rate = rate
    self.objection = objection
    rhythmChance = objection == nil ? candidate.evidence.rhythmChance : 0
    chance = candidate.evidence.chance(ofRhythm: rhythmChance)
  }

  /// The chance from which on no other hypothesis is looked for.
  static let ampleChance = 0.9

  var isAmple: Bool { chance >= Self.ampleChance }

  /// Whether light explains the colours' changes better than blood.
  var isLikelierLight: Bool {
    let circumstances = candidate.evidence.circumstances
    return !circumstances.isProjected && circumstances.colors?.isLikelierLight ?? false
  }

  /// The greatest relative difference of rates that come from the same beats in different colours.
  private static let sameBeats = 0.02

  /// Returns whether a candidate in another colour has the same beats.
  func hasSameBeats(as other: PulseCandidate) -> Bool {
    abs(candidate.meanRate / other.meanRate - 1) < Self.sameBeats
  }

  /// What the single feature says that speaks most against the rate, in the model that doubts it most.
  var doubt: PulseDoubt { doubtfulModel.greatestDoubt(of: candidate.evidence)?.doubt ?? .noise }

  private var doubtfulModel: PulseModel {
    let evidence = candidate.evidence
    let least = min(evidence.pulseChance, evidence.beatsChance, evidence.countChance)
    return least == evidence.pulseChance ? .pulse : least == evidence.beatsChance ? .beats : .count
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
  /// The hypothesis with the greatest chance; `nil` if something forbids each.
  var likeliest: PulseHypothesis? {
    lazy.filter { $0.objection == nil }.max { $0.chance < $1.chance }
  }
}

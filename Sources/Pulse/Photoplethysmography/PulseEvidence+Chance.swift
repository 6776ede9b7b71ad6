import Glibc

extension PulseEvidence {
  /// The chance, from 0 to 1, that a rate with this evidence lies within 5 beats per minute of the
  /// truth: that there is a pulse, that each of its beats is one of the rhythm's, and that the
  /// number of counted beats is right. The models are fitted to fingertips; skin seen from afar is
  /// accepted by separate rules, and has quality and interval from here.
  package var chance: Double { chance(ofPulse: pulseChance) }

  /// Returns the same for a given chance of a pulse.
  func chance(ofPulse pulseChance: Double) -> Double {
    min(pulseChance * beatsChance, greatestChance)
  }

  /// The greatest chance that is claimed. Where something in the light stays unexplained, nobody can be sure: a
  /// rise where no dicrotic wave comes, a counted beat where nothing rises, a rise like a beat's that is not counted,
  /// uneven beats so fast that an early one hides in the wave before it, or a second wave so slow that it may be every
  /// second beat of a heart. Less is claimed where two rhythms, or one and its half, explain the light equally.
  private var greatestChance: Double {
    if circumstances.rival > Self.leastRival || count.alternates { return Self.sharedChance }
    return isUnexplained ? Self.unexplainedChance : Self.greatestChance
  }

  /// Whether the light may have more or fewer beats than were counted.
  var hasDoubtfulCount: Bool { count.alternates || isUnexplained }

  private var isUnexplained: Bool {
    let rises = circumstances.rises
    return rises.lateRise > Self.leastLateRise
      || count.flat * count.beatsPerMinute > Self.mostFlat
      || count.leftOut * count.beatsPerMinute > Self.mostLeftOut
      || circumstances.meanRate > Self.fastRate && intervalSpread > Self.unevenSpread
      || circumstances.meanRate < Self.slowRate && rises.earlyRise > Self.leastSecondWave
  }

  private static let (leastRival, leastLateRise) = (0.06, 0.02)

  /// In beats per minute.
  private static let (mostFlat, mostLeftOut) = (1.8, 6.0)
  private static let (fastRate, unevenSpread) = (120.0, 0.1)
  private static let (slowRate, leastSecondWave) = (55.0, 0.05)
  private static let (sharedChance, unexplainedChance) = (0.8, 0.9)

  /// The chance that the repetition is a pulse and not a light, a movement, a codec or noise.
  package var pulseChance: Double { PulseModel.pulse.chance(of: self) }

  /// The chance that each beat of a pulse is found, and nothing else: neither is a weak early beat left out, nor
  /// is a pause filled or a dicrotic wave taken for a beat.
  package var beatsChance: Double { beatsModel.chance(of: self) }

  /// The model of the way in which the beats were found.
  var beatsModel: PulseModel { count.isFree ? .freeBeats : .beats }

  /// The highest chance that is claimed: no data set here is large enough to show more.
  static let greatestChance = 0.994

  /// The chance below which a rate is not reported.
  static let leastChance = 0.5

  /// Returns half the width of a rate's 95% confidence interval at this chance, in beats per minute.
  package func halfWidth(forInterval seconds: Double, chance: Double) -> Double {
    PulseInterval.fitted.halfWidth(of: self, chance: chance, over: seconds)
  }
}

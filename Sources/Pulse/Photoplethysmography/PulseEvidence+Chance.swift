import Glibc

extension PulseEvidence {
  /// The chance, from 0 to 1, that a rate with this evidence lies within 5 beats a minute of the truth: that
  /// there is a pulse, that each of its beats is one of the rhythm's, and that no beat too many or too few was
  /// counted. The models are fitted to fingertips; skin seen from afar is accepted by rules of its own, and has quality and interval from here.
  package var chance: Double { chance(ofRhythm: rhythmChance) }

  /// The same where the chance of the rhythm is known.
  func chance(ofRhythm rhythmChance: Double) -> Double {
    min(rhythmChance * countChance, Self.greatestChance)
  }

  /// The chance that the beats are those of a heart, neither every second one nor the waves of a light.
  package var rhythmChance: Double { pulseChance * beatsChance }

  /// The chance that what repeats is a pulse and not a light, a movement, a codec or noise.
  package var pulseChance: Double { PulseModel.pulse.chance(of: self) }

  /// The chance that each beat of a pulse is found, and nothing else: neither is a weak early beat left out, nor
  /// is a dicrotic wave taken for one.
  package var beatsChance: Double { PulseModel.beats.chance(of: self) }

  /// The chance that no beat too many or too few was counted in the interval; 1 if one beat changes the
  /// rate by 5 a minute or less.
  package var countChance: Double {
    count.beatsPerMinute > 5 ? PulseModel.count.chance(of: self) : 1
  }

  /// The greatest chance that is claimed: no set here is so large that it would show more.
  static let greatestChance = 0.994

  /// The chance that beats are a heart's below which a rate is not reported.
  static let leastRhythmChance = 0.5

  /// The chance below which a rate is not reported. In an irregular rhythm only the number of beats is in
  /// doubt.
  static let leastChance = 0.2

  /// Returns half of the width of the 95 % interval of a rate with this chance, in beats a minute.
  package func halfWidth(forInterval seconds: Double, chance: Double) -> Double {
    PulseInterval.fitted.halfWidth(of: self, chance: chance, over: seconds)
  }
}

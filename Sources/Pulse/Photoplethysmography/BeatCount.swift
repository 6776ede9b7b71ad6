/// The number of beats too few or too many that a rhythm may count in an interval, by the evidence of the light.
package struct BeatCount: Sendable, Equatable, Codable {
  /// The rises that are likely beats and are left out: the sum of their chances.
  package internal(set) var leftOut = 0.0

  /// The beats without a likely rise, where nothing hides one: the sum of one minus their chances.
  package internal(set) var flat = 0.0

  /// The scale of the rises that are neither beats nor dicrotic waves, as a share of a beat. The more there are, the
  /// less they say.
  package internal(set) var clutter = 0.0

  /// Whether the beats are those that the light shows, whatever the rhythm.
  package internal(set) var isFree = false

  /// The result of the other way of finding beats: of a rhythm if these are found by the light
  /// alone, and the other way round; `nil` if it finds the same.
  package internal(set) var other: Other?

  package struct Other: Sendable, Equatable, Codable {
    /// Its rate in beats per minute.
    package let rate: Double

    /// The number of its beats that are in doubt, and the clutter beside them.
    package let doubt: Double
    package let clutter: Double

    /// The likeness of its band-passed beats, the unevenness of their intervals, and the late rise after its mean beat.
    package let likeness: Double
    package let intervalSpread: Double
    package let lateRise: Double

    /// - Parameters:
    ///   - rate: In beats per minute.
    ///   - count: How certain the number of its beats is.
    init(_ evidence: PulseEvidence, rate: Double, count: BeatCount) {
      self.rate = rate
      (doubt, clutter) = (count.doubt, count.clutter)
      likeness = evidence.templateCorrelation
      intervalSpread = evidence.intervalSpread
      lateRise = evidence.circumstances.rises.lateRise
    }
  }

  /// The rate of these beats in the interval, in beats per minute.
  package internal(set) var rate = 0.0

  /// Whether every second beat is weaker and comes soon, or every second interval is longer than all others: as in
  /// bigeminy, and where a dicrotic wave is taken for a beat.
  package internal(set) var alternates = false

  /// The difference that one beat makes to the rate, in beats per minute.
  package internal(set) var beatsPerMinute = 0.0

  /// The number of beats that are in doubt.
  var doubt: Double { leftOut + flat }
}

/// How many beats too few or too many a rhythm may count in an interval, by what the light shows.
package struct BeatCount: Sendable, Equatable, Codable {
  /// The rises that are likely beats and are left out: the sum of their chances.
  package internal(set) var leftOut = 0.0

  /// The beats without a likely rise, where nothing hides one: the sum of what their chances lack.
  package internal(set) var flat = 0.0

  /// The scale of the rises that are neither beats nor dicrotic waves, as a share of a beat. The more there are, the
  /// less they say.
  package internal(set) var clutter = 0.0

  /// Whether the beats are those that the light shows, whatever the rhythm.
  package internal(set) var isFree = false

  /// What the other way of finding beats says: that of a rhythm if these are found by the light alone, and the
  /// other way round; `nil` if it finds the same.
  package internal(set) var other: Other?

  package struct Other: Sendable, Equatable, Codable {
    /// By how many beats a minute its rate differs.
    package let difference: Double

    /// How many beats of its own are in doubt, and the clutter beside them.
    package let doubt: Double
    package let clutter: Double

    /// How alike its band-passed beats are.
    package let likeness: Double
  }

  /// Whether every second interval is longer than all others, as in bigeminy, and where a dicrotic wave is taken for
  /// a beat.
  package internal(set) var alternates = false

  /// The difference that one beat makes to the rate, in beats a minute.
  package internal(set) var beatsPerMinute = 0.0

  /// The number of beats that are in doubt.
  var doubt: Double { leftOut + flat }
}

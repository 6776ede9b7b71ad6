/// The light around one beat, as the chosen colour saw it.
package struct BeatLight: Sendable, Equatable {
  /// The mean level over a beat's length, 0 to 255: without the pulse, with what breathing does to it.
  package var level: Double

  /// The pulse's height over the level.
  package var swing: Double
}

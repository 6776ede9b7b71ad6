import Glibc

/// How certain the number of beats in an interval is: whether one more or one less explains the signal
/// as well, as where an early beat hides in the wave of the one before.
package struct BeatCount: Sendable, Equatable, Codable {
  /// The sum over the beats of how likely another number is: e to the power of minus their margins, in
  /// units of `scale`.
  package private(set) var doubt = 0.0

  /// The difference that one beat makes to the rate, in beats a minute.
  package private(set) var beatsPerMinute = 0.0

  /// The margin in upstrokes at which another number is e times less likely.
  private static let scale = 0.3

  /// The margin below which it says no more.
  private static let leastMargin = -1.5

  init() {}

  /// - Parameters:
  ///   - beats: Of the window.
  ///   - part: The interval, in samples.
  ///   - seconds: Its length.
  init(of beats: [BeatTracker.Position], in part: Range<Double>, seconds: Double) {
    for beat in beats where part.contains(beat.sample) && beat.margin < .infinity {
      doubt += exp(-max(beat.margin, Self.leastMargin) / Self.scale)
    }
    beatsPerMinute = 60 / max(seconds, 1)
  }
}

import VideoFrames

/// Whether a finger covers the lens, judged by colour alone and not in haste.
///
/// A finger lets light through evenly, and red most of all. The bounds are those by which readings are
/// refused for want of a finger, so that exposure is searched where a pulse would be.
struct FingerPresence {
  private var presentSince: Double?
  private var absentSince: Double?
  private var last = 0.0

  /// A finger has been there for a third of a second.
  var isSettled: Bool { presentSince.map { last - $0 >= 0.3 } ?? false }

  /// None has been there for a second.
  var isGone: Bool { absentSince.map { last - $0 >= 1 } ?? false }

  mutating func take(_ sample: ColorSample) {
    last = sample.time
    let isRed = sample.red > 1.5 * max(sample.green, sample.blue)
    let isFinger = (sample.spread ?? 0) < (isRed ? 0.6 : 0.25)
    if isFinger {
      presentSince = presentSince ?? sample.time
      absentSince = nil
    } else {
      presentSince = nil
      absentSince = absentSince ?? sample.time
    }
  }
}

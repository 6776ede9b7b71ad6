import Glibc

/// Blood volume in a fingertip over time: a systolic wave and a dicrotic one for every beat.
///
/// Both are bell curves whose times shrink with the square root of the interval, as the ejection
/// time does; between them lies the notch. A beat's time is where its systolic wave rises most steeply.
public struct PulseWaveform: Sendable {
  private static let systolicWidth = 0.07
  private static let dicroticDelay = 0.27
  private static let dicroticWidth = 0.10
  private static let dicroticHeight = 0.4

  private let beats: [SimulatedBeat]

  /// The first beat that may still be felt; moments must be asked for in order.
  private var firstFelt = 0

  public init(beats: [SimulatedBeat]) { self.beats = beats }

  /// Volume above the diastolic one, about 1 at the height of an ordinary beat.
  /// - Parameter time: Seconds, not before those asked for earlier.
  public mutating func volume(at time: Double) -> Double {
    while firstFelt < beats.count, beats[firstFelt].time < time - 2.5 { firstFelt += 1 }
    var volume = 0.0
    var index = firstFelt
    while index < beats.count, beats[index].time < time + 1 {
      let beat = beats[index]
      let scale = min(beat.interval, 1.5).squareRoot()
      let since = time - beat.time
      // One standard deviation before its top, a bell curve is steepest.
      let systolic = (since - Self.systolicWidth * scale) / (Self.systolicWidth * scale)
      let dicrotic =
        (since - (Self.systolicWidth + Self.dicroticDelay) * scale)
        / (Self.dicroticWidth * scale)
      volume +=
        beat.strength
        * (exp(-0.5 * systolic * systolic)
          + Self.dicroticHeight * exp(-0.5 * dicrotic * dicrotic))
      index += 1
    }
    return volume
  }
}

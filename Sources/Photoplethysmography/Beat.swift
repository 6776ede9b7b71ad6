/// One heartbeat as its pulse reached the camera.
public struct Beat: Sendable, Equatable {
  /// The steepest moment of the pulse's upstroke, in seconds on the source's clock.
  public var time: Double

  /// Seconds since the beat before; `nil` where that one is not known.
  public var interval: Double?

  /// How sure it is that this is one beat and in its place, from 0 to 1.
  public var quality: Double

  public init(time: Double, interval: Double?, quality: Double) {
    self.time = time
    self.interval = interval
    self.quality = quality
  }
}

/// One heartbeat, at the time when its pulse reached the camera.
public struct Beat: Sendable, Equatable, Codable {
  /// The moment of the pulse's upstroke, in seconds on the source's clock (`UpstrokeFit`).
  public var time: Double

  /// The seconds since the beat before; `nil` if that beat is not known.
  public var interval: Double?

  /// The confidence, from 0 to 1, that this is one beat and at the right time.
  public var quality: Double

  /// Creates a beat from its time, interval and quality.
  public init(time: Double, interval: Double?, quality: Double) {
    self.time = time
    self.interval = interval
    self.quality = quality
  }
}

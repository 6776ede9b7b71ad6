/// The damage of a video that could be read nevertheless.
public struct VideoDamage: Sendable, Equatable {
  /// Pieces of the stream that the decoder gave up on.
  public var damagedPackets = 0

  /// Pictures that the decoder completed by guessing.
  public var damagedFrames = 0

  /// Pictures whose time was missing or did not advance, and was put in place.
  public var mendedTimestamps = 0

  /// Whether the stream stopped before the length that the container had announced.
  public var endedEarly = false

  /// Creates the damage of a sound video.
  public init() {}

  /// Whether nothing was wrong.
  public var isNone: Bool { self == VideoDamage() }
}

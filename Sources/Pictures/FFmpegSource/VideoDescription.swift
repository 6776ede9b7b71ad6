/// A video file's description of its picture before it is decoded.
public struct VideoDescription: Sendable, Equatable {
  /// The container by FFmpeg's name, as in "mov,mp4,m4a,3gp,3g2,mj2".
  public var container: String

  /// The codec by FFmpeg's name, as in "h264".
  public var codec: String

  /// The pixel format by FFmpeg's name, as in "yuv420p"; `nil` if only decoding shows it.
  public var pixelFormat: String?

  /// The width in pixels as a player shows it, before any stretching of its pixels.
  public var displayedWidth: Int

  /// The height in pixels, likewise.
  public var displayedHeight: Int

  /// Quarter turns clockwise that a player gives the decoded picture, 0 to 3.
  public var rotation: Int

  /// Whether its frames have times. Those of a stream without a container are counted at 25 per second, whatever their
  /// number was.
  public var hasTimes: Bool

  /// The frames per second at which it was filmed, if the file says so, as of slow motion; else `nil`.
  public var filmedFrameRate: Double?

  /// Frames per second on average; `nil` if the container does not say.
  public var averageFrameRate: Double?

  /// The length in seconds; `nil` if the container does not say.
  public var duration: Double?

  /// When it was recorded, in seconds since 1970; `nil` if the file does not say.
  public var creationTime: Double?

  /// Whether it says that it was simulated.
  public var isSimulated: Bool

  /// The estimated number of frames, by the index or else by duration and rate: good enough for a
  /// progress bar. `nil` if both are unknown.
  public var estimatedFrameCount: Int?
}

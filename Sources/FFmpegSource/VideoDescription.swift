/// What a video file says of its picture before it is decoded.
public struct VideoDescription: Sendable, Equatable {
  /// FFmpeg's names, as in "mov,mp4,m4a,3gp,3g2,mj2", "h264", "yuv420p". The pixel format is nil
  /// if only decoding shows it.
  public var container: String
  public var codec: String
  public var pixelFormat: String?

  /// The size in pixels as a player shows it, before any stretching of its pixels.
  public var displayedWidth: Int
  public var displayedHeight: Int

  /// Quarter turns clockwise that a player gives the decoded picture, 0 to 3.
  public var rotation: Int

  /// Frames a second on average; `nil` if the container does not say.
  public var averageFrameRate: Double?

  /// The length in seconds; `nil` if the container does not say.
  public var duration: Double?

  /// When it was recorded, in seconds since 1970; `nil` if the file does not say.
  public var creationTime: Double?

  /// How many frames there should be, by the index or else by duration and rate: good enough for a
  /// progress bar. `nil` if neither is known.
  public var estimatedFrameCount: Int?
}

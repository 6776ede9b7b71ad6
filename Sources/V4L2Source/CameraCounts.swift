/// What became of the frames since the camera was opened.
public struct CameraCounts: Sendable, Equatable {
  /// Lent to the caller.
  public var frames = 0

  /// Taken by the camera but never delivered, as gaps between the driver's numbers tell.
  public var lost = 0

  /// Delivered but marked as wrong, too short, or impossible to decode.
  public var damaged = 0

  /// How often the stream had to be stopped and started because the driver reported an error.
  public var restarts = 0

  public init() {}
}

/// What waiting for a frame came to.
public enum CameraFrameOutcome<Result> {
  /// What the caller made of the frame.
  case frame(Result)

  /// A frame that cannot be used; it is counted, and the next may be good.
  case damaged

  /// None came in time.
  case timedOut
}

extension CameraFrameOutcome: Sendable where Result: Sendable {}
extension CameraFrameOutcome: Equatable where Result: Equatable {}

/// How a video is decoded.
public struct VideoOptions: Sendable, Equatable {
  /// Decoding threads; 0 lets libavcodec decide by the machine. The pictures do not depend on it.
  public var threads: Int

  /// Leaves out what a mean colour does not need: the loop filter, and of Motion JPEG all but the
  /// mean of each 8 x 8 block.
  public var fast: Bool

  public init(threads: Int = 0, fast: Bool = false) {
    self.threads = threads
    self.fast = fast
  }
}

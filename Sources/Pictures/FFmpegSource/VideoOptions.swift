/// The options for decoding a video.
public struct VideoOptions: Sendable, Equatable {
  /// Decoding threads; 0 chooses them by the machine and the codec. The pictures do not depend on it,
  /// unless some are damaged: see `VideoFile.dependsOnThreads`.
  public var threads: Int

  /// Whether to decode only the mean of each 8 x 8 block of Motion JPEG. It changes nothing for other codecs.
  ///
  /// On a noisy fingertip-colored 1080p clip the means moved by 0.02 to 0.06 of 255 levels on average, and
  /// by 0.11 at most. For H.264 and HEVC, libavcodec can leave out the loop filter. In pictures
  /// from which nothing is predicted that gains nothing on videos of phones, which have none. In
  /// all pictures errors add up until the next key frame: in H.264 9 levels on average, in step
  /// with the key frames, which a pulse detector may take for a heart.
  public var fast: Bool

  /// The stream to read, as FFmpeg numbers a file's streams from 0; `nil` for the default or largest video.
  public var stream: Int?

  /// Creates options; without any, the default stream is decoded as a whole.
  public init(threads: Int = 0, fast: Bool = false, stream: Int? = nil) {
    self.threads = threads
    self.fast = fast
    self.stream = stream
  }
}

/// A color frame: the mean color of a frame's region of interest, and when the frame was taken.
///
/// A frame never leaves the thread that decoded it; this value of a few dozen bytes does.
public struct ColorSample: Sendable, Equatable, Codable {
  /// The frame's time in seconds, on the clock of its source: presentation time in a file, capture
  /// time from a camera.
  public var time: Double

  /// The mean level of red over the region of interest, on a scale of 0 to 255 for any bit depth.
  /// The mean is not clamped: it may be a few hundredths outside of the scale. A color that was not
  /// measured is not a number.
  public var red: Double

  /// The mean level of green, on the same scale.
  public var green: Double

  /// The mean level of blue, on the same scale.
  public var blue: Double

  /// The unevenness of the region: the standard deviation of the block means of the brightest channel,
  /// divided by their mean. It is 0 for an even color, and small for a lens that a finger covers.
  ///
  /// `nil` if only skin was averaged, or if the sample was read from a color signal without the
  /// column `spread`.
  public var spread: Double?

  /// The share, 0 to 1, of pixels with a component at or beyond the top of its range; `nil` if
  /// unknown.
  public var clippedShare: Double?

  /// The share, 0 to 1, of pixels at or below black; `nil` if unknown.
  public var blackShare: Double?

  /// The share, 0 to 1, of the region that has the color of skin; `nil` if skin was not searched
  /// for.
  public var skinShare: Double?

  /// Whether the frame was coded without any other frame, as a codec's key frames are; `nil` if
  /// unknown.
  public var isKeyFrame: Bool?

  /// The distribution of the light in the region; `nil` if unknown.
  public var pattern: LightPattern?

  /// Creates a sample; omitted values are unknown.
  public init(
    time: Double, red: Double, green: Double, blue: Double, spread: Double? = nil,
    clippedShare: Double? = nil, blackShare: Double? = nil,
    skinShare: Double? = nil, isKeyFrame: Bool? = nil, pattern: LightPattern? = nil
  ) {
    (self.time, self.red, self.green, self.blue, self.spread) = (time, red, green, blue, spread)
    (self.clippedShare, self.blackShare, self.skinShare) = (clippedShare, blackShare, skinShare)
    (self.isKeyFrame, self.pattern) = (isKeyFrame, pattern)
  }
}

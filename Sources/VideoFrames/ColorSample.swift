/// What one frame's region of interest tells the pulse: a moment and the mean colour at it.
///
/// A frame never leaves the thread that decoded it; this value of a few dozen bytes does.
public struct ColorSample: Sendable, Equatable {
  /// Seconds on the source's own clock: presentation time in a file, capture time from a camera.
  public var time: Double

  /// Mean levels over the region of interest, on the 8-bit scale of 0 to 255 whatever the bit depth.
  /// A mean of values converted linearly is not clamped: a few hundredths may lie outside.
  public var red: Double
  public var green: Double
  public var blue: Double

  /// How unlike the parts of the region are: the standard deviation of the block means of the
  /// brightest channel over their mean, 0 for an even colour. A lens covered by a finger is even.
  /// `nil` where the source has no picture, as in a colour signal read back from a file, and where only
  /// skin was averaged.
  public var spread: Double?

  /// The share, 0 to 1, of pixels with a component at or beyond the top of its range.
  public var clippedShare: Double?

  /// The share, 0 to 1, of pixels at or below black.
  public var blackShare: Double?

  /// The share, 0 to 1, of the region that has the colour of skin; `nil` where it was not looked for.
  public var skinShare: Double?

  public init(
    time: Double, red: Double, green: Double, blue: Double, spread: Double? = nil,
    clippedShare: Double? = nil, blackShare: Double? = nil,
    skinShare: Double? = nil
  ) {
    self.time = time
    self.red = red
    self.green = green
    self.blue = blue
    self.spread = spread
    self.clippedShare = clippedShare
    self.blackShare = blackShare
    self.skinShare = skinShare
  }
}

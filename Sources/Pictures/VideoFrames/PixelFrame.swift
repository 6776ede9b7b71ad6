/// A decoded picture. The source that owns its memory lends it to a closure; it is never copied.
///
/// The planes are valid only inside that closure.
public struct PixelFrame: ~Copyable {
  /// The layout of the samples in memory.
  public let format: PixelFormat

  /// The rule by which the samples become red, green and blue.
  public let color: ColorDescription

  /// The frame's time in seconds, on the clock of its source.
  public let time: Double

  /// The width in pixels of the picture in memory.
  public let width: Int

  /// The height in pixels of the picture in memory.
  public let height: Int

  /// The binary logarithm of the factor by which the picture was decoded smaller than it was coded.
  public let decimation: Int

  /// The width of the coded picture: the same as in memory unless it was decoded smaller.
  public let codedWidth: Int

  /// The height of the coded picture: the same as in memory unless it was decoded smaller.
  public let codedHeight: Int

  /// The orientation in which a player shows the picture.
  public let orientation: PictureOrientation

  /// Whether the picture was coded without any other one, as a codec's key frames are; `nil` if
  /// unknown.
  public let isKeyFrame: Bool?

  /// The planes of the format, in its order; those beyond its `planeCount` repeat the first.
  public let planes: (PixelPlane, PixelPlane, PixelPlane)

  /// Creates a frame that borrows its planes. While the frame exists, each plane must stay
  /// readable, with all rows and bytes that the format and the size require.
  public init(
    format: PixelFormat, color: ColorDescription, time: Double, width: Int, height: Int,
    planes: (PixelPlane, PixelPlane, PixelPlane), orientation: PictureOrientation = .upright,
    decimation: Int = 0, codedWidth: Int? = nil, codedHeight: Int? = nil, isKeyFrame: Bool? = nil
  ) {
    (self.format, self.color, self.time, self.width) = (format, color, time, width)
    (self.height, self.planes, self.orientation) = (height, planes, orientation)
    (self.isKeyFrame, self.decimation) = (isKeyFrame, decimation)
    self.codedWidth = codedWidth ?? width
    self.codedHeight = codedHeight ?? height
  }

  /// The width of the picture as a player shows it, before any stretching of its pixels.
  public var displayedWidth: Int { orientation.isSideways ? codedHeight : codedWidth }

  /// The height of the picture as a player shows it.
  public var displayedHeight: Int { orientation.isSideways ? codedWidth : codedHeight }

  /// Returns the pixels in memory that show a region of the displayed picture; all of them for
  /// `nil`.
  package func area(of region: PixelRegion?) throws(RegionError) -> PixelRegion {
    guard let region else { return PixelRegion(x: 0, y: 0, width: width, height: height) }
    guard region.lies(withinWidth: displayedWidth, height: displayedHeight) else {
      throw RegionError(
        region: region, pictureWidth: displayedWidth, pictureHeight: displayedHeight)
    }
    return
      region
      .undoing(orientation, displayedWidth: displayedWidth, displayedHeight: displayedHeight)
      .decimated(by: decimation, width: width, height: height)
  }
}

/// A decoded picture, lent to a closure by the source that owns its memory and never copied.
///
/// The planes are valid only while it is lent.
public struct PixelFrame: ~Copyable {
  public let format: PixelFormat
  public let color: ColorDescription

  /// Seconds on the source's own clock.
  public let time: Double

  /// The size in pixels of the picture in memory.
  public let width: Int
  public let height: Int

  /// The binary logarithm of how much smaller than the coded picture this one was decoded.
  public let decimation: Int

  /// The size of the coded picture, which is that in memory unless it was decoded smaller.
  public let codedWidth: Int
  public let codedHeight: Int

  public let orientation: PictureOrientation

  /// The planes that the format calls for, in its order; those beyond its `planeCount` repeat the
  /// first.
  public let planes: (PixelPlane, PixelPlane, PixelPlane)

  /// Borrows the planes: each must stay readable, with the rows and bytes that the format and the
  /// size call for, as long as the frame lives.
  public init(
    format: PixelFormat, color: ColorDescription, time: Double, width: Int, height: Int,
    planes: (PixelPlane, PixelPlane, PixelPlane), orientation: PictureOrientation = .upright,
    decimation: Int = 0, codedWidth: Int? = nil, codedHeight: Int? = nil
  ) {
    self.format = format
    self.color = color
    self.time = time
    self.width = width
    self.height = height
    self.planes = planes
    self.orientation = orientation
    self.decimation = decimation
    self.codedWidth = codedWidth ?? width
    self.codedHeight = codedHeight ?? height
  }

  /// The size of the picture as a player shows it, before any stretching of its pixels.
  public var displayedWidth: Int { orientation.isSideways ? codedHeight : codedWidth }
  public var displayedHeight: Int { orientation.isSideways ? codedWidth : codedHeight }

  /// The pixels in memory that a region of the displayed picture stands for, all of them for nil.
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

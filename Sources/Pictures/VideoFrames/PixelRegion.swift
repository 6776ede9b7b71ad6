/// A rectangle in pixels of the displayed picture, with its origin at the top left corner.
public struct PixelRegion: Sendable, Hashable {
  /// The distance from the left edge of the picture.
  public var x: Int

  /// The distance from the top edge of the picture.
  public var y: Int

  /// The width of the rectangle.
  public var width: Int

  /// The height of the rectangle.
  public var height: Int

  /// Creates a rectangle.
  public init(x: Int, y: Int, width: Int, height: Int) {
    (self.x, self.y, self.width, self.height) = (x, y, width, height)
  }

  /// Returns whether the rectangle holds at least one pixel and is inside a picture of a given
  /// size.
  public func lies(withinWidth pictureWidth: Int, height pictureHeight: Int) -> Bool {
    x >= 0 && y >= 0 && width > 0 && height > 0 && width <= pictureWidth
      && height <= pictureHeight && x <= pictureWidth - width && y <= pictureHeight - height
  }

  /// Returns the rectangle as it is before the player turns and mirrors the picture. Width and
  /// height are those of the displayed picture.
  func undoing(
    _ orientation: PictureOrientation, displayedWidth: Int, displayedHeight: Int
  ) -> PixelRegion {
    var region: PixelRegion
    let codedWidth: Int
    switch orientation.quarterTurns {
    case 1:
      region = PixelRegion(x: y, y: displayedWidth - x - width, width: height, height: width)
      codedWidth = displayedHeight
    case 2:
      region = PixelRegion(
        x: displayedWidth - x - width, y: displayedHeight - y - height, width: width,
        height: height)
      codedWidth = displayedWidth
    case 3:
      region = PixelRegion(x: displayedHeight - y - height, y: x, width: height, height: width)
      codedWidth = displayedHeight
    default:
      region = self
      codedWidth = displayedWidth
    }
    if orientation.isMirrored { region.x = codedWidth - region.x - region.width }
    return region
  }

  /// Returns the pixels that show any part of this rectangle in a picture decoded at 1 / 2^`shift`
  /// of its size.
  func decimated(by shift: Int, width decodedWidth: Int, height decodedHeight: Int) -> PixelRegion {
    let left = min(x >> shift, decodedWidth - 1)
    let top = min(y >> shift, decodedHeight - 1)
    let right = min((x + width).dividedRoundingUp(byPowerOfTwo: shift), decodedWidth)
    let bottom = min((y + height).dividedRoundingUp(byPowerOfTwo: shift), decodedHeight)
    return PixelRegion(x: left, y: top, width: right - left, height: bottom - top)
  }
}

/// The error of a region of interest that is not inside the picture.
public struct RegionError: Error, Hashable, CustomStringConvertible {
  /// The region that was asked for.
  public let region: PixelRegion

  /// The displayed width of the picture.
  public let pictureWidth: Int

  /// The displayed height of the picture.
  public let pictureHeight: Int

  /// Creates the error for a region and a picture.
  public init(region: PixelRegion, pictureWidth: Int, pictureHeight: Int) {
    (self.region, self.pictureWidth, self.pictureHeight) = (region, pictureWidth, pictureHeight)
  }

  /// A message that names the region and the size of the picture.
  public var description: String {
    "the region \(region.x),\(region.y),\(region.width),\(region.height) does not lie within the "
      + "picture of \(pictureWidth)x\(pictureHeight) pixels"
  }
}

/// A rectangle in pixels of the displayed picture, from its top left corner.
public struct PixelRegion: Sendable, Hashable {
  public var x: Int
  public var y: Int
  public var width: Int
  public var height: Int

  public init(x: Int, y: Int, width: Int, height: Int) {
    self.x = x
    self.y = y
    self.width = width
    self.height = height
  }

  /// Whether it holds a pixel at least and lies wholly within a picture of that size.
  public func lies(withinWidth pictureWidth: Int, height pictureHeight: Int) -> Bool {
    x >= 0 && y >= 0 && width > 0 && height > 0 && width <= pictureWidth
      && height <= pictureHeight && x <= pictureWidth - width && y <= pictureHeight - height
  }

  /// The same rectangle before the player's turning and mirroring; the size is that of the
  /// displayed picture.
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

  /// The pixels of a picture decoded at 1 / 2^`shift` of its size that hold any of this rectangle.
  func decimated(by shift: Int, width decodedWidth: Int, height decodedHeight: Int) -> PixelRegion {
    let left = min(x >> shift, decodedWidth - 1)
    let top = min(y >> shift, decodedHeight - 1)
    let right = min((x + width).dividedRoundingUp(byPowerOfTwo: shift), decodedWidth)
    let bottom = min((y + height).dividedRoundingUp(byPowerOfTwo: shift), decodedHeight)
    return PixelRegion(x: left, y: top, width: right - left, height: bottom - top)
  }
}

/// A region of interest that the picture does not hold.
public struct RegionError: Error, Hashable, CustomStringConvertible {
  public let region: PixelRegion

  /// The displayed size of the picture.
  public let pictureWidth: Int
  public let pictureHeight: Int

  public init(region: PixelRegion, pictureWidth: Int, pictureHeight: Int) {
    self.region = region
    self.pictureWidth = pictureWidth
    self.pictureHeight = pictureHeight
  }

  public var description: String {
    "the region \(region.x),\(region.y),\(region.width),\(region.height) does not lie within the "
      + "picture of \(pictureWidth)x\(pictureHeight) pixels"
  }
}

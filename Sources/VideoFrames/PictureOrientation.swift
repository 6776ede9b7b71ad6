/// What a player does to a decoded picture before it shows it.
public struct PictureOrientation: Sendable, Hashable {
  /// Turns of 90 degrees clockwise, 0 to 3, after any mirroring.
  public var quarterTurns: Int

  /// Whether left and right are exchanged before the picture is turned.
  public var isMirrored: Bool

  public init(quarterTurns: Int = 0, isMirrored: Bool = false) {
    self.quarterTurns = quarterTurns & 3
    self.isMirrored = isMirrored
  }

  /// The picture is shown as it was decoded.
  public static let upright = PictureOrientation()

  /// Whether width and height are exchanged.
  public var isSideways: Bool { quarterTurns % 2 == 1 }
}

/// The mirroring and rotation that a player applies to a decoded picture before it shows it.
public struct PictureOrientation: Sendable, Hashable {
  /// The number of turns by 90 degrees clockwise, 0 to 3, after any mirroring.
  public var quarterTurns: Int

  /// Whether left and right are swapped before the picture is turned.
  public var isMirrored: Bool

  /// Creates an orientation; by default the picture is upright.
  public init(quarterTurns: Int = 0, isMirrored: Bool = false) {
    self.quarterTurns = quarterTurns & 3
    self.isMirrored = isMirrored
  }

  /// The orientation of a picture that is shown as it was decoded.
  public static let upright = PictureOrientation()

  /// Whether width and height are swapped.
  public var isSideways: Bool { quarterTurns % 2 == 1 }
}

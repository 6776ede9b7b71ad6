/// Which camera is wanted and how it should send its pictures; what is `nil` is chosen.
public struct CameraRequest: Sendable, Hashable {
  /// A device or a link to one; `nil` for the best camera that there is.
  public var path: String?

  /// In pixels.
  public var width: Int?
  public var height: Int?

  /// In frames per second; met where it comes within one in twenty.
  public var frameRate: Double?
  public var format: FourCC?

  public init(
    path: String? = nil, width: Int? = nil, height: Int? = nil, frameRate: Double? = nil,
    format: FourCC? = nil
  ) {
    self.path = path
    self.width = width
    self.height = height
    self.frameRate = frameRate
    self.format = format
  }
}

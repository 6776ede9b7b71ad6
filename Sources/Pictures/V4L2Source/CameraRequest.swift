/// The wanted camera, and how it should send its pictures. A `nil` is chosen, as near to 640x480 at
/// 30 frames per second as the camera allows.
public struct CameraRequest: Sendable, Hashable {
  /// A device or a link to one; `nil` for the best camera.
  public var path: String?

  /// The width in pixels.
  public var width: Int?

  /// The height in pixels.
  public var height: Int?

  /// The frame rate in frames per second; a rate within 5% of it is accepted, and a camera that
  /// does not say its rates. Opening fails without such a mode.
  public var frameRate: Double?

  /// The pixel format, such as YUYV or MJPG.
  public var format: FourCC?

  /// Makes a request.
  public init(
    path: String? = nil, width: Int? = nil, height: Int? = nil, frameRate: Double? = nil,
    format: FourCC? = nil
  ) {
    (self.path, self.width, self.height, self.frameRate) = (path, width, height, frameRate)
    self.format = format
  }
}

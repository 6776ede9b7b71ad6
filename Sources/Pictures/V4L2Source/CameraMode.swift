/// The mode in which a camera sends its pictures.
public struct CameraMode: Sendable, Hashable {
  /// The format that the camera itself sends.
  public var format: FourCC

  /// The width in pixels.
  public var width: Int

  /// The height in pixels.
  public var height: Int

  /// The promised frames per second; the true rate is in the frames' times. `nil` if the driver does
  /// not say.
  public var frameRate: Double?

  /// Whether libv4l2 converts the pictures to RGB.
  public var isConverted: Bool

  /// The reason for the choice: a clause without a period.
  public var reason: String

  /// Makes a mode.
  public init(
    format: FourCC, width: Int, height: Int, frameRate: Double?, isConverted: Bool = false,
    reason: String
  ) {
    (self.format, self.width, self.height, self.frameRate) = (format, width, height, frameRate)
    (self.isConverted, self.reason) = (isConverted, reason)
  }

  /// A text such as "640x480 YUYV at 30 frames/s".
  public var summary: String {
    let rate = frameRate.map { " at \(Self.text(of: $0)) frames/s" } ?? ""
    return "\(width)x\(height) \(format)\(isConverted ? " (converted)" : "")\(rate)"
  }

  static func text(of rate: Double) -> String {
    let hundredths = (rate * 100).rounded() / 100
    return hundredths == hundredths.rounded() && abs(hundredths) < 1e9
      ? "\(Int(hundredths))" : "\(hundredths)"
  }
}

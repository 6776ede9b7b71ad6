/// The facts known about a camera without taking a picture.
public struct CameraDescription: Sendable, Equatable {
  /// Its present device, such as /dev/video0; it may have another after it was plugged in again.
  public let path: String

  /// The link in /dev/v4l/by-id that stays with the camera; `nil` without one.
  public let stablePath: String?

  /// The driver's name for it; empty if the device could not be opened.
  public let name: String

  /// The driver's own name.
  public let driver: String

  /// The port, such as usb-0000:00:14.0-3.
  public let bus: String

  /// Why it cannot measure a pulse; `nil` if it can.
  public let problem: CameraProblem?

  /// The ways in which it sends pictures.
  public let formats: [CameraFormat]

  /// The controls that can be set.
  public let controls: [CameraControl]

  /// Makes a description.
  public init(
    path: String, stablePath: String? = nil, name: String = "", driver: String = "",
    bus: String = "", problem: CameraProblem? = nil, formats: [CameraFormat] = [],
    controls: [CameraControl] = []
  ) {
    (self.path, self.stablePath, self.name, self.driver) = (path, stablePath, name, driver)
    (self.bus, self.problem, self.formats, self.controls) = (bus, problem, formats, controls)
  }

  /// Whether it can measure a pulse.
  public var isUsable: Bool { problem == nil }
}

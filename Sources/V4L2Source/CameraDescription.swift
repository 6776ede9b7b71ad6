/// What is known of a camera without taking a picture.
public struct CameraDescription: Sendable, Equatable {
  /// Where it is now, such as /dev/video0: another one after it was plugged in again, perhaps.
  public let path: String

  /// The link in /dev/v4l/by-id that stays with the camera; `nil` where there is none.
  public let stablePath: String?

  /// As the driver calls it; empty where the device could not be opened.
  public let name: String
  public let driver: String

  /// Where it is plugged in, such as usb-0000:00:14.0-3.
  public let bus: String

  /// Why it cannot measure a pulse; `nil` where nothing speaks against it.
  public let problem: CameraProblem?

  public let formats: [CameraFormat]
  public let controls: [CameraControl]

  public init(
    path: String, stablePath: String? = nil, name: String = "", driver: String = "",
    bus: String = "", problem: CameraProblem? = nil, formats: [CameraFormat] = [],
    controls: [CameraControl] = []
  ) {
    self.path = path
    self.stablePath = stablePath
    self.name = name
    self.driver = driver
    self.bus = bus
    self.problem = problem
    self.formats = formats
    self.controls = controls
  }

  public var isUsable: Bool { problem == nil }
}

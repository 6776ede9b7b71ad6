/// Something about a camera that its user should know, though frames come.
public enum CameraNotice: Sendable, Hashable, CustomStringConvertible {
  /// The driver gave so few buffers that frames may be lost while one is measured.
  case fewBuffers(Int)

  /// The camera sends pictures of another size than it offered.
  case otherSize(width: Int, height: Int)

  /// The driver has no capture times.
  case noCaptureTimes

  /// The driver's capture times are wrong: far from now, or not advancing.
  case wrongCaptureTimes

  /// The driver's frame numbers stand still or jump, so that lost frames cannot be counted there.
  case wrongFrameNumbers

  /// The stream was stopped and started after an error of the driver.
  case restarted

  /// It seems to be an infrared camera.
  case infrared

  /// A sentence without a period.
  public var description: String {
    switch self {
    case .fewBuffers(let count):
      "the driver gave only \(count) buffers; frames may be lost when the machine is busy"
    case .otherSize(let width, let height):
      "the camera sends \(width)x\(height) pixels instead of what it offered"
    case .noCaptureTimes:
      "the driver gives no capture times; times of arrival are used, which are less exact"
    case .wrongCaptureTimes:
      "the camera's own clock is wrong; times of arrival are used from there on, which are less exact"
    case .wrongFrameNumbers:
      "the driver's frame numbers jump or stand still; lost frames may go uncounted"
    case .restarted: "the stream was restarted after an error of the camera"
    case .infrared: "this is an infrared camera; the pulse hardly shows in it"
    }
  }
}

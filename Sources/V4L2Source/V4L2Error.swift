import Glibc

/// What a camera could not do: the call, the device, and what came back.
public struct V4L2Error: Error, Equatable, CustomStringConvertible, Sendable {
  /// What was tried: the name of the call ("open", "VIDIOC_S_FMT"), or a verb where no call failed.
  public let operation: String

  /// The device as it was named, "the cameras" where none could be chosen.
  public let device: String

  /// The `errno`; 0 where the refusal is ours.
  public let code: Int32

  /// Why, and what to do about it where there is something.
  public let reason: String

  public init(operation: String, device: String, code: Int32, reason: String) {
    self.operation = operation
    self.device = device
    self.code = code
    self.reason = reason
  }

  /// One line without a full stop.
  public var description: String {
    operation == Self.finding ? reason : "\(device): \(operation) failed: \(reason)"
  }

  /// Looking for a camera, which is no call to a device.
  static let finding = "find"

  /// Whether the camera is not there, or no longer: opening it again may succeed once it is back.
  public var isDisconnection: Bool {
    code == ENODEV || code == ENXIO || (operation == "open" && code == ENOENT)
  }

  /// Whether another program has the camera.
  public var isBusy: Bool { code == EBUSY }
}

extension V4L2Error {
  /// - Parameter user: Who else has the device open, where that is known.
  init(operation: String, device: String, _ error: SystemCallError, user: String? = nil) {
    self.init(
      operation: operation, device: device, code: error.code,
      reason: Self.reason(error.code, operation: operation, user: user))
  }

  private static func reason(_ code: Int32, operation: String, user: String?) -> String {
    switch code {
    case EACCES, EPERM:
      return "no permission; members of the group 'video' have it: run"
        + " 'sudo usermod -aG video $USER' and log in again"
    case EBUSY:
      return
        "another program uses the camera\(user.map { " (\($0))" } ?? ""); close it and try again"
    case ENOENT where operation == "open":
      return "there is no such device; is the camera plugged in?"
    case ENODEV, ENXIO: return "the camera is gone; was it unplugged?"
    case ENOSPC:
      return "the USB bus has no room for this picture size and rate; ask for less, or plug the"
        + " camera into another port"
    case ENOMEM: return "the driver has no memory for its buffers"
    case ENOTTY: return "the driver cannot do this"
    case EIO: return "the camera reported an error; plugging it in again may help"
    default: return Self.sentence(for: code)
    }
  }

  /// The C library's sentence for an `errno`.
  static func sentence(for code: Int32) -> String {
    withUnsafeTemporaryAllocation(of: CChar.self, capacity: 256) { buffer in
      guard let base = buffer.baseAddress, strerror_r(code, base, buffer.count) == 0 else {
        return "error \(code)"
      }
      let sentence = String(cString: base)
      guard let first = sentence.first else { return "error \(code)" }
      return first.lowercased() + sentence.dropFirst()
    }
  }
}

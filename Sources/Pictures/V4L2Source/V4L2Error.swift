import Glibc

/// A failure of a camera: the call, the device, and the result.
public struct V4L2Error: Error, Hashable, CustomStringConvertible, Sendable {
  /// The kind of failure, for a program that reacts to it.
  public enum Kind: Sendable, Hashable {
    /// There is no camera at all.
    case noCamera

    /// No camera has the name that was asked for.
    case unknownName

    /// There are cameras, and none of them can be used.
    case noUsableCamera

    /// The camera that was named is not there, or no longer.
    case disconnected

    /// Another program uses the camera.
    case busy

    /// This user may not open the camera.
    case notPermitted

    /// The device is there and is no camera.
    case notACamera

    /// The camera is one that cannot measure a pulse.
    case unsuitable

    /// The camera offers nothing that meets the request.
    case noSuchMode

    /// The camera is open and sends no good frame.
    case noFrames

    /// A call failed for another reason.
    case failed
  }

  /// The kind of failure.
  public let kind: Kind

  /// The attempted operation: the name of the call ("open", "VIDIOC_S_FMT"), or a verb if no call failed.
  public let operation: String

  /// The device as it was named; "the cameras" if none could be chosen.
  public let device: String

  /// The `errno`; 0 if the refusal is ours.
  public let code: Int32

  /// Why it failed, and what to do about it if something can be done.
  public let reason: String

  /// Makes an error.
  /// - Parameter kind: `nil` takes it from the `errno`.
  public init(
    _ kind: Kind? = nil, operation: String, device: String, code: Int32 = 0, reason: String
  ) {
    self.kind = kind ?? Self.kind(of: code, isOpening: operation == Self.opening)
    (self.operation, self.device, self.code, self.reason) = (operation, device, code, reason)
  }

  /// One line without a period.
  public var description: String {
    switch kind {
    // No call to a device has failed.
    case .noCamera, .unknownName, .noUsableCamera: reason
    default: "\(device): \(operation) failed: \(reason)"
    }
  }

  /// Whether there is no camera to open, or none any more: opening may succeed once it is plugged
  /// in.
  public var isDisconnection: Bool {
    switch kind {
    case .noCamera, .unknownName, .disconnected: true
    default: false
    }
  }
}

extension V4L2Error {
  /// The operation that opens a device.
  static let opening = "open"

  private static func kind(of code: Int32, isOpening: Bool) -> Kind {
    switch code {
    case ENODEV, ENXIO: .disconnected
    case ENOENT where isOpening: .disconnected
    case EBUSY: .busy
    case EACCES, EPERM: .notPermitted
    default: .failed
    }
  }

  /// Makes an error of a call that failed.
  /// - Parameter user: Who else has the device open, if it could be found out.
  init(operation: String, device: String, _ error: SystemCallError, user: String? = nil) {
    self.init(
      operation: operation, device: device, code: error.code,
      reason: Self.reason(error.code, isOpening: operation == Self.opening, user: user))
  }

  private static func reason(_ code: Int32, isOpening: Bool, user: String?) -> String {
    switch code {
    case EACCES, EPERM:
      return "no permission; members of the group 'video' have it: run"
        + " 'sudo usermod -aG video $USER' and log in again"
    case EBUSY:
      return
        "another program uses the camera\(user.map { " (\($0))" } ?? ""); close it and try again"
    case ENOENT where isOpening:
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

  /// Returns the C library's sentence for an `errno`.
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

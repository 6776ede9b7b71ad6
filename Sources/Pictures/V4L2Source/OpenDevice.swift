import CV4L2

/// One request to a driver: its number, and the name it has in the kernel's manual.
struct DeviceRequest {
  let name: String
  let number: UInt

  static let capabilities = Self(name: "VIDIOC_QUERYCAP", number: heartcam_querycap)
  static let format = Self(name: "VIDIOC_ENUM_FMT", number: heartcam_enum_fmt)
  static let size = Self(name: "VIDIOC_ENUM_FRAMESIZES", number: heartcam_enum_framesizes)
  static let interval = Self(
    name: "VIDIOC_ENUM_FRAMEINTERVALS", number: heartcam_enum_frameintervals)
  static let setFormat = Self(name: "VIDIOC_S_FMT", number: heartcam_s_fmt)
  static let rate = Self(name: "VIDIOC_G_PARM", number: heartcam_g_parm)
  static let setRate = Self(name: "VIDIOC_S_PARM", number: heartcam_s_parm)
  static let requestBuffers = Self(name: "VIDIOC_REQBUFS", number: heartcam_reqbufs)
  static let buffer = Self(name: "VIDIOC_QUERYBUF", number: heartcam_querybuf)
  static let enqueue = Self(name: "VIDIOC_QBUF", number: heartcam_qbuf)
  static let dequeue = Self(name: "VIDIOC_DQBUF", number: heartcam_dqbuf)
  static let start = Self(name: "VIDIOC_STREAMON", number: heartcam_streamon)
  static let stop = Self(name: "VIDIOC_STREAMOFF", number: heartcam_streamoff)
  static let control = Self(name: "VIDIOC_QUERYCTRL", number: heartcam_queryctrl)
  static let menu = Self(name: "VIDIOC_QUERYMENU", number: heartcam_querymenu)
  static let value = Self(name: "VIDIOC_G_CTRL", number: heartcam_g_ctrl)
  static let setValue = Self(name: "VIDIOC_S_CTRL", number: heartcam_s_ctrl)
}

/// Owns the descriptor of one device: opened in `init`, closed in `deinit`.
final class OpenDevice {
  let path: String
  let calls: any DeviceCalls
  private let descriptor: Int32

  init(path: String, calls: any DeviceCalls) throws(V4L2Error) {
    do {
      descriptor = try calls.open(path)
    } catch {
      throw V4L2Error(operation: V4L2Error.opening, device: path, error)
    }
    self.path = path
    self.calls = calls
  }

  deinit { calls.close(descriptor) }

  /// Passes a struct that the driver reads and fills.
  func send<Argument>(
    _ request: DeviceRequest, _ argument: inout Argument
  ) throws(SystemCallError) {
    let (calls, descriptor) = (calls, descriptor)
    let failure = withUnsafeMutablePointer(to: &argument) { pointer -> SystemCallError? in
      do throws(SystemCallError) {
        try calls.ioctl(descriptor, request.number, UnsafeMutableRawPointer(pointer))
        return nil
      } catch {
        return error
      }
    }
    if let failure { throw failure }
  }

  /// Makes the same call where failing is the caller's error.
  func demand<Argument>(
    _ request: DeviceRequest, _ argument: inout Argument
  ) throws(V4L2Error) {
    do {
      try send(request, &argument)
    } catch {
      throw failure(request.name, error)
    }
  }

  func failure(_ operation: String, _ error: SystemCallError) -> V4L2Error {
    V4L2Error(
      operation: operation, device: path, error,
      user: error.code == EBUSY ? DeviceUser.name(of: path, calls) : nil)
  }

  func map(length: Int, offset: UInt32) throws(V4L2Error) -> UnsafeMutableRawPointer {
    do {
      return try calls.map(descriptor, length: length, offset: offset)
    } catch {
      throw failure("mmap", error)
    }
  }

  func wait(seconds: Double) throws(V4L2Error) -> DeviceReadiness {
    do {
      return try calls.wait(descriptor, seconds: seconds)
    } catch {
      throw failure("poll", error)
    }
  }
}

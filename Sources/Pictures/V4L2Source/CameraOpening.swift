import CV4L2
import FFmpegSource

/// Opens a camera, chooses and sets its mode, and starts its stream.
struct CameraOpening {
  /// The content of the buffers.
  enum Content {
    case raw(RawLayout)
    case motionJPEG(MotionJPEGDecoder)
  }

  let description: CameraDescription
  let mode: CameraMode
  let notices: [CameraNotice]
  let content: Content
  let device: OpenDevice
  let buffers: CaptureBuffers

  init(
    _ request: CameraRequest, calls: any DeviceCalls, converting: any DeviceCalls
  ) throws(V4L2Error) {
    let path: String
    if let given = request.path { path = given } else { path = try CameraList.best(calls) }
    var device = try OpenDevice(path: Self.resolved(path, calls), calls: calls)
    let stablePath = CameraList.stablePaths(calls)[device.path]
    guard let description = try CameraProbe(device: device).description(stablePath: stablePath)
    else {
      throw V4L2Error(
        .notACamera, operation: V4L2Error.opening, device: path, reason: "it is no camera")
    }
    var notices: [CameraNotice] = []
    if let problem = description.problem {
      guard problem == .infrared, request.path != nil else {
        throw V4L2Error(
          .unsuitable, operation: V4L2Error.opening, device: path, reason: problem.advice)
      }
      notices.append(.infrared)
    }
    var mode = try ModeChoice.choose(
      from: description.formats, request: request, device: device.path)
    if mode.isConverted { device = try OpenDevice(path: device.path, calls: converting) }
    let picture = try Self.setFormat(mode, device)
    mode.frameRate = Self.setRate(mode.frameRate, device) ?? mode.frameRate
    if Int(picture.width) != mode.width || Int(picture.height) != mode.height {
      mode.width = Int(picture.width)
      mode.height = Int(picture.height)
      notices.append(.otherSize(width: mode.width, height: mode.height))
    }
    content = try Self.content(picture, device)
    buffers = CaptureBuffers(device: device)
    try buffers.start()
    if buffers.count < 4 { notices.append(.fewBuffers(buffers.count)) }
    (self.device, self.description, self.mode, self.notices) = (device, description, mode, notices)
  }

  /// Returns the device to which a link leads, by which processes and stable links are found.
  private static func resolved(_ path: String, _ calls: any DeviceCalls) -> String {
    guard let target = calls.target(ofLink: path), let name = target.split(separator: "/").last,
      name.hasPrefix("video")
    else { return path }
    return "/dev/\(name)"
  }

  private static func setFormat(
    _ mode: CameraMode, _ device: OpenDevice
  ) throws(V4L2Error) -> v4l2_pix_format {
    var format = v4l2_format()
    format.type = V4L2_BUF_TYPE_VIDEO_CAPTURE.rawValue
    let wanted = mode.isConverted ? FourCC.rgb24 : mode.format
    format.fmt.pix.width = UInt32(mode.width)
    format.fmt.pix.height = UInt32(mode.height)
    format.fmt.pix.pixelformat = wanted.rawValue
    format.fmt.pix.priv = UInt32(V4L2_PIX_FMT_PRIV_MAGIC)
    try device.demand(.setFormat, &format)
    let given = FourCC(rawValue: format.fmt.pix.pixelformat)
    guard given == wanted else {
      throw V4L2Error(
        operation: DeviceRequest.setFormat.name, device: device.path, code: 0,
        reason: "the driver gives \(given) although it offered \(wanted)")
    }
    return format.fmt.pix
  }

  /// Returns the rate that the driver promises; `nil` if it does not say.
  private static func setRate(_ rate: Double?, _ device: OpenDevice) -> Double? {
    var parameters = v4l2_streamparm()
    parameters.type = V4L2_BUF_TYPE_VIDEO_CAPTURE.rawValue
    guard (try? device.send(.rate, &parameters)) != nil else { return nil }
    let hasRates = parameters.parm.capture.capability & UInt32(V4L2_CAP_TIMEPERFRAME) != 0
    if let rate, hasRates {
      parameters.parm.capture.timeperframe = v4l2_fract(
        numerator: 1000, denominator: UInt32((min(max(rate, 0.001), 100_000) * 1000).rounded()))
      // If it cannot be set, the camera keeps its own, which shows in the frames' times.
      if (try? device.send(.setRate, &parameters)) == nil {
        _ = try? device.send(.rate, &parameters)
      }
    }
    return parameters.parm.capture.timeperframe.rate
  }

  private static func content(
    _ picture: v4l2_pix_format, _ device: OpenDevice
  ) throws(V4L2Error) -> Content {
    switch NativeFormat(FourCC(rawValue: picture.pixelformat)) {
    case .motionJPEG:
      guard let decoder = MotionJPEGDecoder() else {
        throw V4L2Error(
          operation: DeviceRequest.setFormat.name, device: device.path, code: 0,
          reason: "this libavcodec cannot decode Motion JPEG")
      }
      return .motionJPEG(decoder)
    case .raw(let format, let isRedDifferencePlaneFirst):
      if let layout = RawLayout(
        picture, format: format, isRedDifferencePlaneFirst: isRedDifferencePlaneFirst)
      {
        return .raw(layout)
      }
    case nil: break
    }
    throw V4L2Error(
      operation: DeviceRequest.setFormat.name, device: device.path, code: 0,
      reason: "the driver describes its pictures in a way that makes no sense")
  }
}

import CV4L2
import Glibc

/// Asks a device for its identity and its abilities.
struct CameraProbe {
  let device: OpenDevice

  /// Describes the device; `nil` if it is no camera but metadata, a radio, a codec or the like.
  func description(
    stablePath: String?, withControls: Bool = true
  ) throws(V4L2Error) -> CameraDescription? {
    var answer = v4l2_capability()
    do {
      try device.send(.capabilities, &answer)
    } catch  where error.code == ENOTTY || error.code == EINVAL {
      return nil
    } catch {
      throw device.failure(DeviceRequest.capabilities.name, error)
    }
    // `capabilities` are those of the whole camera, which include its metadata node.
    let has =
      answer.capabilities & UInt32(V4L2_CAP_DEVICE_CAPS) != 0
      ? answer.device_caps : answer.capabilities
    let others =
      UInt32(V4L2_CAP_VIDEO_M2M) | UInt32(V4L2_CAP_VIDEO_M2M_MPLANE)
      | UInt32(V4L2_CAP_TOUCH)
    let isSinglePlanar = has & UInt32(V4L2_CAP_VIDEO_CAPTURE) != 0
    let isMultiPlanar = has & UInt32(V4L2_CAP_VIDEO_CAPTURE_MPLANE) != 0
    guard has & others == 0, isSinglePlanar || isMultiPlanar else { return nil }

    let name = text(answer.card)
    let formats = isSinglePlanar ? self.formats(V4L2_BUF_TYPE_VIDEO_CAPTURE) : []
    let offered = isSinglePlanar ? formats : self.formats(V4L2_BUF_TYPE_VIDEO_CAPTURE_MPLANE)
    var problem = Self.problem(of: offered.map(\.fourCC), name: name)
    if problem == .noReadableFormat && !offered.isEmpty && has & UInt32(V4L2_CAP_IO_MC) != 0 {
      problem = .rawSensor
    }
    if problem == nil && !isSinglePlanar { problem = .multiplanar }
    if problem == nil && has & UInt32(V4L2_CAP_STREAMING) == 0 { problem = .noStreaming }
    return CameraDescription(
      path: device.path, stablePath: stablePath, name: name, driver: text(answer.driver),
      bus: text(answer.bus_info), problem: problem, formats: offered,
      controls: withControls ? CameraControls(device: device).all : [])
  }

  /// Returns why a camera with these formats and this name cannot be used; `nil` if it can.
  static func problem(of formats: [FourCC], name: String) -> CameraProblem? {
    if !formats.isEmpty && formats.allSatisfy(\.isDeepMosaic) { return .rawSensor }
    let words = name.lowercased().split { !$0.isLetter }
    let saysInfrared = words.contains("ir") || words.contains("infrared")
    if !formats.isEmpty && formats.allSatisfy(\.isColorless)
      || saysInfrared && !words.contains("rgb")
    {
      return .infrared
    }
    let isReadable = formats.contains { NativeFormat($0) != nil || $0.isConvertible }
    return isReadable ? nil : .noReadableFormat
  }

  // MARK: -

  private func formats(_ type: v4l2_buf_type) -> [CameraFormat] {
    var formats: [CameraFormat] = []
    // A driver whose list never ends must not hang the program.
    for index in 0..<256 {
      var answer = v4l2_fmtdesc()
      answer.index = UInt32(index)
      answer.type = type.rawValue
      guard (try? device.send(.format, &answer)) != nil else { break }
      let fourCC = FourCC(rawValue: answer.pixelformat)
      formats.append(
        CameraFormat(
          fourCC: fourCC, description: text(answer.description), sizes: sizes(of: fourCC)))
    }
    return formats
  }

  private func sizes(of fourCC: FourCC) -> [CameraSize] {
    var sizes: [CameraSize] = []
    for index in 0..<256 {
      var answer = v4l2_frmsizeenum()
      answer.index = UInt32(index)
      answer.pixel_format = fourCC.rawValue
      guard (try? device.send(.size, &answer)) != nil else { break }
      if answer.type == V4L2_FRMSIZE_TYPE_DISCRETE.rawValue {
        let width = Int(answer.discrete.width)
        let height = Int(answer.discrete.height)
        guard width > 0, height > 0 else { continue }
        let size = CameraSize(
          width: width, height: height, rates: rates(of: fourCC, width, height))
        // Some cameras list a size twice.
        if !sizes.contains(size) { sizes.append(size) }
      } else {
        let step = answer.stepwise
        guard step.min_width > 0, step.min_height > 0, step.min_width <= step.max_width,
          step.min_height <= step.max_height
        else { break }
        sizes.append(
          CameraSize(
            width: Int(step.min_width)...Int(step.max_width),
            height: Int(step.min_height)...Int(step.max_height),
            widthStep: Int(step.step_width), heightStep: Int(step.step_height),
            rates: rates(of: fourCC, Int(step.min_width), Int(step.min_height))))
        break
      }
    }
    return sizes
  }

  /// Returns the frame rates of one size.
  func rates(of fourCC: FourCC, _ width: Int, _ height: Int) -> CameraRates {
    var rates: [Double] = []
    for index in 0..<256 {
      var answer = v4l2_frmivalenum()
      answer.index = UInt32(index)
      answer.pixel_format = fourCC.rawValue
      answer.width = UInt32(width)
      answer.height = UInt32(height)
      guard (try? device.send(.interval, &answer)) != nil else { break }
      if answer.type == V4L2_FRMIVAL_TYPE_DISCRETE.rawValue {
        if let rate = answer.discrete.rate, !rates.contains(rate) { rates.append(rate) }
      } else if let fastest = answer.stepwise.min.rate, let slowest = answer.stepwise.max.rate {
        return .range(min(slowest, fastest)...max(slowest, fastest))
      } else {
        break
      }
    }
    return rates.isEmpty ? .unknown : .discrete(rates.sorted(by: >))
  }
}

extension v4l2_fract {
  /// The rate of an interval in seconds; `nil` if it is not positive.
  var rate: Double? {
    numerator > 0 && denominator > 0 ? Double(denominator) / Double(numerator) : nil
  }
}

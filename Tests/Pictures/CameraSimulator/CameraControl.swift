/// A control that the camera offers, under the name that V4L2 gives it.
enum CameraControl: String, CaseIterable {
  case autoExposure = "auto_exposure"
  case dynamicFrameRate = "exposure_dynamic_framerate"
  case exposureTime = "exposure_time_absolute"
  case focus = "focus_absolute"
  case autoFocus = "focus_automatic_continuous"
  case brightness
  case gain
  case powerLineFrequency = "power_line_frequency"
  case whiteBalance = "white_balance_temperature"
  case autoWhiteBalance = "white_balance_automatic"

  /// Values of `autoExposure` in USB's numbers, which differ from V4L2's.
  static let manualExposure = 1
  static let aperturePriority = 8

  /// The unit that has the control, and its selector there (USB Video Class 1.1, appendix A.9).
  var address: (unit: UInt8, selector: UInt8) {
    switch self {
    case .autoExposure: (CameraDescriptors.cameraTerminal, 0x02)
    case .dynamicFrameRate: (CameraDescriptors.cameraTerminal, 0x03)
    case .exposureTime: (CameraDescriptors.cameraTerminal, 0x04)
    case .focus: (CameraDescriptors.cameraTerminal, 0x06)
    case .autoFocus: (CameraDescriptors.cameraTerminal, 0x08)
    case .brightness: (CameraDescriptors.processingUnit, 0x02)
    case .gain: (CameraDescriptors.processingUnit, 0x04)
    case .powerLineFrequency: (CameraDescriptors.processingUnit, 0x05)
    case .whiteBalance: (CameraDescriptors.processingUnit, 0x0A)
    case .autoWhiteBalance: (CameraDescriptors.processingUnit, 0x0B)
    }
  }

  var byteCount: Int {
    switch self {
    case .exposureTime: 4
    case .focus, .brightness, .gain, .whiteBalance: 2
    default: 1
    }
  }

  /// The values that it may be set to, in 100 µs, in kelvin, or in units of its own.
  var range: ClosedRange<Int> {
    switch self {
    case .autoExposure: 1...8
    case .dynamicFrameRate, .autoFocus, .autoWhiteBalance: 0...1
    case .exposureTime: 3...2047
    case .focus: 0...250
    case .brightness, .gain: 0...255
    case .powerLineFrequency: 0...2
    case .whiteBalance: 2800...6500
    }
  }

  /// The step between values; for `autoExposure` the set of allowed values.
  var resolution: Int {
    switch self {
    case .autoExposure: Self.manualExposure | Self.aperturePriority
    case .focus: 5
    case .whiteBalance: 10
    default: 1
    }
  }

  var defaultValue: Int {
    switch self {
    case .autoExposure: Self.aperturePriority
    case .dynamicFrameRate, .autoFocus, .autoWhiteBalance, .powerLineFrequency: 1
    case .exposureTime: 156
    case .focus, .gain: 0
    case .brightness: 128
    case .whiteBalance: 4600
    }
  }

  /// The automation that blocks this control while it is on.
  var automation: CameraControl? {
    switch self {
    case .exposureTime: .autoExposure
    case .focus: .autoFocus
    case .whiteBalance: .autoWhiteBalance
    default: nil
    }
  }
}

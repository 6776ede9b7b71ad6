import CV4L2

/// The kernel's numbers of the controls that holding a camera still takes.
enum ControlID {
  static let automaticWhiteBalance = UInt32(V4L2_CID_AUTO_WHITE_BALANCE)
  static let automaticGain = UInt32(V4L2_CID_AUTOGAIN)
  static let gain = UInt32(V4L2_CID_GAIN)
  static let automaticHue = UInt32(V4L2_CID_HUE_AUTO)
  static let mainsFrequency = UInt32(V4L2_CID_POWER_LINE_FREQUENCY)
  static let whiteBalanceTemperature = UInt32(V4L2_CID_WHITE_BALANCE_TEMPERATURE)
  static let backlightCompensation = UInt32(V4L2_CID_BACKLIGHT_COMPENSATION)
  static let exposureMode = UInt32(V4L2_CID_EXPOSURE_AUTO)
  /// In units of 100 µs.
  static let exposure = UInt32(V4L2_CID_EXPOSURE_ABSOLUTE)
  /// Whether the frame rate may fall for longer exposure.
  static let dynamicFrameRate = UInt32(V4L2_CID_EXPOSURE_AUTO_PRIORITY)
  static let focus = UInt32(V4L2_CID_FOCUS_ABSOLUTE)
  static let automaticFocus = UInt32(V4L2_CID_FOCUS_AUTO)
  static let lightMode = UInt32(V4L2_CID_FLASH_LED_MODE)

  static let manualExposure = Int(V4L2_EXPOSURE_MANUAL.rawValue)
  static let torch = Int(V4L2_FLASH_LED_MODE_TORCH.rawValue)

  /// In which they are put back: what an automatic mode governs while that is still off, the modes
  /// last.
  static let restoringOrder = [
    lightMode, mainsFrequency, backlightCompensation, gain, exposure, whiteBalanceTemperature,
    focus,
    dynamicFrameRate, automaticGain, automaticHue, automaticFocus, automaticWhiteBalance,
    exposureMode,
  ]
}

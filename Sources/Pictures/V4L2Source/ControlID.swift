import CV4L2

/// The kernel's numbers of the controls that matter for measuring. Names differ from driver to
/// driver and from kernel to kernel; numbers do not.
public enum ControlID {
  /// Whether the camera chooses the white balance.
  public static let automaticWhiteBalance = UInt32(V4L2_CID_AUTO_WHITE_BALANCE)

  /// Whether the camera chooses the gain.
  public static let automaticGain = UInt32(V4L2_CID_AUTOGAIN)

  /// The amplification of the sensor's signal.
  public static let gain = UInt32(V4L2_CID_GAIN)

  /// Whether the camera chooses the hue.
  public static let automaticHue = UInt32(V4L2_CID_HUE_AUTO)

  /// The mains frequency whose flicker the camera filters out.
  public static let mainsFrequency = UInt32(V4L2_CID_POWER_LINE_FREQUENCY)

  /// The white balance in kelvins.
  public static let whiteBalanceTemperature = UInt32(V4L2_CID_WHITE_BALANCE_TEMPERATURE)

  /// Whether the camera makes pictures against the light brighter.
  public static let backlightCompensation = UInt32(V4L2_CID_BACKLIGHT_COMPENSATION)

  /// Whether the camera chooses the exposure, a menu.
  public static let exposureMode = UInt32(V4L2_CID_EXPOSURE_AUTO)

  /// The exposure in units of 100 µs.
  public static let exposure = UInt32(V4L2_CID_EXPOSURE_ABSOLUTE)

  /// The exposure in units of the driver's own.
  public static let plainExposure = UInt32(V4L2_CID_EXPOSURE)

  /// Whether the frame rate may fall for a longer exposure.
  public static let dynamicFrameRate = UInt32(V4L2_CID_EXPOSURE_AUTO_PRIORITY)

  /// The distance of focus.
  public static let focus = UInt32(V4L2_CID_FOCUS_ABSOLUTE)

  /// Whether the camera chooses the focus.
  public static let automaticFocus = UInt32(V4L2_CID_FOCUS_AUTO)

  /// Whether the camera's own lamp is lit, a menu.
  public static let lightMode = UInt32(V4L2_CID_FLASH_LED_MODE)

  /// The value of `exposureMode` that leaves exposure alone.
  public static let manualExposure = Int(V4L2_EXPOSURE_MANUAL.rawValue)

  /// The value of `lightMode` that lights the lamp for as long as the camera is open.
  public static let torch = Int(V4L2_FLASH_LED_MODE_TORCH.rawValue)

  /// The order in which controls are restored: first those that an automatic mode governs, while
  /// that mode is still off; the modes last.
  package static let restoringOrder = [
    lightMode, mainsFrequency, backlightCompensation, gain, exposure, whiteBalanceTemperature,
    focus,
    dynamicFrameRate, automaticGain, automaticHue, automaticFocus, automaticWhiteBalance,
    exposureMode,
  ]
}

/// Whether a property of a camera's pictures can be held still.
public enum ControlHold: String, Sendable {
  /// It can.
  case yes

  /// The camera has a control for it that cannot be set.
  case no

  /// The camera has no control for it.
  case unknown

  /// Decides by the control that switches the automatic mode; without one, by those that set a
  /// value.
  init(automatic: UInt32, values: [UInt32], in controls: [CameraControl]) {
    let found =
      controls.first { $0.id == automatic } ?? controls.first { values.contains($0.id) }
    self = found.map { $0.isReadOnly || $0.isGrabbed ? .no : .yes } ?? .unknown
  }
}

extension CameraDescription {
  /// Whether exposure can be held still.
  public var exposureHold: ControlHold {
    ControlHold(
      automatic: ControlID.exposureMode, values: [ControlID.exposure, ControlID.plainExposure],
      in: controls)
  }

  /// Whether white balance can be held still.
  public var whiteBalanceHold: ControlHold {
    ControlHold(
      automatic: ControlID.automaticWhiteBalance, values: [ControlID.whiteBalanceTemperature],
      in: controls)
  }
}

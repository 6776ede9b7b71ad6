/// The camera settings that are held still in addition to the exposure.
public struct CameraLockOptions: Sendable, Hashable {
  /// The mains whose lamps the camera's filter is set against.
  public enum MainsFrequency: Sendable, Hashable {
    /// 50 Hz.
    case hertz50

    /// 60 Hz.
    case hertz60

    /// The filter stays as it is.
    case unchanged

    var menuValue: Int? {
      switch self {
      case .hertz50: 1
      case .hertz60: 2
      case .unchanged: nil
      }
    }
  }

  /// The mains whose lamps the camera's filter is set against.
  public var mainsFrequency: MainsFrequency

  /// Whether the camera's own lamp is lit if it has one.
  public var usesTorch: Bool

  /// An existing folder that keeps earlier values in case the program is killed; `nil` for none.
  public var journalFolder: String?

  /// Creates options for a camera under lamps of a mains frequency.
  /// - Parameters:
  ///   - mainsFrequency: Exposures are multiples of its period, so that lamps do not flicker.
  ///   - usesTorch: Whether a camera's lamp is switched on.
  ///   - journalFolder: An existing folder for the camera's earlier values; `nil` for nowhere.
  public init(
    mainsFrequency: MainsFrequency = .hertz50, usesTorch: Bool = true, journalFolder: String? = nil
  ) {
    self.mainsFrequency = mainsFrequency
    self.usesTorch = usesTorch
    self.journalFolder = journalFolder
  }
}

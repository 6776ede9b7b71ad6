/// What is held still of a camera besides its exposure.
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

  /// Where earlier values are kept in case the program is killed, an existing folder; `nil` for
  /// nowhere.
  public var journalFolder: String?

  /// Makes options.
  public init(
    mainsFrequency: MainsFrequency = .hertz50, usesTorch: Bool = true, journalFolder: String? = nil
  ) {
    self.mainsFrequency = mainsFrequency
    self.usesTorch = usesTorch
    self.journalFolder = journalFolder
  }
}

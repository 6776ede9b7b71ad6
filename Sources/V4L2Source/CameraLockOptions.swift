/// What to hold still of a camera beyond its exposure.
public struct CameraLockOptions: Sendable, Hashable {
  /// Against which flicker of lamps the camera filters.
  public enum MainsFrequency: Sendable, Hashable {
    case hertz50
    case hertz60
    /// As it is set.
    case unchanged

    var menuValue: Int? {
      switch self {
      case .hertz50: 1
      case .hertz60: 2
      case .unchanged: nil
      }
    }
  }

  public var mainsFrequency: MainsFrequency

  /// Whether the camera's own lamp is lit, where there is one.
  public var usesTorch: Bool

  /// Where earlier values are kept for the case that the program is killed, an existing folder; `nil`
  /// for nowhere.
  public var journalFolder: String?

  public init(
    mainsFrequency: MainsFrequency = .hertz50, usesTorch: Bool = true, journalFolder: String? = nil
  ) {
    self.mainsFrequency = mainsFrequency
    self.usesTorch = usesTorch
    self.journalFolder = journalFolder
  }
}

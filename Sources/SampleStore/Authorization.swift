/// What a program may do with samples of a type.
public struct Authorization: Hashable, Sendable {
  /// Numbered as HealthKit does.
  public enum Status: Int, Hashable, Sendable, CaseIterable {
    case notDetermined = 0
    case denied = 1
    case authorized = 2
  }

  /// Whether it may save.
  public var sharing: Status

  /// Whether it may read others' samples; programs are not told.
  public var reading: Status

  public init(sharing: Status = .notDetermined, reading: Status = .notDetermined) {
    self.sharing = sharing
    self.reading = reading
  }
}

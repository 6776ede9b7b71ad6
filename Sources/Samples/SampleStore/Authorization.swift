/// A program's permissions for samples of a type.
public struct Authorization: Hashable, Sendable {
  /// The states of a permission, numbered as in HealthKit.
  public enum Status: Int, Hashable, Sendable, CaseIterable {
    /// The user has not been asked.
    case notDetermined = 0

    /// The user has refused.
    case denied = 1

    /// The user has agreed.
    case authorized = 2
  }

  /// Whether it may save.
  public var sharing: Status

  /// Whether it may read others' samples; HealthKit's names do not report this to programs.
  public var reading: Status

  /// Makes an authorization; nothing is decided by default.
  public init(sharing: Status = .notDetermined, reading: Status = .notDetermined) {
    self.sharing = sharing
    self.reading = reading
  }
}

/// Types that a program wants to save and to read, or that it was granted.
public struct AuthorizationRequest: Hashable, Sendable {
  /// Types to save.
  public var sharing: Set<SampleType>

  /// Types to read.
  public var reading: Set<SampleType>

  /// Makes a request.
  public init(sharing: Set<SampleType> = [], reading: Set<SampleType> = []) {
    self.sharing = sharing
    self.reading = reading
  }

  /// Whether it names no types.
  public var isEmpty: Bool { sharing.isEmpty && reading.isEmpty }
}

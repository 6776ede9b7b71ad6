/// Types that a program wants to save and to read, or that it was granted.
public struct AuthorizationRequest: Hashable, Sendable {
  public var sharing: Set<SampleType>
  public var reading: Set<SampleType>

  public init(sharing: Set<SampleType> = [], reading: Set<SampleType> = []) {
    self.sharing = sharing
    self.reading = reading
  }

  public var isEmpty: Bool { sharing.isEmpty && reading.isEmpty }
}

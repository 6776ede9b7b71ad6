/// A control of a camera and the value that was read back of it.
public struct CameraSetting: Sendable, Equatable {
  /// The kernel's number.
  public let id: UInt32

  /// As the driver calls it.
  public let name: String
  public let value: Int

  public init(id: UInt32, name: String, value: Int) {
    self.id = id
    self.name = name
    self.value = value
  }
}

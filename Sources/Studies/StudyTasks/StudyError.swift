/// A file of a study that could not be made, read or written.
public struct StudyError: Error, Equatable, CustomStringConvertible {
  /// The attempted operation: "make", "write".
  public let operation: String

  /// The file or folder.
  public let path: String

  /// The reason of the failure and advice, without a period.
  public let reason: String

  init(_ operation: String, _ path: String, _ reason: String) {
    (self.operation, self.path, self.reason) = (operation, path, reason)
  }

  /// One line without a period.
  public var description: String { "cannot \(operation) \(path): \(reason)" }
}

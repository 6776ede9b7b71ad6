/// A file of a study that could not be made, read or written.
public struct StudyError: Error, Equatable, CustomStringConvertible {
  /// What was tried: "make", "write".
  public let operation: String

  /// The file or folder.
  public let path: String

  /// Why it failed, and what to do, without a full stop.
  public let reason: String

  init(_ operation: String, _ path: String, _ reason: String) {
    (self.operation, self.path, self.reason) = (operation, path, reason)
  }

  /// One line without a full stop.
  public var description: String { "cannot \(operation) \(path): \(reason)" }
}

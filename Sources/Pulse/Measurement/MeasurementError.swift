/// The reason why a recording could not be measured: the operation, its subject, and the result.
public struct MeasurementError: Error, Sendable, Equatable, CustomStringConvertible {
  /// The attempted operation, a verb.
  public let operation: String

  /// The recording as it was named.
  public let input: String

  /// Why that failed.
  public let reason: String

  /// Whether the process of a sandbox that read it has ended: another may do better.
  public private(set) var readerHasDied = false

  /// Returns the error of a recording whose reader has ended.
  static func readerDied(_ input: String, _ reason: String) -> MeasurementError {
    var error = MeasurementError("read", input, reason)
    error.readerHasDied = true
    return error
  }

  init(_ operation: String, _ input: String, _ reason: String) {
    self.operation = operation
    self.input = input == "-" ? "standard input" : input
    self.reason = reason
  }

  /// A sentence without a period.
  public var description: String { "cannot \(operation) \(input): \(reason)" }
}

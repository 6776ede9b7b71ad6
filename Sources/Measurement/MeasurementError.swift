/// A recording could not be read: what was tried, on what, and what came back.
public struct MeasurementError: Error, Sendable, Equatable, CustomStringConvertible {
  public let operation: String

  /// The recording as it was given.
  public let input: String
  public let reason: String

  init(_ operation: String, _ input: String, _ reason: String) {
    self.operation = operation
    self.input = input == "-" ? "standard input" : input
    self.reason = reason
  }

  public var description: String { "cannot \(operation) \(input): \(reason)" }
}

/// Why a recording could not be measured: what was tried, on what, and what came back.
public struct MeasurementError: Error, Sendable, Equatable, CustomStringConvertible {
  /// What was tried, a verb.
  public let operation: String

  /// The recording as it was named.
  public let input: String

  /// Why that failed.
  public let reason: String

  init(_ operation: String, _ input: String, _ reason: String) {
    self.operation = operation
    self.input = input == "-" ? "standard input" : input
    self.reason = reason
  }

  /// A sentence without a full stop.
  public var description: String { "cannot \(operation) \(input): \(reason)" }
}

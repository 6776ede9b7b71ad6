/// Why a recording could not be measured: what was tried, on what, and what came back.
public struct MeasurementError: Error, Sendable, Equatable, CustomStringConvertible {
  /// What was tried, a verb.
  public let operation: String

  /// The recording as it was named.
  public let input: String

  /// Why that failed.
  public let reason: String

  /// Whether the process of a sandbox that read it has ended: another may do better.
  public private(set) var readerHasDied = false

  /// The error of a recording whose reader has ended.
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

  /// A sentence without a full stop.
  public var description: String { "cannot \(operation) \(input): \(reason)" }
}

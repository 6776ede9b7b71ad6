/// Why a word on the command line is no value of the wanted kind.
public struct InvalidValue: Error, Sendable, Equatable, CustomStringConvertible {
  /// The wanted value, as the end of a sentence: "must be a number from 1 to 60".
  public let reason: String

  /// The same as `reason`.
  public var description: String { reason }

  /// Creates an error with the end of a sentence.
  public init(_ reason: String) {
    self.reason = reason
  }
}

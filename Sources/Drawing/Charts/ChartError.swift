/// The reason why a chart could not be drawn: the operation, its subject, and the result.
public struct ChartError: Error, Hashable, CustomStringConvertible, Sendable {
  /// The attempted operation: "find the font", "draw the PNG".
  public let operation: String

  /// The subject of the operation: a font's name, a picture's size.
  public let subject: String

  /// The result, and advice on what to do about it.
  public let reason: String

  public var description: String { "cannot \(operation) (\(subject)): \(reason)" }
}

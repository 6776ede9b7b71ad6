/// Why a chart could not be drawn: what was tried, on what, and what came back.
public struct ChartError: Error, Hashable, CustomStringConvertible, Sendable {
  /// What was tried: "find the font", "draw the PNG".
  public let operation: String

  /// What it was tried on: a font's name, a picture's size.
  public let subject: String

  /// What came back, and what to do about it.
  public let reason: String

  public var description: String { "cannot \(operation) (\(subject)): \(reason)" }
}

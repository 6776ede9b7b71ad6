/// A command line that help shows, and its effect.
public struct CommandExample: Sendable, Equatable {
  /// The command line.
  public let line: String

  /// The effect, in a sentence.
  public let explanation: String

  /// Creates an example.
  public init(_ line: String, _ explanation: String) {
    self.line = line
    self.explanation = explanation
  }
}

/// A command line that help shows, and what it does.
public struct CommandExample: Sendable, Equatable {
  /// The command line.
  public let line: String

  /// What it does, in a sentence.
  public let explanation: String

  /// Creates an example.
  public init(_ line: String, _ explanation: String) {
    self.line = line
    self.explanation = explanation
  }
}

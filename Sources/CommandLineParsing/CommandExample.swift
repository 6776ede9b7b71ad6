/// A command line that help shows, and what it does.
public struct CommandExample: Sendable, Equatable {
  public let line: String
  public let explanation: String

  public init(_ line: String, _ explanation: String) {
    self.line = line
    self.explanation = explanation
  }
}

/// The facts about a positional argument for parsing, help and completion, whatever its type.
public protocol PositionalDeclaration: Sendable {
  /// The name of the argument in help, in capitals.
  var name: String { get }

  /// The number of times that the argument is given.
  var count: PositionalCount { get }

  /// One sentence for the help page.
  var help: String { get }

  /// Advice if it is missing, beside its name; `nil` for none.
  var advice: String? { get }

  /// The completions that a shell may offer.
  var completion: CompletionKind { get }

  /// Returns the value of a text; throws a description of the wanted value instead.
  func value(of text: String) throws(InvalidValue) -> any Sendable
}

/// The number of times that a positional argument is given.
public enum PositionalCount: Sendable, Equatable {
  /// The number of times that the argument may occur on the line.
  case exactlyOne, atMostOne, oneOrMore, anyNumber

  var isRequired: Bool { self == .exactlyOne || self == .oneOrMore }

  var isRepeated: Bool { self == .oneOrMore || self == .anyNumber }
}

/// What parsing, help and completion need to know of a positional argument, whatever its type.
public protocol PositionalDeclaration: Sendable {
  /// What stands for the argument in help, in capitals.
  var name: String { get }

  /// How often the argument is given.
  var count: PositionalCount { get }

  /// One sentence for the help page.
  var help: String { get }

  /// What to say where it is missing, beside its name; `nil` for nothing.
  var advice: String? { get }

  /// What a shell may offer.
  var completion: CompletionKind { get }

  /// The value that a text stands for; throws what is wanted instead.
  func value(of text: String) throws(InvalidValue) -> any Sendable
}

/// How often a positional argument is given.
public enum PositionalCount: Sendable, Equatable {
  /// How often the argument may stand on the line.
  case exactlyOne, atMostOne, oneOrMore, anyNumber

  var isRequired: Bool { self == .exactlyOne || self == .oneOrMore }

  var isRepeated: Bool { self == .oneOrMore || self == .anyNumber }
}

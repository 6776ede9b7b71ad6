/// An argument known by its place: `INPUT...`.
///
/// The constant that declares it also reads it back: `arguments[shell]`, `arguments.all(inputs)`.
public struct Positional<Value: Sendable>: PositionalDeclaration {
  /// The name in capitals, as help shows it.
  public let name: String

  /// The number of such arguments that is allowed.
  public let count: PositionalCount

  /// The meaning, in a sentence.
  public let help: String

  /// Advice if it is missing, beside its name; `nil` for none.
  public let advice: String?
  private let reader: ValueReader<Value>

  /// Declares an argument.
  public init(
    _ name: String, _ reader: ValueReader<Value>, count: PositionalCount = .exactlyOne,
    help: String, advice: String? = nil
  ) {
    self.name = name
    self.reader = reader
    self.count = count
    self.help = help
    self.advice = advice
  }

  /// The completions that a shell offers in its place.
  public var completion: CompletionKind { reader.completion }

  /// Returns the value of a word, or throws a description of the wanted value.
  public func value(of text: String) throws(InvalidValue) -> any Sendable {
    try reader.read(text)
  }
}

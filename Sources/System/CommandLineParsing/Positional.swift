/// An argument known by its place: `INPUT...`.
///
/// The constant that declares it also reads it back: `arguments[shell]`, `arguments.all(inputs)`.
public struct Positional<Value: Sendable>: PositionalDeclaration {
  /// The name in capitals, as help shows it.
  public let name: String

  /// How many such arguments there may be.
  public let count: PositionalCount

  /// What it is, in a sentence.
  public let help: String

  /// What to say where it is missing, beside its name; `nil` for nothing.
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

  /// What a shell offers in its place.
  public var completion: CompletionKind { reader.completion }

  /// Returns the value of a word, or throws what was wanted instead.
  public func value(of text: String) throws(InvalidValue) -> any Sendable {
    try reader.read(text)
  }
}

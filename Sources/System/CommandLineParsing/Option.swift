/// An option that takes a value: `--every 10`, `--every=10`, `-e 10` or `-e10`.
///
/// The constant that declares the option also reads it back: `arguments[every]`.
public struct Option<Value: Sendable>: OptionDeclaration {
  /// Its name and its form in help.
  public let facts: OptionFacts

  private let reader: ValueReader<Value>

  /// Declares an option.
  /// - Parameters:
  ///   - name: The long name without dashes.
  ///   - short: The letter after a single dash; `nil` for none.
  ///   - reader: How the text becomes a value.
  ///   - value: The placeholder of the value in help; the choices or `VALUE` if `nil`.
  ///   - help: One sentence for the help page.
  ///   - default: The text in help for a default that depends on something else, such as "now". An
  ///     option whose default is a value is a `DefaultedOption`.
  ///   - isRequired: Whether leaving the option out is a usage error.
  public init(
    _ name: String, short: Character? = nil, _ reader: ValueReader<Value>, value: String? = nil,
    help: String, default: String? = nil, isRequired: Bool = false
  ) {
    let choices: String? =
      if case .choices(let words) = reader.completion { words.joined(separator: "|") } else { nil }
    facts = OptionFacts(
      name: name, short: short, valueName: value ?? choices ?? "VALUE", help: help,
      defaultText: `default`, isRequired: isRequired, completion: reader.completion)
    self.reader = reader
  }

  /// Returns the value of a text; throws a description of the wanted value instead.
  public func value(of text: String) throws(InvalidValue) -> any Sendable {
    try reader.read(text)
  }
}

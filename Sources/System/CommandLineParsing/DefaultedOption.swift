/// An option that takes a value and has a default if it is not given.
///
/// Its default is in one place: reading gives it, `arguments[every]`, and help shows it.
public struct DefaultedOption<Value: Sendable>: OptionDeclaration {
  private let option: Option<Value>

  /// The value of a command line that does not give the option.
  public let defaultValue: Value

  /// Declares an option.
  /// - Parameters:
  ///   - name: The long name without dashes.
  ///   - short: The letter after a single dash; `nil` for none.
  ///   - reader: How the text becomes a value, and a value the text that help shows.
  ///   - value: The placeholder of the value in help; the choices or `VALUE` if `nil`.
  ///   - help: One sentence for the help page.
  ///   - defaultValue: The value if the option is not given.
  public init(
    _ name: String, short: Character? = nil, _ reader: ValueReader<Value>, value: String? = nil,
    help: String, default defaultValue: Value
  ) {
    self.defaultValue = defaultValue
    option = Option(
      name, short: short, reader, value: value, help: help, default: reader.text(defaultValue))
  }

  /// Its name and its form in help; a default takes its place if it is left out.
  public var facts: OptionFacts { option.facts }

  /// Returns the value of a text; throws a description of the wanted value instead.
  public func value(of text: String) throws(InvalidValue) -> any Sendable {
    try option.value(of: text)
  }
}

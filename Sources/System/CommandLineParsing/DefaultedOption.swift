/// An option that takes a value and has one of its own if it is not given.
///
/// Its default stands in one place: reading gives it, `arguments[every]`, and help shows it.
public struct DefaultedOption<Value: Sendable>: OptionDeclaration {
  private let option: Option<Value>

  /// The value of a command line that does not give the option.
  public let defaultValue: Value

  /// Declares an option.
  /// - Parameters:
  ///   - name: The long name without dashes.
  ///   - short: The letter after a single dash; `nil` for none.
  ///   - reader: How the text becomes a value, and a value the text that help shows.
  ///   - value: What stands for the value in help; the choices or `VALUE` if `nil`.
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

  /// The long name without dashes.
  public var name: String { option.name }

  /// The letter after a single dash; `nil` for none.
  public var short: Character? { option.short }

  /// What stands for the value in help.
  public var valueName: String? { option.valueName }

  /// One sentence for the help page.
  public var help: String { option.help }

  /// The default as it would be typed.
  public var defaultText: String? { option.defaultText }

  /// False: the default takes its place.
  public var isRequired: Bool { false }

  /// False: other arguments remain required.
  public var standsAlone: Bool { false }

  /// What a shell may offer as the value.
  public var completion: CompletionKind { option.completion }

  /// The value that a text stands for; throws what is wanted instead.
  public func value(of text: String) throws(InvalidValue) -> any Sendable {
    try option.value(of: text)
  }
}

/// An option that takes a value: `--every 10`, `--every=10`, `-e 10` or `-e10`.
///
/// The constant that declares the option also reads it back: `arguments[every]`.
public struct Option<Value: Sendable>: OptionDeclaration {
  /// The long name without dashes.
  public let name: String

  /// The letter after a single dash; `nil` for none.
  public let short: Character?

  /// One sentence for the help page.
  public let help: String

  /// What is used if the option is not given, as help shows it; `nil` shows nothing.
  public let defaultText: String?

  /// Whether leaving the option out is a usage error.
  public let isRequired: Bool
  private let reader: ValueReader<Value>
  private let givenValueName: String?

  /// Declares an option.
  /// - Parameters:
  ///   - name: The long name without dashes.
  ///   - short: The letter after a single dash; `nil` for none.
  ///   - reader: How the text becomes a value.
  ///   - value: What stands for the value in help; the choices or `VALUE` if `nil`.
  ///   - help: One sentence for the help page.
  ///   - default: What help shows of a default that depends on something else, such as "now". An
  ///     option whose default is a value is a `DefaultedOption`.
  ///   - isRequired: Whether leaving the option out is a usage error.
  public init(
    _ name: String, short: Character? = nil, _ reader: ValueReader<Value>, value: String? = nil,
    help: String, default: String? = nil, isRequired: Bool = false
  ) {
    self.name = name
    self.short = short
    self.reader = reader
    self.givenValueName = value
    self.help = help
    self.defaultText = `default`
    self.isRequired = isRequired
  }

  /// What stands for the value in help.
  public var valueName: String? {
    if let givenValueName { return givenValueName }
    if case .choices(let words) = reader.completion { return words.joined(separator: "|") }
    return "VALUE"
  }

  /// False: other arguments remain required.
  public var standsAlone: Bool { false }

  /// What a shell may offer as the value.
  public var completion: CompletionKind { reader.completion }

  /// The value that a text stands for; throws what is wanted instead.
  public func value(of text: String) throws(InvalidValue) -> any Sendable {
    try reader.read(text)
  }
}

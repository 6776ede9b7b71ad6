/// An option that takes a value: `--every 10`, `--every=10`, `-e 10` or `-e10`.
///
/// The constant that declares the option also reads it back: `arguments[every]`.
public struct Option<Value: Sendable>: OptionDeclaration {
  public let name: String
  public let short: Character?
  public let help: String
  public let defaultText: String?
  public let isRequired: Bool
  private let reader: ValueReader<Value>
  private let givenValueName: String?

  /// - Parameters:
  ///   - name: The long name without dashes.
  ///   - reader: How the text becomes a value.
  ///   - value: What stands for the value in help; the choices or `VALUE` when `nil`.
  ///   - default: What help shows as the default; the caller applies it with `??`.
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

  public var valueName: String? {
    if let givenValueName { return givenValueName }
    if case .choices(let words) = reader.completion { return words.joined(separator: "|") }
    return "VALUE"
  }

  public var standsAlone: Bool { false }

  public var completion: CompletionKind { reader.completion }

  public func value(of text: String) throws(InvalidValue) -> any Sendable {
    try reader.read(text)
  }
}

/// An option that takes no value: it is given or it is not.
public struct Flag: OptionDeclaration {
  /// The long name without dashes.
  public let name: String

  /// The letter after a single dash; `nil` for none.
  public let short: Character?

  /// One sentence for the help page.
  public let help: String

  /// Whether the flag makes missing arguments irrelevant, as `--version` does.
  public let standsAlone: Bool

  /// Declares a flag.
  /// - Parameters:
  ///   - name: The long name without dashes.
  ///   - standsAlone: Whether the flag makes missing arguments irrelevant, as `--version` does.
  public init(_ name: String, short: Character? = nil, help: String, standsAlone: Bool = false) {
    self.name = name
    self.short = short
    self.help = help
    self.standsAlone = standsAlone
  }

  /// `nil`: it takes no value.
  public var valueName: String? { nil }

  /// `nil`: it has no default to show.
  public var defaultText: String? { nil }

  /// False: a flag may always be left out.
  public var isRequired: Bool { false }

  /// Nothing: it takes no value.
  public var completion: CompletionKind { .none }

  /// Throws: it takes no value.
  public func value(of text: String) throws(InvalidValue) -> any Sendable {
    throw InvalidValue("takes no value")
  }

  /// Every command has it without declaring it.
  static let help = Flag("help", short: "h", help: "Show this help.", standsAlone: true)
}

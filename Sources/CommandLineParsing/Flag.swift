/// An option that takes no value: it is given or it is not.
public struct Flag: OptionDeclaration {
  public let name: String
  public let short: Character?
  public let help: String
  public let standsAlone: Bool

  /// - Parameters:
  ///   - name: The long name without dashes.
  ///   - standsAlone: Whether the flag makes missing arguments irrelevant, as `--version` does.
  public init(_ name: String, short: Character? = nil, help: String, standsAlone: Bool = false) {
    self.name = name
    self.short = short
    self.help = help
    self.standsAlone = standsAlone
  }

  public var valueName: String? { nil }

  public var defaultText: String? { nil }

  public var isRequired: Bool { false }

  public var completion: CompletionKind { .none }

  public func value(of text: String) throws(InvalidValue) -> any Sendable {
    throw InvalidValue("takes no value")
  }

  /// Every command has it without declaring it.
  static let help = Flag("help", short: "h", help: "Show this help.", standsAlone: true)
}

/// An option or a flag, whatever its type: what parsing, help and completion need to know of it.
@dynamicMemberLookup
public protocol OptionDeclaration: Sendable {
  /// Its name and its form in help.
  var facts: OptionFacts { get }

  /// Returns the value of a text; throws a description of the wanted value instead.
  func value(of text: String) throws(InvalidValue) -> any Sendable
}

extension OptionDeclaration {
  /// One of its facts: `option.name`.
  public subscript<Fact>(dynamicMember fact: KeyPath<OptionFacts, Fact>) -> Fact {
    facts[keyPath: fact]
  }
}

/// The name of an option and its form in help.
public struct OptionFacts: Sendable {
  /// The long name without dashes.
  public let name: String

  /// The letter after a single dash; `nil` for none.
  public let short: Character?

  /// The placeholder of the value in help; `nil` for a flag, which takes none.
  public var valueName: String?

  /// One sentence for the help page.
  public let help: String

  /// The default when the option is not given, as help shows it; `nil` shows nothing.
  public var defaultText: String?

  /// Whether leaving the option out is a usage error.
  public var isRequired = false

  /// Whether giving the option makes everything else that is missing irrelevant, as `--version` does.
  public var standsAlone = false

  /// The completions that a shell may offer as the value.
  public var completion = CompletionKind.none
}

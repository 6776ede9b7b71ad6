/// What parsing, help and completion need to know of an option or a flag, whatever its type.
public protocol OptionDeclaration: Sendable {
  /// The long name without dashes.
  var name: String { get }

  /// The letter after a single dash; `nil` for none.
  var short: Character? { get }

  /// What stands for the value in help; `nil` for a flag, which takes none.
  var valueName: String? { get }

  /// One sentence for the help page.
  var help: String { get }

  /// What is used when the option is not given, as help shows it; `nil` shows nothing.
  var defaultText: String? { get }

  /// Whether leaving the option out is a usage error.
  var isRequired: Bool { get }

  /// Whether giving the option makes everything else that is missing irrelevant, as `--version` does.
  var standsAlone: Bool { get }

  /// What a shell may offer as the value.
  var completion: CompletionKind { get }

  /// The value that a text stands for; throws what is wanted instead.
  func value(of text: String) throws(InvalidValue) -> any Sendable
}

/// An option that takes no value: it is given or it is not.
public struct Flag: OptionDeclaration {
  /// Its name and its form in help.
  public let facts: OptionFacts

  /// Declares a flag.
  /// - Parameters:
  ///   - name: The long name without dashes.
  ///   - standsAlone: Whether the flag makes missing arguments irrelevant, as `--version` does.
  public init(_ name: String, short: Character? = nil, help: String, standsAlone: Bool = false) {
    facts = OptionFacts(name: name, short: short, help: help, standsAlone: standsAlone)
  }

  /// Throws: it takes no value.
  public func value(of text: String) throws(InvalidValue) -> any Sendable {
    throw InvalidValue("takes no value")
  }

  static let help = Flag(
    "help", short: "h", help: "Show all about a command; -h shows the usual.", standsAlone: true)

  /// Says nothing but errors on standard error.
  public static let quiet = Flag(
    "quiet", short: "q", help: "Print results and errors alone: no progress, no notes.")

  /// Says more than usual on standard error.
  public static let verbose = Flag(
    "verbose", short: "v", help: "Say which version, configuration and store are used.")

  /// The flags of every command, which none declares.
  public static let shared = [quiet, verbose, help]
}

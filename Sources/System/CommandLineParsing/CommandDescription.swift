/// A command described once: its parsing, its help and its completion scripts follow from this value.
///
/// The flags `Flag.shared` belong to every command and `help` to every command with subcommands; none of
/// them is declared. A description that contradicts itself (two options of one name, an argument
/// after a repeated one) is a mistake of the program and stops it.
public struct CommandDescription: Sendable {
  /// The word that chooses the command.
  public let name: String

  /// One sentence, shown beside the name in lists.
  public let summary: String

  /// Paragraphs below the usage line, set apart by empty lines; empty for none.
  public let discussion: String

  /// Command lines that help shows.
  public let examples: [CommandExample]

  /// The arguments, in their order.
  public let positionals: [any PositionalDeclaration]

  /// The options, the usual ones first: short help shows the first ten.
  public let options: [any OptionDeclaration]

  /// Groups of options, at most one of which may be given.
  public let exclusions: [[any OptionDeclaration]]

  /// Options that have a meaning only beside others.
  public let requirements: [OptionRequirement]

  /// The commands below this one; empty for a command that does something itself.
  public let subcommands: [CommandDescription]

  /// The same under headings; empty for one list.
  public let groups: [CommandGroup]

  /// The topics that `help` explains in addition to commands.
  public let topics: [HelpTopic]

  /// Advice on an argument that the command does not take; `nil` for none.
  public let surplusAdvice: String?

  /// Creates a description; one that contradicts itself stops the program.
  public init(
    name: String, summary: String, discussion: String = "", examples: [CommandExample] = [],
    positionals: [any PositionalDeclaration] = [], options: [any OptionDeclaration] = [],
    exclusions: [[any OptionDeclaration]] = [], requirements: [OptionRequirement] = [],
    subcommands: [CommandDescription] = [], groups: [CommandGroup] = [], topics: [HelpTopic] = [],
    surplusAdvice: String? = nil
  ) {
    self.name = name
    self.summary = summary
    self.discussion = discussion
    self.examples = examples
    self.positionals = positionals
    self.options = options
    self.exclusions = exclusions
    self.requirements = requirements
    self.subcommands = subcommands + groups.flatMap(\.commands)
    self.groups = groups
    self.topics = topics
    self.surplusAdvice = surplusAdvice
    checkPromises()
  }

  /// Returns the command that a path of names leads to, this command's own name first.
  ///
  /// - Returns: `nil` if the path leads nowhere.
  public func command(at path: [String]) -> CommandDescription? {
    guard path.first == name else { return nil }
    var command = self
    for name in path.dropFirst() {
      guard let next = command.subcommands.first(where: { $0.name == name }) else { return nil }
      command = next
    }
    return command
  }

  /// The declared options and those that every command has.
  public var allOptions: [any OptionDeclaration] { options + Flag.shared }

  private func checkPromises() {
    let names = allOptions.map(\.name)
    precondition(Set(names).count == names.count, "\(name): an option name is taken twice")
    let shorts = allOptions.compactMap(\.short)
    precondition(Set(shorts).count == shorts.count, "\(name): an option letter is taken twice")
    precondition(
      Set(positionals.map(\.name)).count == positionals.count,
      "\(name): an argument name is taken twice")
    precondition(
      positionals.isEmpty || subcommands.isEmpty,
      "\(name): a command has either arguments or subcommands")
    precondition(
      positionals.dropLast().allSatisfy { !$0.count.isRepeated },
      "\(name): only the last argument may be repeated")
    let required = positionals.map(\.count.isRequired)
    precondition(
      required.drop(while: { $0 }).allSatisfy { !$0 },
      "\(name): a required argument follows an optional one")
    for option in exclusions.joined() + requirements.flatMap({ [$0.option] + $0.others }) {
      precondition(names.contains(option.name), "\(name): --\(option.name) is not declared")
    }
    let commands = subcommands.map(\.name)
    precondition(
      Set(commands + ["help"]).count == commands.count + 1, "\(name): a subcommand is taken twice")
    let inherited = Set(options.map(\.name))
    for subcommand in subcommands {
      precondition(
        subcommand.optionNamesBelow.isDisjoint(with: inherited),
        "\(subcommand.name): an option has the name of one above it")
    }
  }

  private var optionNamesBelow: Set<String> {
    subcommands.reduce(into: Set(options.map(\.name))) { $0.formUnion($1.optionNamesBelow) }
  }
}

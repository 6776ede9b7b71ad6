extension CommandDescription {
  /// The options of the command and of all below it.
  package var optionsBelow: [any OptionDeclaration] {
    options + subcommands.flatMap(\.optionsBelow)
  }

  /// Returns the request in the words after the program's name.
  ///
  /// Options may stand anywhere among the arguments of their command; `--` ends them; a lone `-` and
  /// negative numbers are arguments. Names are not abbreviated.
  /// - Parameter settings: Values of options that the words do not give. One that the words exclude, or
  ///   that needs an option which is not there, does not hold.
  public func parse(
    _ words: [String], settings: [OptionSetting] = []
  ) throws(UsageError) -> ParsedCommand {
    var parser = CommandLineParser(root: self, words: words, settings: settings)
    return try parser.parse()
  }
}

/// Reads words from left to right, descending into subcommands.
private struct CommandLineParser {
  private let root: CommandDescription
  private var command: CommandDescription
  private var words: ArraySlice<String>
  private let settings: [OptionSetting]
  private var arguments: Arguments
  private var positionalsGiven = 0
  private var isRelaxed = false

  /// The spelling of the flag that asks for help; `nil` for none.
  private var helpFlag: String?

  init(root: CommandDescription, words: [String], settings: [OptionSetting]) {
    self.settings = settings
    self.root = root
    self.command = root
    self.words = words[...]
    self.arguments = Arguments(commandPath: [root.name])
  }

  mutating func parse() throws(UsageError) -> ParsedCommand {
    var optionsEnded = false
    while let word = words.popFirst() {
      if optionsEnded || word == "-" || !word.hasPrefix("-") || isNegativeNumber(word) {
        if !command.subcommands.isEmpty {
          if word == "help" { return try helpRequest(isShort: false) }
          try descend(to: word)
        } else {
          try takePositional(word)
        }
      } else if word == "--" {
        optionsEnded = true
      } else if word.hasPrefix("--") {
        try takeLong(word.dropFirst(2))
      } else {
        try takeShorts(word.dropFirst())
      }
      if let helpFlag { return try helpRequest(isShort: helpFlag == "-h") }
    }
    try checkExclusions()
    try checkRequirements()
    try takeSettings()
    if !isRelaxed { try checkCompleteness() }
    return .run(arguments)
  }

  private func error(_ message: String) -> UsageError {
    UsageError(message, in: arguments.commandPath)
  }

  /// Returns whether a word is a negative number; a digit declared as an option letter is an option.
  private func isNegativeNumber(_ word: String) -> Bool {
    guard word.hasPrefix("-"), decimal(word) != nil, let letter = word.dropFirst().first
    else { return false }
    return !command.allOptions.contains { $0.short == letter }
  }

  private mutating func descend(to word: String) throws(UsageError) {
    guard let next = command.subcommands.first(where: { $0.name == word }) else {
      throw error("unknown command \(quoted(word))" + suggestion(forCommand: word))
    }
    try checkExclusions()
    command = next
    arguments.commandPath.append(next.name)
  }

  /// Reads the name of a subcommand, or of a topic.
  private mutating func helpRequest(isShort: Bool) throws(UsageError) -> ParsedCommand {
    while !command.subcommands.isEmpty, let word = words.popFirst(), !word.hasPrefix("-") {
      if command.topics.contains(where: { $0.name == word }) {
        arguments.commandPath.append(word)
        break
      }
      try descend(to: word)
    }
    return .help(commandPath: arguments.commandPath, isShort: isShort)
  }

  private mutating func takePositional(_ word: String) throws(UsageError) {
    guard let last = command.positionals.last else {
      throw error(
        "unexpected argument \(quoted(word))" + (command.surplusAdvice.map { "; \($0)" } ?? ""))
    }
    let positional =
      positionalsGiven < command.positionals.count ? command.positionals[positionalsGiven] : last
    guard positionalsGiven < command.positionals.count || last.count.isRepeated else {
      throw error("unexpected argument \(quoted(word)) after \(last.name)")
    }
    do {
      arguments.add(try positional.value(of: word), to: positional)
    } catch {
      throw self.error("\(quoted(word)) is not a value for \(positional.name): \(error.reason)")
    }
    positionalsGiven += 1
  }

  private mutating func takeLong(_ word: Substring) throws(UsageError) {
    let parts = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    let name = String(parts[0])
    guard let option = command.allOptions.first(where: { $0.name == name }) else {
      let names = command.allOptions.map { "--\($0.name)" }
      throw error(
        "unknown option \(quoted("--\(name)"))"
          + (places(of: name) ?? suggestion("--\(name)", among: names)))
    }
    let attached = parts.count == 2 ? String(parts[1]) : nil
    if option.valueName == nil {
      guard attached == nil else { throw error("--\(name) takes no value") }
      raise(option, spelled: "--\(name)")
    } else {
      try take(option, spelled: "--\(name)", attached: attached)
    }
  }

  /// Returns which commands have an option that this one lacks; `nil` for none.
  private func places(of name: String) -> String? {
    guard command.subcommands.isEmpty else {
      return command.optionsBelow.contains { $0.name == name }
        ? "; it stands after the command: \(arguments.commandPath.joined(separator: " ")) COMMAND --\(name)"
        : nil
    }
    let found = root.allPaths.filter { path in
      root.command(at: path)?.allOptions.contains { $0.name == name } ?? false
    }.map { quoted($0.joined(separator: " ")) }
    guard !found.isEmpty else { return nil }
    let shown = found.prefix(3).joined(separator: ", ")
    return
      "; \(shown)\(found.count > 3 ? " and others have" : found.count > 1 ? " have" : " has") it"
  }

  private mutating func takeShorts(_ letters: Substring) throws(UsageError) {
    var letters = letters
    while let letter = letters.popFirst() {
      guard let option = command.allOptions.first(where: { $0.short == letter }) else {
        throw error("unknown option \(quoted("-\(letter)"))")
      }
      if option.valueName == nil {
        raise(option, spelled: "-\(letter)")
      } else {
        return try take(
          option, spelled: "-\(letter)", attached: letters.isEmpty ? nil : String(letters))
      }
    }
  }

  private mutating func raise(_ flag: any OptionDeclaration, spelled: String) {
    if flag.name == Flag.help.name { helpFlag = spelled }
    if flag.standsAlone { isRelaxed = true }
    arguments.add(true, to: flag)
  }

  private mutating func take(
    _ option: any OptionDeclaration, spelled: String, attached: String?
  ) throws(UsageError) {
    let text: String
    if let attached {
      text = attached
    } else if let next = words.first,
      next == "-" || !next.hasPrefix("-") || next.dropFirst().first?.isNumber == true
        || decimal(next) != nil
    {
      text = words.removeFirst()
    } else {
      let value = option.valueName ?? "VALUE"
      throw error("\(spelled) needs a value: \(spelled) \(value)")
    }
    do {
      arguments.add(try option.value(of: text), to: option)
    } catch {
      throw self.error("\(quoted(text)) is not a value for \(spelled): \(error.reason)")
    }
  }

  /// Returns the commands of that very name one level deeper, or the nearest on this level.
  private func suggestion(forCommand word: String) -> String {
    let deeper = command.subcommands.filter { $0.subcommands.contains { $0.name == word } }
    guard deeper.isEmpty else {
      return "; did you mean \(deeper.map { "'\($0.name) \(word)'" }.joined(separator: " or "))?"
    }
    return suggestion(word, among: command.subcommands.map(\.name) + ["help"])
  }

  private func suggestion(_ word: String, among names: [String]) -> String {
    Suggestion.nearest(to: word, among: names).map { "; did you mean '\($0)'?" } ?? ""
  }

  private func checkExclusions() throws(UsageError) {
    for group in command.exclusions {
      let given = group.filter { arguments.isGiven($0) }.map { "--\($0.name)" }
      if given.count > 1 {
        throw error("\(given.joined(separator: " and ")) cannot be given together")
      }
    }
  }

  private func checkRequirements() throws(UsageError) {
    for requirement in command.requirements where arguments.isGiven(requirement.option) {
      guard !requirement.others.contains(where: { arguments.isGiven($0) }) else { continue }
      let others = requirement.others.map { "--\($0.name)" }.joined(separator: " or ")
      throw error("--\(requirement.option.name) needs \(others)")
    }
  }

  /// Gives options that the words left out the values that are set.
  private mutating func takeSettings() throws(UsageError) {
    let given = command.options.filter { arguments.isGiven($0) }.map(\.name)
    for option in command.options where !arguments.isGiven(option) {
      guard let setting = settings.setting(of: option, in: arguments.commandPath) else { continue }
      do {
        let isExcluded = command.exclusions.contains { group in
          group.contains { $0.name == option.name } && group.contains { arguments.isGiven($0) }
        }
        if let value = try option.value(of: setting), !isExcluded {
          arguments.add(value, to: option)
        }
      } catch {
        throw self.error(
          "\(setting.origin): \(quoted(setting.text)) is not a value for \(option.name): \(error.reason)"
        )
      }
    }
    for requirement in command.requirements where !given.contains(requirement.option.name) {
      if !requirement.others.contains(where: { arguments.isGiven($0) }) {
        arguments.remove(requirement.option)
      }
    }
  }

  private func checkCompleteness() throws(UsageError) {
    guard command.subcommands.isEmpty else {
      let names = command.subcommands.map(\.name).joined(separator: ", ")
      throw error("a command is missing: one of \(names)")
    }
    if positionalsGiven < command.positionals.count,
      case let missing = command.positionals[positionalsGiven], missing.count.isRequired
    {
      throw error("\(missing.name) is missing" + (missing.advice.map { ": \($0)" } ?? ""))
    }
    for option in command.options where option.isRequired && !arguments.isGiven(option) {
      throw error("--\(option.name) is missing")
    }
  }
}

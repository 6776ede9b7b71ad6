extension CommandDescription {
  /// What a shell may offer in place of the last of some words after the program's name, which is empty where nothing
  /// is typed yet: a line for each word, with its help behind a tab. A line `:folders` stands for folders, and
  /// `:files` for files, whose endings follow it if they matter.
  public func completions(for words: [String]) -> String {
    // Bash makes "--name=value" three words.
    let current = words.last == "=" ? "" : words.last ?? ""
    var place = CompletionPlace(of: self)
    for word in words.dropLast() where word != "=" { place.pass(word) }
    return place.offers(current).map { $0 + "\n" }.joined()
  }
}

/// How far the words before the cursor lead.
private struct CompletionPlace {
  private var command: CommandDescription
  private var pending: (any OptionDeclaration)?
  private var given: Set<String> = []
  private var positionals = 0
  private var (hasEnded, isHelp) = (false, false)

  init(of root: CommandDescription) { command = root }

  private func option(_ word: some StringProtocol) -> (any OptionDeclaration)? {
    command.allOptions.first { $0.spellings.contains(String(word)) }
  }

  mutating func pass(_ word: String) {
    if pending != nil {
      pending = nil
    } else if !hasEnded, word == "--" {
      hasEnded = true
    } else if !hasEnded, word.hasPrefix("-"), word != "-" {
      guard let option = option(word.prefix { $0 != "=" }) else { return }
      given.insert(option.name)
      if option.valueName != nil, !word.contains("=") { pending = option }
    } else if let next = command.subcommands.first(where: { $0.name == word }) {
      command = next
    } else if !command.subcommands.isEmpty, word == "help" {
      isHelp = true
    } else {
      positionals += 1
    }
  }

  func offers(_ current: String) -> [String] {
    if let pending { return values(pending.completion, current) }
    if !hasEnded, current.hasPrefix("--"), let sign = current.firstIndex(of: "=") {
      guard let option = option(current[..<sign]) else { return [] }
      return values(option.completion, current, after: String(current[...sign]))
    }
    if !hasEnded, current.hasPrefix("-") {
      let rivals = command.exclusions.filter { $0.contains { given.contains($0.name) } }.joined()
        .map(\.name)
      return command.allOptions.filter { given.contains($0.name) || !rivals.contains($0.name) }
        .flatMap { option in option.spellings.map { ($0, option.help) } }
        .filter { $0.0.hasPrefix(current) }.map { "\($0)\t\($1)" }
    }
    guard command.subcommands.isEmpty else {
      let commands = command.subcommands.map { ($0.name, $0.summary) }
      return
        (isHelp
        ? commands + command.topics.map { ($0.name, $0.summary) }
        : commands + [("help", "Show help.")])
        .filter { $0.0.hasPrefix(current) }.map { "\($0)\t\($1)" }
    }
    guard !isHelp, let last = command.positionals.last else { return [] }
    let isLast = positionals >= command.positionals.count
    guard !isLast || last.count.isRepeated else { return [] }
    return values((isLast ? last : command.positionals[positionals]).completion, current)
  }

  /// - Parameter start: What stands before the value in the same word.
  private func values(
    _ kind: CompletionKind, _ current: String, after start: String = ""
  ) -> [String] {
    switch kind {
    case .none: []
    case .directory: [":folders"]
    case .choices(let words): words.map { start + $0 }.filter { $0.hasPrefix(current) }
    case .file(let extensions, let words):
      values(.choices(words), current, after: start)
        + [([":files"] + extensions.map { $0.lowercased() }).joined(separator: " ")]
    }
  }
}

extension OptionDeclaration {
  /// The option as typed: `--every` and `-e`.
  fileprivate var spellings: [String] {
    ["--\(facts.name)"] + (facts.short.map { ["-\($0)"] } ?? [])
  }
}

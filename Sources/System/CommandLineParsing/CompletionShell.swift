/// A shell that a completion script can be made for.
public enum CompletionShell: String, CaseIterable, Sendable {
  /// The shells for which completions are written.
  case bash, zsh, fish
}

extension CommandDescription {
  /// A script that teaches a shell this command's subcommands, options, choices and kinds of file.
  ///
  /// The text is complete in itself: it is sourced, or put where the shell looks for completions.
  public func completionScript(for shell: CompletionShell) -> String {
    switch shell {
    case .bash: BashCompletion(root: self).script
    case .zsh: ZshCompletion(root: self).script
    case .fish: FishCompletion(root: self).script
    }
  }

  /// This command and all below it, each with the names that lead to it.
  func allCommands(below path: [String] = []) -> [(path: [String], command: CommandDescription)] {
    let path = path + [name]
    return [(path, self)] + subcommands.flatMap { $0.allCommands(below: path) }
  }
}

/// Words before the cursor, from the program's name on, by which scripts find out where it stands.
extension CommandDescription {
  var commandLines: [(path: String, command: CommandDescription)] {
    allCommands().map { ($0.path.joined(separator: " "), $0.command) }
  }

  /// Those that a value follows.
  var valueOptions: [String] {
    commandLines.flatMap { path, command in
      command.options.filter { $0.valueName != nil }
        .flatMap { $0.spellings.map { "\(path) \($0)" } }
    }
  }

  var commandPaths: [String] { commandLines.dropFirst().map { $0.path } }

  var helpPaths: [String] {
    commandLines.filter { !$0.command.subcommands.isEmpty }.map { "\($0.path) help" }
  }
}

extension OptionDeclaration {
  /// The option as typed: `--every` and `-e`.
  var spellings: [String] { ["--\(facts.name)"] + (facts.short.map { ["-\($0)"] } ?? []) }
}

extension [String] {
  /// A path of commands as a name that every shell takes for a function.
  var functionName: String {
    "_" + joined(separator: "_").map { $0.isLetter || $0.isNumber ? String($0) : "_" }.joined()
  }
}

/// A word that bash and zsh take literally.
func shellQuoted(_ text: String) -> String {
  "'" + text.split(separator: "'", omittingEmptySubsequences: false).joined(separator: "'\\''")
    + "'"
}

/// The text with a backslash before each of some characters.
func escaping(_ characters: String, in text: String) -> String {
  text.map { characters.contains($0) ? "\\\($0)" : String($0) }.joined()
}

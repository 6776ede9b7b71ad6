/// Writes a completion script for zsh: one function a command, each a call of `_arguments`.
struct ZshCompletion {
  let root: CommandDescription

  var script: String {
    let function = [root.name].functionName
    let functions = root.allCommands().map { body(of: $0.command, at: $0.path) }
    return """
      #compdef \(root.name)
      # zsh completion for \(root.name)

      \(functions.joined(separator: "\n\n"))

      if [ "$funcstack[1]" = "\(function)" ]; then
        \(function) "$@"
      else
        compdef \(function) \(root.name)
      fi

      """
  }

  private func body(of command: CommandDescription, at path: [String]) -> String {
    let function = path.functionName
    let options = command.allOptions.map { "    " + specification(of: $0, in: command) }
    guard !command.subcommands.isEmpty else {
      let arguments = command.positionals.map { "    " + specification(of: $0) }
      return """
        \(function)() {
          _arguments -s -S : \\
        \((options + arguments).joined(separator: " \\\n"))
        }
        """
    }
    let names = (command.subcommands.map { ($0.name, $0.summary) } + [("help", "Show help.")])
      .map { shellQuoted("\(escaping(":\\", in: $0)):\($1)") }
    let branches = command.subcommands.map {
      "        \(shellQuoted($0.name))) \((path + [$0.name]).functionName) ;;"
    }
    return """
      \(function)() {
        local curcontext="$curcontext" state line
        local -a commands
        typeset -A opt_args
        commands=(
          \(names.joined(separator: "\n    "))
        )
        _arguments -s -S -C : \\
      \((options + ["    '1:command:->command'", "    '*::argument:->argument'"])
        .joined(separator: " \\\n"))
        case $state in
          command) _describe -t commands command commands ;;
          argument)
            case $line[1] in
      \(branches.joined(separator: "\n"))
              help) ((CURRENT == 2)) && _describe -t commands command commands ;;
            esac ;;
        esac
      }
      """
  }

  /// `'(-j --json)'{-j,--json}'[help]'`, with the options that it excludes in the first brackets.
  private func specification(
    of option: any OptionDeclaration, in command: CommandDescription
  ) -> String {
    let rivals = command.exclusions.filter { $0.contains { $0.name == option.name } }.joined()
      .filter { $0.name != option.name }
    let excluded =
      option.standsAlone
      ? "(- *)" : "(\((option.spellings + rivals.flatMap(\.spellings)).joined(separator: " ")))"
    var text = "[\(escaping("[]:\\", in: option.help))]"
    var spellings = option.spellings
    if let value = option.valueName {
      text += ":\(escaping(":\\", in: value)):\(action(option.completion))"
      spellings = spellings.map { $0.hasPrefix("--") ? "\($0)=" : "\($0)+" }
    }
    let names = spellings.count == 1 ? spellings[0] : "{\(spellings.joined(separator: ","))}"
    return shellQuoted(excluded) + names + shellQuoted(text)
  }

  private func specification(of positional: any PositionalDeclaration) -> String {
    let place =
      switch positional.count {
      case .exactlyOne: ":"
      case .atMostOne: "::"
      case .oneOrMore, .anyNumber: "*:"
      }
    return shellQuoted(
      "\(place)\(escaping(":\\", in: positional.name)):\(action(positional.completion))")
  }

  private func files(_ extensions: [String]) -> String {
    extensions.isEmpty ? "_files" : "_files -g \"*.(#i)(\(extensions.joined(separator: "|")))\""
  }

  private func action(_ completion: CompletionKind) -> String {
    switch completion {
    case .none: " "
    case .file(let extensions, let words):
      words.isEmpty
        ? files(extensions) : "{compadd -- \(words.joined(separator: " ")); \(files(extensions))}"
    case .directory: "_files -/"
    case .choices(let words):
      "(\(words.map { escaping(" :()\\'\"$", in: $0) }.joined(separator: " ")))"
    }
  }
}

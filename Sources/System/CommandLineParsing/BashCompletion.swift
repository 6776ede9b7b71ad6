/// Writes a completion script for bash 4.4 and later, which needs no bash-completion package.
struct BashCompletion {
  let root: CommandDescription
  private var function: String { [root.name].functionName }

  var script: String {
    """
    # bash completion for \(root.name)

    \(function)_words() {
      local word
      for word in "$@"; do
        [[ $word == "$current"* ]] && COMPREPLY+=("$word")
      done
    }

    \(function)_files() {
      local file extension
      compopt -o filenames 2>/dev/null
      while IFS= read -r file; do
        for extension in "$@"; do
          [[ ${file,,} == *."$extension" ]] && COMPREPLY+=("$file")
        done
        (($# == 0)) && COMPREPLY+=("$file")
      done < <(compgen -f -- "$current")
      (($# > 0)) && \(function)_folders
    }

    \(function)_folders() {
      local folder
      compopt -o filenames 2>/dev/null
      while IFS= read -r folder; do
        COMPREPLY+=("$folder")
      done < <(compgen -d -- "$current")
    }

    \(function)() {
      local current=${COMP_WORDS[COMP_CWORD]} path=\(shellQuoted(root.name))
      local word index pending= ended= count=0 helping=
      COMPREPLY=()
      # readline makes "--name=value" three words
      [[ $current == "=" ]] && current=
      for ((index = 1; index < COMP_CWORD; index++)); do
        word=${COMP_WORDS[index]}
        if [[ $word == "=" ]]; then
          continue
        elif [[ -n $pending ]]; then
          pending=
        elif [[ -z $ended && $word == "--" ]]; then
          ended=yes
        elif [[ -z $ended && $word == -?* ]]; then
          case "$path $word" in
    \(patterns(root.valueOptions, indent: 8))
              pending=$word ;;
          esac
        else
          case "$path $word" in
    \(patterns(root.helpPaths, indent: 8))
              helping=yes ;;
    \(patterns(root.commandPaths, indent: 8))
              path="$path $word" ;;
            *)
              count=$((count + 1)) ;;
          esac
        fi
      done
      if [[ -n $pending ]]; then
        case "$path $pending" in
    \(lines(valueCases, indent: 6))
        esac
      elif [[ -z $ended && $current == -* ]]; then
        case $path in
    \(lines(optionCases, indent: 6))
        esac
      elif [[ -n $helping ]]; then
        case $path in
    \(lines(commandCases(withHelp: false), indent: 6))
        esac
      else
        case $path in
    \(lines(commandCases(withHelp: true), indent: 6))
        esac
        case "$path $count" in
    \(lines(positionalCases, indent: 6))
        esac
      fi
    }

    complete -F \(function) \(shellQuoted(root.name))

    """
  }

  private var valueCases: [String] {
    root.commandLines.flatMap { path, command in
      command.options.compactMap { option in
        guard option.valueName != nil, let offer = offer(option.completion) else { return nil }
        return
          "\(option.spellings.map { shellQuoted("\(path) \($0)") }.joined(separator: " | "))) "
          + "\(offer) ;;"
      }
    }
  }

  private var optionCases: [String] {
    root.commandLines.map { path, command in
      let names = command.allOptions.flatMap(\.spellings).map(shellQuoted)
      return "\(shellQuoted(path))) \(function)_words \(names.joined(separator: " ")) ;;"
    }
  }

  private func commandCases(withHelp: Bool) -> [String] {
    root.commandLines.compactMap { path, command in
      guard !command.subcommands.isEmpty else { return nil }
      let names = (command.subcommands.map(\.name) + (withHelp ? ["help"] : [])).map(shellQuoted)
      return "\(shellQuoted(path))) \(function)_words \(names.joined(separator: " ")) ;;"
    }
  }

  private var positionalCases: [String] {
    root.commandLines.flatMap { path, command in
      command.positionals.enumerated().compactMap { index, positional in
        guard let offer = offer(positional.completion) else { return nil }
        let places = positional.count.isRepeated ? "*" : "\(index)"
        return "\(shellQuoted(path + " "))\(places)) \(offer) ;;"
      }
    }
  }

  private func offer(_ completion: CompletionKind) -> String? {
    switch completion {
    case .none: nil
    case .file(let extensions, let words):
      (words.isEmpty ? "" : (offer(.choices(words)) ?? "") + "; ")
        + (["\(function)_files"] + extensions.map { shellQuoted($0.lowercased()) })
        .joined(separator: " ")
    case .directory: "\(function)_folders"
    case .choices(let words):
      (["\(function)_words"] + words.map(shellQuoted)).joined(separator: " ")
    }
  }

  /// The head of a case branch that stands for many words; one that matches nothing if there are none.
  private func patterns(_ words: [String], indent: Int) -> String {
    lines(
      [words.isEmpty ? "'')" : words.map(shellQuoted).joined(separator: " | ") + ")"],
      indent: indent)
  }

  private func lines(_ lines: [String], indent: Int) -> String {
    (lines.isEmpty ? ["'') ;;"] : lines)
      .map { String(repeating: " ", count: indent) + $0 }.joined(separator: "\n")
  }
}

/// Writes a completion script for fish: one `complete` line an option, a subcommand and an argument.
struct FishCompletion {
  let root: CommandDescription
  private var function: String { "_" + [root.name].functionName }

  var script: String {
    """
    # fish completion for \(root.name)

    # The number of arguments before the cursor (-1 after "help") and the path of their command.
    function \(function)_place
      set -l path \(quoted(root.name))
      set -l count 0
      set -l pending no
      set -l ended no
      set -l words (commandline -opc)
      for word in $words[2..]
        if test $pending = yes
          set pending no
        else if test $ended = no -a "$word" = --
          set ended yes
        else if test $ended = no; and string match -q -- '-?*' "$word"
          switch "$path $word"
            case \(patterns(root.valueOptions))
              set pending yes
          end
        else
          switch "$path $word"
            case \(patterns(root.helpPaths))
              set count -1
            case \(patterns(root.commandPaths))
              set path "$path $word"
            case '*'
              set count (math $count + 1)
          end
        end
      end
      echo $count
      echo $path
    end

    function \(function)_at
      set -l place (\(function)_place)
      test "$place[2]" = "$argv"
    end

    function \(function)_argument
      set -l place (\(function)_place)
      test "$place[2]" = "$argv[3..]" -a "$place[1]" -ge $argv[1] -a "$place[1]" -le $argv[2]
    end

    function \(function)_files
      set -l typed (commandline -ct | string replace -r -- '^-[^=]*=' '')
      __fish_complete_path $typed | string match -r -i -- "^.*(?:/|\\\\.(?:$argv[1]))(?:\\\\t.*)?\\$"
    end

    complete -c \(root.name) -f
    \(root.allCommands().flatMap { lines(for: $0.command, at: $0.path) }.joined(separator: "\n"))

    """
  }

  private func patterns(_ words: [String]) -> String {
    words.isEmpty ? "''" : words.map(quoted).joined(separator: " ")
  }

  private func lines(for command: CommandDescription, at path: [String]) -> [String] {
    let place = path.joined(separator: " ")
    let here = "complete -c \(root.name) -n \(quoted("\(function)_at \(place)"))"
    var lines = command.allOptions.map { option in
      var line = "\(here) -l \(option.name)"
      if let short = option.short { line += " -s \(short)" }
      if option.valueName != nil { line += " \(offer(option.completion, ofOption: true))" }
      return line + " -d \(quoted(option.help))"
    }
    let first = "complete -c \(root.name) -n \(quoted("\(function)_argument -1 0 \(place)"))"
    lines += command.subcommands.map { "\(first) -a \($0.name) -d \(quoted($0.summary))" }
    if !command.subcommands.isEmpty { lines.append("\(first) -a help -d 'Show help.'") }
    for (index, positional) in command.positionals.enumerated() where positional.completion != .none
    {
      let last = positional.count.isRepeated ? 99999 : index
      let condition = quoted("\(function)_argument \(index) \(last) \(place)")
      lines.append(
        "complete -c \(root.name) -n \(condition) "
          + "\(offer(positional.completion, ofOption: false)) -d \(quoted(positional.name))")
    }
    return lines
  }

  private func offer(_ completion: CompletionKind, ofOption: Bool) -> String {
    let exclusive = ofOption ? "-x " : ""
    return switch completion {
    case .none: "-x"
    case .file(let extensions, let words):
      (words.isEmpty ? "" : "-a \(quoted(words.joined(separator: " "))) ")
        + (extensions.isEmpty
          ? (ofOption ? "-r -F" : "-F")
          : "\(exclusive)-a \(quoted("(\(function)_files '\(extensions.joined(separator: "|"))')"))")
    case .directory: "\(exclusive)-a '(__fish_complete_directories)'"
    case .choices(let words):
      "\(exclusive)-a \(quoted(words.map { escaping(" '\"$()\\", in: $0) }.joined(separator: " ")))"
    }
  }

  private func quoted(_ text: String) -> String {
    "'\(escaping("\\'", in: text))'"
  }
}

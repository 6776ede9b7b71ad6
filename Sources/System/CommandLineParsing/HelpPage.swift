extension CommandDescription {
  /// The help page of the command at a path, this command's own name first.
  ///
  /// - Parameter width: Columns of the terminal; lines are wrapped between words, at 40 columns at
  ///   the least.
  /// - Returns: Lines with a newline each, or `nil` if the path leads nowhere.
  public func help(for commandPath: [String], width: Int = 80) -> String? {
    command(at: commandPath).map {
      HelpPage(command: $0, path: commandPath, width: max(40, width)).text
    }
  }
}

extension CommandDescription {
  /// What may follow the command's name.
  var synopsis: String {
    var words = options.filter(\.isRequired).map { "--\($0.name) \($0.valueName ?? "")" }
    words.append("[OPTIONS]")
    words += positionals.map {
      let name = $0.name + ($0.count.isRepeated ? "..." : "")
      return $0.count.isRequired ? name : "[\(name)]"
    }
    if !subcommands.isEmpty { words.append("COMMAND") }
    return words.joined(separator: " ")
  }
}

extension OptionDeclaration {
  /// Its sentence, with the default.
  var helpText: String { facts.help + (facts.defaultText.map { " [default: \($0)]" } ?? "") }
}

/// Lays out usage, arguments, options, subcommands and examples of one command.
private struct HelpPage {
  let command: CommandDescription
  let path: [String]
  let width: Int

  var text: String {
    var sections: [[String]] = [wrap(command.summary, width: width), usage]
    sections += command.discussion.split(separator: "\n\n").map { wrap(String($0), width: width) }
    sections.append(table("Arguments:", positionalRows))
    sections.append(table("Commands:", commandRows))
    sections.append(table("Options:", optionRows))
    sections.append(examples)
    if !command.subcommands.isEmpty {
      let line = "Run '\(path.joined(separator: " ")) COMMAND --help' to read about one command."
      sections.append(wrap(line, width: width))
    }
    return sections.filter { !$0.isEmpty }.map { $0.joined(separator: "\n") + "\n" }
      .joined(separator: "\n")
  }

  private var usage: [String] {
    let words = (path + [command.synopsis]).joined(separator: " ")
    return wrap("Usage: " + words, width: width, hanging: 7)
  }

  private var positionalRows: [(String, String)] {
    command.positionals.map { ($0.name, $0.help) }
  }

  private var commandRows: [(String, String)] {
    command.subcommands.map { ($0.name, $0.summary) }
  }

  private var optionRows: [(String, String)] {
    command.allOptions.map { option in
      let letter = option.short.map { "-\($0), " } ?? "    "
      let value = option.valueName.map { " \($0)" } ?? ""
      return ("\(letter)--\(option.name)\(value)", option.helpText)
    }
  }

  private var examples: [String] {
    guard !command.examples.isEmpty else { return [] }
    return [command.examples.count == 1 ? "Example:" : "Examples:"]
      + command.examples.flatMap { example in
        ["  \(example.line)"]
          + wrap(example.explanation, width: width - 6).map { "      \($0)" }
      }
  }

  /// Two columns; a label too wide for its column stands on a line of its own.
  private func table(_ title: String, _ rows: [(String, String)]) -> [String] {
    guard !rows.isEmpty else { return [] }
    let widest = min(width * 2 / 5, 30)
    let column = rows.map(\.0.count).filter { $0 <= widest }.max() ?? widest
    let indent = column + 4
    var lines = [title]
    for (label, explanation) in rows {
      var wrapped = wrap(explanation, width: width - indent)[...]
      if label.count <= column {
        let padding = String(repeating: " ", count: indent - 2 - label.count)
        lines.append("  \(label)" + (wrapped.popFirst().map { padding + $0 } ?? ""))
      } else {
        lines.append("  \(label)")
      }
      lines += wrapped.map { String(repeating: " ", count: indent) + $0 }
    }
    return lines
  }

  /// Lines of at most `width` columns; a longer word stays whole.
  private func wrap(_ text: String, width: Int, hanging: Int = 0) -> [String] {
    var lines: [String] = []
    var line = ""
    for word in text.split(whereSeparator: { $0 == " " || $0 == "\n" }) {
      if line.isEmpty {
        line = String(word)
      } else if line.count + 1 + word.count <= width {
        line += " " + word
      } else {
        lines.append(line)
        line = String(repeating: " ", count: hanging) + word
      }
    }
    return line.isEmpty ? lines : lines + [line]
  }
}

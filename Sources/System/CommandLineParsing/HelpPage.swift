extension CommandDescription {
  /// Returns the help page of the command or topic at a path, this command's own name first.
  ///
  /// - Parameters:
  ///   - width: Columns of the terminal; lines are wrapped between words, at a minimum of 40 columns.
  ///   - isShort: Whether the usual is wanted: ten options, two examples.
  /// - Returns: Lines with a newline each, or `nil` if the path leads nowhere.
  public func help(for commandPath: [String], width: Int = 80, isShort: Bool = false) -> String? {
    let topic = topics.first { [name, $0.name] == commandPath }
    return (topic == nil ? command(at: commandPath) : self).map {
      let page = HelpPage(command: $0, path: commandPath, width: max(40, width), isShort: isShort)
      return topic.map(page.text) ?? page.text
    }
  }
}

extension CommandDescription {
  /// The words that may follow the command's name.
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
  /// `-o, --output FILE`.
  var label: String {
    let letter = facts.short.map { "-\($0), " } ?? "    "
    return "\(letter)--\(facts.name)" + (facts.valueName.map { " \($0)" } ?? "")
  }

  /// Its sentence, with the default.
  var helpText: String { facts.help + (facts.defaultText.map { " [default: \($0)]" } ?? "") }
}

/// Lays out usage, arguments, options, subcommands and examples of one command.
private struct HelpPage {
  let command: CommandDescription
  let path: [String]
  let width: Int
  let isShort: Bool

  /// The limits of short help.
  private static let (fewOptions, fewExamples) = (10, 2)

  var text: String {
    var sections: [[String]] = [wrap(command.summary, width: width), usage]
    if !isShort {
      sections += command.discussion.split(separator: "\n\n").map { wrap(String($0), width: width) }
    }
    sections.append(table("Arguments:", command.positionals.map { ($0.name, $0.help) }))
    if command.groups.isEmpty {
      sections.append(table("Commands:", rows(of: command.subcommands)))
    }
    sections += command.groups.map { table("\($0.title):", rows(of: $0.commands)) }
    sections.append(
      table("Topics:", command.topics.map { ("\(path[0]) help \($0.name)", $0.summary) }))
    sections.append(table("Options:", shownOptions.map { ($0.label, $0.helpText) }))
    sections.append(examples)
    sections.append(pointers)
    return lines(of: sections)
  }

  func text(of topic: HelpTopic) -> String {
    lines(of: [wrap(topic.summary, width: width), table(nil, topic.rows)])
  }

  private func lines(of sections: [[String]]) -> String {
    sections.filter { !$0.isEmpty }.map { $0.joined(separator: "\n") + "\n" }
      .joined(separator: "\n")
  }

  private var shownOptions: [any OptionDeclaration] {
    isShort ? Array(command.options.prefix(Self.fewOptions)) : command.options
  }

  /// The references for further reading.
  private var pointers: [String] {
    var parts: [String] = []
    let words = path.joined(separator: " ")
    let rest = command.options.count - shownOptions.count
    if rest > 0 {
      parts.append("See '\(words) --help' for \(rest) more option\(rest == 1 ? "" : "s").")
    }
    if !command.subcommands.isEmpty { parts.append("See '\(words) COMMAND -h' for one command.") }
    let shared = Flag.shared.compactMap(\.short).map { "-\($0)" }
    parts.append(
      "Every command takes \(shared.joined(separator: ", ")): '\(path[0]) help options'.")
    return wrap(parts.joined(separator: " "), width: width)
  }

  private var usage: [String] {
    let words = (path + [command.synopsis]).joined(separator: " ")
    return wrap("Usage: " + words, width: width, hanging: 7)
  }

  private func rows(of commands: [CommandDescription]) -> [(String, String)] {
    commands.map { ($0.name, $0.summary) }
  }

  private var examples: [String] {
    let shown = isShort ? Array(command.examples.prefix(Self.fewExamples)) : command.examples
    guard !shown.isEmpty else { return [] }
    return [shown.count == 1 ? "Example:" : "Examples:"]
      + shown.flatMap { example in
        ["  \(example.line)"]
          + wrap(example.explanation, width: width - 6).map { "      \($0)" }
      }
  }

  /// Returns two columns; a label too wide for its column gets a separate line.
  private func table(_ title: String?, _ rows: [(String, String)]) -> [String] {
    guard !rows.isEmpty else { return [] }
    let widest = min(width * 2 / 5, 30)
    let column = rows.map(\.0.count).filter { $0 <= widest }.max() ?? widest
    let indent = column + 4
    var lines = title.map { [$0] } ?? []
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

extension CommandDescription {
  /// Returns the manual page of the command at a path, this command's own name first, in the language of man(7).
  ///
  /// Its content is that of the help page.
  ///
  /// - Parameters:
  ///   - version: The version of the program, for the foot of the page.
  ///   - date: The version's day.
  ///   - notes: Sections for the end of the page: a title and paragraphs.
  /// - Returns: Lines with a newline each, or `nil` if the path leads nowhere.
  public func manualPage(
    for commandPath: [String], version: String, date: String,
    notes: [(title: String, text: [String])] = []
  ) -> String? {
    command(at: commandPath).map {
      ManPage(command: $0, path: commandPath, version: version, date: date, notes: notes).text
    }
  }

  /// The paths of all commands, this one's first.
  public var allPaths: [[String]] {
    [[name]] + subcommands.flatMap { $0.allPaths.map { [name] + $0 } }
  }
}

/// Lays out the manual page of one command.
private struct ManPage {
  let command: CommandDescription
  let path: [String]
  let version: String
  let date: String
  let notes: [(title: String, text: [String])]

  private var title: String { path.joined(separator: "-") }

  var text: String {
    var lines = [
      ".TH \(Self.escaped(title.uppercased())) 1 \"\(date)\" \"\(path[0]) \(version)\" \"\(path[0]) manual\"",
      ".SH NAME", "\(Self.escaped(title)) \\- \(Self.escaped(command.summary))",
      ".SH SYNOPSIS", ".B \(Self.escaped(path.joined(separator: " ")))",
      Self.escaped(command.synopsis),
    ]
    let paragraphs = command.discussion.split(separator: "\n\n").map(String.init)
    if !paragraphs.isEmpty {
      lines.append(".SH DESCRIPTION")
      lines += paragraphs.map { [Self.filled($0)] }.joined(separator: [".PP"])
    }
    lines += list(
      "ARGUMENTS", command.positionals.map { ("\\fI\(Self.escaped($0.name))\\fR", $0.help) })
    lines += list(
      "COMMANDS",
      command.subcommands.map {
        ("\\fB\(Self.escaped("\(title)-\($0.name)"))\\fR(1)", $0.summary)
      })
    lines += list("OPTIONS", command.allOptions.map { (Self.label(of: $0), $0.helpText) })
    lines += list(
      "EXAMPLES", command.examples.map { ("\\fB\(Self.escaped($0.line))\\fR", $0.explanation) })
    for note in notes {
      lines.append(".SH \(note.title.uppercased())")
      lines += note.text.map { [Self.filled($0)] }.joined(separator: [".PP"])
    }
    if path.count > 1 {
      lines += [
        ".SH SEE ALSO", "\\fB\(Self.escaped(path.dropLast().joined(separator: "-")))\\fR(1)",
      ]
    }
    return lines.map { $0 + "\n" }.joined()
  }

  private func list(_ title: String, _ items: [(label: String, text: String)]) -> [String] {
    guard !items.isEmpty else { return [] }
    return [".SH \(title)"] + items.flatMap { [".TP", $0.label, Self.filled($0.text)] }
  }

  private static func label(of option: any OptionDeclaration) -> String {
    let letter = option.short.map { "\\fB\\-\($0)\\fR, " } ?? ""
    let value = option.valueName.map { " \\fI\(escaped($0))\\fR" } ?? ""
    return "\(letter)\\fB\(escaped("--\(option.name)"))\\fR\(value)"
  }

  /// Returns a paragraph on one line: the formatter fills its lines.
  private static func filled(_ text: String) -> String {
    escaped(text.split(whereSeparator: { $0 == " " || $0 == "\n" }).joined(separator: " "))
  }

  /// Returns a text that holds no request: a hyphen that is typed, a backslash, and a point at the beginning.
  private static func escaped(_ text: String) -> String {
    var result = ""
    for character in text {
      switch character {
      case "\\": result += "\\e"
      case "-": result += "\\-"
      default: result.append(character)
      }
    }
    return result.hasPrefix(".") || result.hasPrefix("'") ? "\\&" + result : result
  }
}

/// Subcommands under a heading of their list.
public struct CommandGroup: Sendable {
  let title: String
  let commands: [CommandDescription]

  /// Puts commands under a heading.
  public init(_ title: String, _ commands: [CommandDescription]) {
    (self.title, self.commands) = (title, commands)
  }
}

/// A page of help about something that several commands share: `heartcam help options`.
public struct HelpTopic: Sendable {
  let name: String
  let summary: String
  let rows: [(label: String, text: String)]

  /// Makes a page of a sentence and a table.
  public init(_ name: String, summary: String, rows: [(label: String, text: String)]) {
    (self.name, self.summary, self.rows) = (name, summary, rows)
  }

  /// Makes a page about options.
  public init(_ name: String, summary: String, options: [any OptionDeclaration]) {
    self.init(name, summary: summary, rows: options.map { ($0.label, $0.helpText) })
  }
}

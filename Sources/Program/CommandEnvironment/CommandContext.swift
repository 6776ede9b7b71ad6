package import CommandLineParsing

/// Where a command runs.
package struct CommandContext {
  package let environment: [String: String]
  package let terminal: Terminal

  /// The whole command line, for help on a command that has only others below it.
  package let description: CommandDescription

  package init(
    environment: [String: String], terminal: Terminal, description: CommandDescription
  ) {
    self.environment = environment
    self.terminal = terminal
    self.description = description
  }
}

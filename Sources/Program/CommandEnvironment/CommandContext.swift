package import CivilTime
package import CommandLineParsing

/// Where a command runs.
package struct CommandContext {
  package let environment: [String: String]
  package let terminal: Terminal

  /// This machine's time zone.
  package let zone: ZoneRules

  /// The whole command line, for help on a command that has only others below it.
  package let description: CommandDescription

  package init(
    environment: [String: String], terminal: Terminal, zone: ZoneRules,
    description: CommandDescription
  ) {
    self.environment = environment
    self.terminal = terminal
    self.zone = zone
    self.description = description
  }
}

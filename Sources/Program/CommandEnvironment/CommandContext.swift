package import CivilTime
package import CommandLineParsing

/// The arguments of a command, its environment, and the destination of its results.
package struct CommandContext: HasArguments {
  package let arguments: Arguments
  package let environment: [String: String]
  package let terminal: Terminal

  /// This machine's time zone.
  package let zone: ZoneRules

  /// The settings of the configuration file.
  package let configuration: Configuration

  /// The whole command line, for help on a command that has only others below it.
  package let description: CommandDescription

  package let output: ResultOutput

  package init(
    _ arguments: Arguments, environment: [String: String], terminal: Terminal, zone: ZoneRules,
    configuration: Configuration, description: CommandDescription, output: ResultOutput
  ) {
    (self.arguments, self.environment, self.terminal) = (arguments, environment, terminal)
    (self.zone, self.configuration) = (zone, configuration)
    (self.description, self.output) = (description, output)
  }

  /// Returns the work of the command that was named; without a name, prints help and returns `nil`.
  ///
  /// - Parameter depth: How many names precede theirs.
  package func chosen<Work>(among commands: [(CommandDescription, Work)], depth: Int = 2) -> Work? {
    let path = arguments.commandPath
    if let name = path.dropFirst(depth).first { return commands.first { $0.0.name == name }?.1 }
    output.write(description.help(for: path, isShort: depth == 1) ?? "")
    return nil
  }
}

/// The work of a command.
package typealias CommandWork = @Sendable (CommandContext) throws -> ExitCode

/// The request of a command line.
public enum ParsedCommand: Sendable {
  /// To run the command at `arguments.commandPath`.
  case run(Arguments)

  /// To show the help page of the command or topic at this path: the usual, or all.
  case help(commandPath: [String], isShort: Bool)
}

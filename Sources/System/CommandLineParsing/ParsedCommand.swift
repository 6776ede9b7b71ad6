/// What a command line asks for.
public enum ParsedCommand: Sendable {
  /// To run the command at `arguments.commandPath`.
  case run(Arguments)

  /// To show the help page of the command at this path.
  case help(commandPath: [String])
}

import CommandEnvironment
import CommandLineParsing

/// `heartcam completions SHELL`
enum CompletionsCommand {
  private static let shell = Positional(
    "SHELL", .choice as ValueReader<CompletionShell>, help: "bash, zsh or fish.")

  static let description = CommandDescription(
    name: "completions",
    summary: "Print a completion script for a shell.",
    examples: [
      CommandExample(
        "source <(heartcam completions bash)",
        "Complete heartcam's commands in this bash session; in each, from ~/.bashrc."),
      CommandExample(
        "heartcam completions fish > ~/.config/fish/completions/heartcam.fish",
        "The same for fish."),
    ],
    positionals: [shell])

  static func run(_ context: CommandContext) -> ExitCode {
    context.output.write(context.required(shell).script(for: HeartcamCommand.description.name))
    return .success
  }
}

import CommandLineParsing
import Glibc
import Measurement

/// `heartcam camera check`
enum CameraCommand {
  static let description = CommandDescription(
    name: "camera",
    summary: "Look at how fit a camera is.",
    subcommands: [CameraCheckCommand.description])

  static func run(
    _ arguments: Arguments, _ context: CommandContext, _ output: inout ResultOutput
  ) -> ExitCode {
    guard arguments.commandPath.last == CameraCheckCommand.description.name else {
      output.write(HeartcamCommand.description.help(for: arguments.commandPath) ?? "")
      return .usage
    }
    return CameraCheckCommand.run(arguments, context, &output)
  }
}

import CommandLineParsing
import Glibc

/// Plays cameras with a known pulse for real drivers.
@main
enum CameraSimulator {
  private static let description = CommandDescription(
    name: "CameraSimulator",
    summary: "Plays cameras, for tests in a virtual machine.",
    subcommands: [USBCommand.description, PrepareCommand.description, PlayCommand.description])

  static func main() {
    do {
      switch try description.parse(Array(CommandLine.arguments.dropFirst())) {
      case .help(let path, let isShort):
        print(description.help(for: path, width: 100, isShort: isShort) ?? "")
      case .run(let arguments):
        switch arguments.commandPath.last {
        case "usb": try USBCommand.run(arguments)
        case "prepare": try PrepareCommand.run(arguments)
        case "play": try PlayCommand.run(arguments)
        default: print(description.help(for: arguments.commandPath, width: 100) ?? "")
        }
      }
    } catch let error as UsageError {
      CameraLog.complain("CameraSimulator: \(error)")
      exit(64)
    } catch {
      CameraLog.complain("CameraSimulator: \(error)")
      exit(74)
    }
  }
}

import BatchCommands
import ChartCommands
import CivilTime
package import CommandEnvironment
import CommandLineParsing
import FoundationEssentials
import Glibc
import LiveCommands
import MeasureCommands
import PageCommands
import StoreCommands
import StudyCommands

/// The whole command line: its subcommands, and which type runs each.
package enum HeartcamCommand {
  static let versionFlag = Flag(
    "version", short: "V", help: "Show the version.", standsAlone: true)

  /// The description that parsing, help and completions come from.
  static let description = CommandDescription(
    name: "heartcam",
    summary: "Heart rate from a camera.",
    discussion: """
      Measures heart rate from a video of a fingertip on a camera's lens, with its uncertainty, and \
      keeps it in a health store on this machine. Nothing leaves the machine.
      """,
    examples: [
      CommandExample("heartcam measure finger.mp4", "Measure a video and save what it shows."),
      CommandExample("heartcam store list", "See what has been saved."),
      CommandExample("heartcam simulate test.mp4 --bpm 72", "Make a video to try it with."),
    ],
    options: [versionFlag],
    subcommands: [
      LiveCommand.description, MeasureCommand.description, BatchCommand.description,
      CamerasCommand.description,
      CameraCommand.description, StoreCommand.description, ChartCommand.description,
      ServeCommand.description, StudyCommand.description, MockCommand.description,
      SimulateCommand.description, ConfigCommand.description,
      SelftestCommand.description, CompletionsCommand.description, ManualCommand.description,
    ])

  /// Runs the command that the words after the program's name ask for, and returns its exit status.
  package static func run(
    _ words: [String], environment: [String: String] = ProcessInfo.processInfo.environment
  ) -> ExitCode {
    // A file that grows beyond the user's limit is an error like a full disk, not the end.
    signal(SIGXFSZ, SIG_IGN)
    // The inner side of a sandbox and a worker of a batch have no terminal and no configuration.
    if words.first == SandboxOptions.readerName {
      return SandboxedReaderCommand.run(Array(words.dropFirst()))
    }
    if words.first == BatchWorker.name {
      return BatchWorker.run(Array(words.dropFirst()), environment: environment)
    }
    let output = ResultOutput()
    let code = run(words, environment: environment, output: output)
    guard !output.hasFailed else {
      report("cannot write to standard output")
      return code.combined(with: .ioError)
    }
    return code
  }

  private static func run(
    _ words: [String], environment: [String: String], output: ResultOutput
  ) -> ExitCode {
    let terminal = Terminal(environment: environment)
    let arguments: Arguments
    let configuration: Configuration
    do {
      // Help and the version are there whatever the file says.
      switch try description.parse(words) {
      case .help(let path):
        output.write(description.help(for: path, width: min(terminal.width, 100)) ?? "")
        return .success
      case .run(let parsed) where parsed[versionFlag]:
        output.write("heartcam \(HeartcamVersion.current)\n")
        return .success
      case .run: break
      }
    } catch {
      report(error.description)
      return .usage
    }
    do throws(CommandError) {
      configuration = try Configuration(environment: environment, for: description)
    } catch {
      report("\(error)")
      return error.code
    }
    do {
      switch try description.parse(words, settings: configuration.settings) {
      case .help(let path):
        output.write(description.help(for: path, width: min(terminal.width, 100)) ?? "")
        return .success
      case .run(let parsed): arguments = parsed
      }
    } catch {
      report(error.description)
      return .usage
    }
    let zone: ZoneRules
    do throws(UnknownZone) { zone = try .current(environment: environment) } catch {
      report("\(error)")
      return .usage
    }
    let context = CommandContext(
      environment: environment, terminal: terminal, zone: zone, description: description)
    switch arguments.commandPath.dropFirst().first {
    case "live": return LiveCommand.run(arguments, context, output)
    case "measure": return MeasureCommand.run(arguments, context, output)
    case "batch": return BatchCommand.run(arguments, context, output)
    case "camera": return CameraCommand.run(arguments, context, output)
    case "cameras": return CamerasCommand.run(arguments, output)
    case "store": return StoreCommand.run(arguments, context, output)
    case "chart": return ChartCommand.run(arguments, context, output)
    case "serve": return ServeCommand.run(arguments, context, output)
    case "study": return StudyCommand.run(arguments, context, output)
    case "mock": return MockCommand.run(arguments, context, output)
    case "simulate": return SimulateCommand.run(arguments, context, output)
    case "config": return ConfigCommand.run(arguments, context, configuration, output)
    case "selftest": return SelftestCommand.run(context, output)
    case "completions": return CompletionsCommand.run(arguments, output)
    case "manual": return ManualCommand.run(arguments)
    default:
      output.write(description.help(for: ["heartcam"], width: min(terminal.width, 100)) ?? "")
      return .usage
    }
  }
}

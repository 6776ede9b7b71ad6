import BatchCommands
import ChartCommands
import CivilTime
package import CommandEnvironment
import CommandLineParsing
import FileAccess
import FoundationEssentials
import Glibc
import LiveCommands
import MeasureCommands
import Measurement
import PageCommands
import SampleSelection
import SampleStore
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
    groups: groups.map { CommandGroup($0.title, $0.commands.map(\.0)) },
    topics: [
      HelpTopic(
        "options",
        summary: "Options of every command, and those of one meaning in all that have them.",
        options: Flag.shared + [
          MeasureOptions.output, CommonOptions.force, CommonOptions.yes, CommonOptions.dryRun,
          StoreOptions.location, StoreOptions.units, StoreFilter.type, StoreFilter.since,
          StoreFilter.until,
          StoreFilter.source,
        ]), ExitCode.topic,
    ])

  private static let groups: [(title: String, commands: [(CommandDescription, CommandWork)])] = [
    (
      "Measure",
      [
        (LiveCommand.description, LiveCommand.run),
        (MeasureCommand.description, MeasureCommand.run),
        (BatchCommand.description, BatchCommand.run), (BIDSCommand.description, BIDSCommand.run),
        (VariabilityCommand.description, VariabilityCommand.run),
        (CameraCommand.description, CameraCommand.run),
      ]
    ),
    (
      "Look",
      [
        (ServeCommand.description, ServeCommand.run), (ChartCommand.description, ChartCommand.run),
        (ReportCommand.description, ReportCommand.run),
      ]
    ),
    ("Keep", [(StoreCommand.description, StoreCommand.run)]),
    (
      "Study and test",
      [
        (StudyCommand.description, StudyCommand.run), (MockCommand.description, MockCommand.run),
        (SimulateCommand.description, SimulateCommand.run),
        (SelftestCommand.description, SelftestCommand.run),
      ]
    ),
    (
      "More",
      [
        (ConfigCommand.description, ConfigCommand.run),
        (CompletionsCommand.description, CompletionsCommand.run),
        (ManualCommand.description, ManualCommand.run),
        (VersionCommand.description, VersionCommand.run),
      ]
    ),
  ]

  /// Runs the words after the program's name as all that the process does, and returns its exit status. They
  /// are bytes: the name of a file need not be UTF-8.
  package static func runProcess(_ words: [UnsafeMutablePointer<CChar>]) -> Int32 {
    // The next file that is opened must not take the place of a stream that the caller has closed: output
    // would go into that file. Its place gets a descriptor that can be neither read nor written.
    for (stream, mode) in [
      (STDIN_FILENO, O_WRONLY), (STDOUT_FILENO, O_RDONLY), (STDERR_FILENO, O_RDONLY),
    ]
    where fcntl(stream, F_GETFD) < 0 {
      _ = open("/dev/null", mode)
    }
    let code = run(words.map { FileName.text(of: $0) })
    return code == .interrupted ? Interruption.exitStatus : code.rawValue
  }

  /// Runs the command that the words after the program's name ask for, and returns its exit status.
  package static func run(
    _ words: [String], environment: [String: String] = ProcessInfo.processInfo.environment
  ) -> ExitCode {
    // A file that grows beyond the user's limit is an error like a full disk, not the end.
    signal(SIGXFSZ, SIG_IGN)
    // The inner side of a sandbox has no terminal and no configuration.
    if words.first == SandboxOptions.readerName {
      return SandboxedReaderCommand.run(Array(words.dropFirst()))
    }
    // A mapped file, such as the one with which SQLite's readers agree, may find no room for a part of it.
    signal(SIGBUS) { _ in
      let text: StaticString =
        "heartcam: a part of a mapped file cannot be reached; is its file system full? Free some space and try again\n"
      _ = write(STDERR_FILENO, text.utf8Start, text.utf8CodeUnitCount)
      _exit(ExitCode.ioError.rawValue)
    }
    let output = ResultOutput()
    if words.first == CompletionShell.question {
      output.write(description.completions(for: Array(words.dropFirst())))
      return .success
    }
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
    func help(_ path: [String], isShort: Bool) {
      output.write(
        description.help(for: path, width: min(terminal.width, 100), isShort: isShort) ?? "")
    }
    guard !words.isEmpty else {
      output.write(FirstSteps.text)
      return .success
    }
    do {
      // Help and the version are there whatever the file says.
      switch try description.parse(words) {
      case .help(let path, let isShort):
        help(path, isShort: isShort)
        return .success
      case .run(let parsed) where parsed[versionFlag]:
        output.write(VersionCommand.text)
        return .success
      case .run(let parsed): Verbosity.isQuiet = parsed[.quiet]
      }
      let configuration = try Configuration(environment: environment, for: description)
      switch try description.parse(words, settings: configuration.settings) {
      case .help(let path, let isShort):
        help(path, isShort: isShort)
        return .success
      case .run(let arguments):
        let context = CommandContext(
          arguments, environment: environment, terminal: terminal,
          zone: try ZoneRules.current(environment: environment), configuration: configuration,
          description: description, output: output)
        ReadUnits.current = StoreOptions.readUnits(context)
        if context[.verbose] { VersionCommand.reportPlaces(context) }
        return try context.chosen(among: groups.flatMap(\.commands), depth: 1)?(context) ?? .usage
      }
    } catch {
      report("\(error)")
      return code(of: error)
    }
  }

  /// Returns the exit status of an error that a command has not handled.
  private static func code(of error: any Error) -> ExitCode {
    switch error {
    case let error as CommandError: error.code
    case is UsageError, is UnknownZone, is InvalidValue: .usage
    case is MeasurementError: Interruption.isRequested ? .interrupted : .unreadableInput
    default: ExitCode(of: error)
    }
  }
}

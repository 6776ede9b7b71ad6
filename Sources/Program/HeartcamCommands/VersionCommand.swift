import CBuildCommit
import Charts
import CommandEnvironment
import CommandLineParsing
import FFmpegSource
import JSONCoding
import PageCommands
import Photoplethysmography
import SampleSelection
import SampleStore
import StoreEngines

/// `heartcam version`
enum VersionCommand {
  private static let json = Flag(
    "json", help: "Print a line of JSON, with the commit and the versions of libraries.")

  static let description = CommandDescription(
    name: "version", summary: "Show the version.",
    examples: [CommandExample("heartcam version --json", "For a report of a fault.")],
    options: [json])

  static func run(_ context: CommandContext) -> ExitCode {
    if context[json] { context.output.write(line: line) } else { context.output.write(text) }
    return .success
  }

  /// Says what `--verbose` is for: which program, configuration and store are used.
  static func reportPlaces(_ context: CommandContext) {
    report("version \(HeartcamVersion.current)")
    let path = context.configuration.path ?? "none: HOME is not set"
    report("configuration \(path)\(context.configuration.isThere ? "" : " (not there)")")
    for setting in context.configuration.settings {
      report("  \(setting.option) is \(setting.text), from \(setting.origin)")
    }
    let given = context.isGiven(StoreOptions.location) ? context[StoreOptions.location] : nil
    let store = try? StoreOptions.location(given, context).description
    report("\(given == nil ? "standard store" : "store") \(store ?? "none")")
  }

  static let text = "heartcam \(HeartcamVersion.current)\n"

  /// A line of JSON, for reports of faults and for provenance.
  private static var line: JSONValue {
    let libraries =
      [FFmpegLibrary.version] + FFmpegLibrary.parts + [StoreEngine].all.compactMap { $0.library() }
      + [CairoLibrary.version, ServeCommand.library]
    let commit = String(cString: heartcam_build_commit)
    return [
      "version": .string(HeartcamVersion.current),
      "commit": commit.isEmpty ? .null : .string(commit),
      "algorithm": .number(Double(HeartRateMonitor.algorithmVersion)),
      "libraries": .array(libraries.map { .string($0) }),
    ]
  }
}

import CommandLineParsing
import FoundationEssentials
import SampleStore

/// `heartcam store list|show|path`
enum StoreCommand {
  static let description = CommandDescription(
    name: "store",
    summary: "Look into the health store.",
    subcommands: [listing, showing, pathing])

  private static let json = Flag("json", help: "Print one line of JSON for each sample.")
  private static let limit = Option(
    "limit", .integer(in: 0...Int.max), value: "N", help: "The newest N only.")
  private static let type = Option(
    "type", .oneOf(StoreTypes.names), value: "TYPE",
    help: "Samples of this type only, as in --type HeartRate.")
  private static let since = Option(
    "since", StoreTypes.date, value: "DATE",
    help: "Samples that end then or later: 2026-01-31, or 2026-01-31T09:00:00Z.")
  private static let until = Option(
    "until", StoreTypes.date, value: "DATE", help: "Samples that start before.")
  private static let identifier = Positional(
    "ID", StoreTypes.identifier, count: .atMostOne,
    help: "A sample's identifier; without one, the store as a whole is shown.")

  private static let listing = CommandDescription(
    name: "list",
    summary: "List the samples, oldest first.",
    examples: [
      CommandExample("heartcam store list --since 2026-01-31", "What has been saved since."),
      CommandExample("heartcam store list --json --limit 1", "The newest sample, for a program."),
    ],
    options: [StoreOptions.location, json, limit, type, since, until])

  private static let showing = CommandDescription(
    name: "show",
    summary: "Show one sample with all that is known of it, or what the store holds.",
    examples: [CommandExample("heartcam store show", "How many samples there are of each type.")],
    positionals: [identifier], options: [StoreOptions.location, json])

  private static let pathing = CommandDescription(
    name: "path",
    summary: "Print where the store is kept.",
    examples: [
      CommandExample("sqlite3 \"$(heartcam store path)\"", "Open it with another program.")
    ],
    options: [StoreOptions.location])

  static func run(
    _ arguments: Arguments, _ context: CommandContext, _ output: inout ResultOutput
  ) -> ExitCode {
    do {
      let location = try StoreOptions.location(arguments[StoreOptions.location], context)
      switch arguments.commandPath.last {
      case "path":
        output.write(location.path + "\n")
      case "list":
        try list(arguments, in: location, &output)
      case "show":
        return try show(arguments, in: location, &output)
      default:
        output.write(HeartcamCommand.description.help(for: arguments.commandPath) ?? "")
        return .usage
      }
      return .success
    } catch {
      report("\(error)")
      return .ioError
    }
  }

  /// The store for reading; `nil`, and a word about it, where there is none yet.
  private static func open(_ location: StoreLocation) throws(StoreError) -> HealthStore? {
    do throws(StoreError) {
      let store = try HealthStore(location: location, access: .readOnly)
      for warning in store.warnings { report(warning) }
      return store
    } catch {
      guard error.reason == .notFound else { throw error }
      report("there is no store at \(location.path) yet; measuring makes one")
      return nil
    }
  }

  private static func list(
    _ arguments: Arguments, in location: StoreLocation, _ output: inout ResultOutput
  ) throws {
    guard let store = try open(location) else { return }
    var query = SampleQuery(
      types: arguments[type].map { [StoreTypes.type(named: $0)] }, from: arguments[since],
      to: arguments[until])
    let isJSON = arguments[json]
    if let limit = arguments[limit] {
      query.limit = limit
      query.order = .newestFirst
      for sample in try store.samples(matching: query).reversed() {
        output.write(isJSON ? SampleText.json(sample) : SampleText.row(sample))
      }
      return
    }
    try store.forEachSample(matching: query) { sample in
      output.write(isJSON ? SampleText.json(sample) : SampleText.row(sample))
    }
  }

  private static func show(
    _ arguments: Arguments, in location: StoreLocation, _ output: inout ResultOutput
  ) throws(StoreError) -> ExitCode {
    guard let store = try open(location) else { return .success }
    guard let id = arguments[identifier] else {
      output.write(try StoreOverview(of: store).text(asJSON: arguments[json]))
      return .success
    }
    guard let sample = try store.samples(matching: SampleQuery(ids: [id])).first else {
      report("there is no sample \(id.uuidString) in \(location.path)")
      return .noReading
    }
    output.write(arguments[json] ? SampleText.json(sample) : SampleText.page(sample))
    return .success
  }
}

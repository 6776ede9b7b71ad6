import CommandEnvironment
import CommandLineParsing
import JSONCoding
import SampleSelection
import SampleStore

/// `heartcam store sources`
enum StoreSourcesCommand {
  private static let prefer = Option(
    "prefer", .text, value: "BUNDLE",
    help:
      "With --type: this source counts first, by its name or bundle identifier; given again, next.")
  private static let json = CommonOptions.json(a: "source")

  static let description = CommandDescription(
    name: "sources",
    summary: "List who saved samples, and say whose count first.",
    discussion: """
      With a single --type, sources are listed in the order in which they are believed where they \
      overlap.
      """,
    examples: [
      CommandExample("heartcam store sources", "Everybody."),
      CommandExample(
        "heartcam store sources --type StepCount --prefer org.example.watch",
        "Believe the watch's steps before the phone's."),
    ],
    options: [StoreOptions.location, json, prefer] + StoreFilter.all)

  static func run(_ location: StoreLocation, _ context: CommandContext) throws -> ExitCode {
    let types = context.all(StoreFilter.type)
    if context.isGiven(prefer) {
      guard types.count == 1 else { throw CommandError.usage("--prefer needs one --type") }
      guard let store = try StoreAccess.toChange(location) else { return .ioError }
      try Self.prefer(context.all(prefer), for: types[0], in: store)
    }
    guard let store = try StoreAccess.toRead(location) else { return .success }
    let query = try StoreFilter.query(context, in: store, context.zone)
    let sources = try SourceCount.all(matching: query, in: store)
    if context[json] {
      for source in sources { context.output.write(line: source.json) }
      return .success
    }
    var table = TextTable(["SOURCE", "BUNDLE IDENTIFIER", .number("SAMPLES")])
    for source in sources { table.add([source.name, source.bundleIdentifier, "\(source.count)"]) }
    context.output.write(table.text(in: context.terminal))
    return .success
  }

  /// Puts sources before all others, in their order; those that were preferred before come next. Throws if
  /// one of them has saved nothing.
  private static func prefer(
    _ wanted: [String], for type: SampleType, in store: HealthStore
  ) throws {
    let known = try store.sources(matching: SampleQuery())
    var order: [String] = []
    for name in wanted {
      let bundles = Set(
        known.filter { $0.bundleIdentifier == name || $0.name == name }.map(\.bundleIdentifier))
      guard bundles.count == 1, let bundle = bundles.first else {
        throw CommandError.usage(
          bundles.isEmpty
            ? "--prefer: no source of the store is named \(name); 'heartcam store sources' lists them"
            : "--prefer: several sources are named \(name); say which by its bundle identifier: "
              + bundles.sorted().joined(separator: ", "))
      }
      if !order.contains(bundle) { order.append(bundle) }
    }
    let before = try store.sourcePriority(for: type)
    try store.setSourcePriority(order + before.filter { !order.contains($0) }, for: type)
  }
}

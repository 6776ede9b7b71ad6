import CommandEnvironment
import CommandLineParsing
import SampleSelection
import SampleStore

/// `heartcam store list`
enum StoreListCommand {
  private static let all = Flag(
    "all", help: "Show perfusion and averages of sessions too, which stand beside each heart rate.")
  private static let limit = Option(
    "limit", .integer(in: 0...Int.max), value: "N", help: "The newest N only.")

  static let description = CommandDescription(
    name: "list",
    summary: "List the samples, oldest first.",
    examples: [
      CommandExample("heartcam store list --since 2026-01-31", "What has been saved since."),
      CommandExample("heartcam store list --json --limit 1", "The newest sample, for a program."),
      CommandExample("heartcam store list --type sleep", "One type only."),
    ],
    options: StoreFilter.all + [
      limit, all, StoreCommand.json, StoreOptions.location, StoreOptions.units,
    ])

  static func run(_ location: StoreLocation, _ context: CommandContext) throws -> ExitCode {
    guard let store = try StoreAccess.toRead(location) else { return .success }
    var query = try StoreFilter.query(context, in: store, context.zone)
    let isJSON = context[StoreCommand.json]
    let hidden =
      isJSON || context[all] || query.types != nil ? 0 : try hideSecondary(in: &query, store)
    var unreadable = UnreadableRows()
    let terminal = context.terminal
    let width = terminal.isOutputTerminal ? terminal.width : nil
    // Samples whose identifiers begin alike are shown with as many digits as needed to distinguish them, also from those
    // that are not listed: the first rows tell how many.
    var (alike, digits) = ([Sample](), 0)
    var lookups = context[limit] == nil && !StoreFilter.isGiven(context) && hidden == 0 ? 0 : 1000
    func lookUp(_ samples: some Collection<Sample>) throws(StoreError) {
      for sample in samples.prefix(lookups) {
        digits = max(digits, try StoreTypes.shortText(of: sample.id, in: store).count)
      }
      lookups -= min(samples.count, lookups)
    }
    func writeAlike() throws(StoreError) {
      try lookUp(alike)
      // Later rows are below these.
      digits = max(digits, alike.map(\.id).tellingDigits)
      for sample in alike {
        context.output.write(SampleText.row(sample, digits: digits, width: width))
      }
      alike.removeAll(keepingCapacity: true)
    }
    func write(_ sample: Sample) throws(StoreError) {
      if isJSON { return context.output.write(SampleText.json(sample)) }
      if let first = alike.first, first.id.shortText != sample.id.shortText || alike.count == 64 {
        try writeAlike()
      }
      alike.append(sample)
    }
    if let limit = context[limit] {
      query.limit = limit
      query.order = .newestFirst
      let samples = try store.allSamples(matching: query) { unreadable.note($0) }
      digits = samples.map(\.id).tellingDigits
      try lookUp(samples)
      for sample in samples.reversed() { try write(sample) }
    } else {
      try store.forEachSampleOfAnyKind(matching: query, unreadable: { unreadable.note($0) }) {
        try write($0)
      }
    }
    try writeAlike()
    if hidden > 0 { note("\(counted(hidden, "secondary sample")) hidden; --all shows them") }
    if context[limit] == nil, !StoreFilter.isGiven(context) { StoreAccess.lookOverLarge(store) }
    return unreadable.finish()
  }

  /// Leaves the samples beside each heart rate out of a query, and returns how many those are.
  private static func hideSecondary(
    in query: inout SampleQuery, _ store: HealthStore
  ) throws(StoreError) -> Int {
    let types: [SampleType] = [.quantity(.peripheralPerfusionIndex), .quantity(.sessionHeartRate)]
    var secondary = query
    secondary.types = types
    let count = try store.count(matching: secondary)
    let others = SamplePredicate.not(.any(types.map { .ofType($0, nil) }))
    query.predicate = .all([query.predicate, others].compactMap(\.self))
    return count
  }
}

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
  private static let json = Flag("json", help: "Print one line of JSON for each source.")

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

  static func run(
    _ arguments: Arguments, _ location: StoreLocation, _ context: CommandContext,
    _ output: ResultOutput
  ) throws(StoreError) -> ExitCode {
    let types = arguments.all(StoreFilter.type)
    if arguments.isGiven(prefer) {
      guard types.count == 1 else {
        report("--prefer needs one --type")
        return .usage
      }
      guard let store = try StoreAccess.toChange(location) else { return .ioError }
      guard let code = try Self.prefer(arguments.all(prefer), for: types[0], in: store) else {
        return .usage
      }
      guard code == .success else { return code }
    }
    guard let store = try StoreAccess.toRead(location) else { return .success }
    let query = try StoreFilter.query(arguments, in: store, context.zone)
    var found: [String: (name: String, versions: [String], count: Int)] = [:]
    var order: [String] = []
    for (source, count) in try store.counts(bySourceOf: query) {
      let bundle = source.bundleIdentifier
      if found[bundle] == nil { order.append(bundle) }
      var entry = found[bundle] ?? ("", [], 0)
      entry.name = source.name
      entry.count += count
      if let version = source.version { entry.versions.append(version) }
      found[bundle] = entry
    }
    if types.count == 1 {
      let listed = try store.sourcePriority(for: types[0])
      let isListed = Set(listed)
      order = listed.filter { found[$0] != nil } + order.filter { !isListed.contains($0) }
    }
    for bundle in order {
      guard let entry = found[bundle] else { continue }
      if arguments[json] {
        output.write(
          JSONValue.object([
            ("bundle_identifier", .string(bundle)), ("name", .string(entry.name)),
            ("versions", .array(entry.versions.map(JSONValue.string))),
            ("samples", .integer(entry.count)),
          ]).text + "\n")
      } else {
        output.write(
          padded(entry.name, 26) + padded(bundle, 36) + padded("\(entry.count)", 9, right: true)
            + (entry.count == 1 ? " sample\n" : " samples\n"))
      }
    }
    return .success
  }

  /// Puts sources before all others, in their order; those that were preferred before come next.
  /// `nil`, and a message, if one of them has saved nothing.
  private static func prefer(
    _ wanted: [String], for type: SampleType, in store: HealthStore
  ) throws(StoreError) -> ExitCode? {
    let known = try store.sources(matching: SampleQuery())
    var order: [String] = []
    for name in wanted {
      let bundles = Set(
        known.filter { $0.bundleIdentifier == name || $0.name == name }.map(\.bundleIdentifier))
      guard bundles.count == 1, let bundle = bundles.first else {
        report(
          bundles.isEmpty
            ? "--prefer: no source of the store is named \(name); 'heartcam store sources' lists them"
            : "--prefer: several sources are named \(name); say which by its bundle identifier: "
              + bundles.sorted().joined(separator: ", "))
        return nil
      }
      if !order.contains(bundle) { order.append(bundle) }
    }
    let before = try store.sourcePriority(for: type)
    try store.setSourcePriority(order + before.filter { !order.contains($0) }, for: type)
    return .success
  }
}

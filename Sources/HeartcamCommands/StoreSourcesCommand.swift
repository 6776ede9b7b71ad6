import CommandLineParsing
import JSONCoding
import SampleStore

/// `heartcam store sources`
enum StoreSourcesCommand {
  private static let prefer = Option(
    "prefer", .text, value: "BUNDLE",
    help: "With --type: this source counts first; given again, this one next.")
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
    _ arguments: Arguments, _ location: StoreLocation, _ output: ResultOutput
  ) throws(StoreError) -> ExitCode {
    let types = arguments.all(StoreFilter.type)
    if arguments.isGiven(prefer) {
      guard types.count == 1 else {
        report("--prefer needs one --type")
        return .usage
      }
      guard let store = try StoreAccess.toChange(location) else { return .ioError }
      try store.setSourcePriority(arguments.all(prefer), for: types[0])
    }
    guard let store = try StoreAccess.toRead(location) else { return .success }
    let query = try StoreFilter.query(arguments, in: store)
    var revisions: [String: [Source]] = [:]
    var order: [String] = []
    for source in try store.sources(matching: query) {
      if revisions[source.bundleIdentifier] == nil { order.append(source.bundleIdentifier) }
      revisions[source.bundleIdentifier, default: []].append(source)
    }
    if types.count == 1 {
      let listed = try store.sourcePriority(for: types[0])
      order = listed.filter { revisions[$0] != nil } + order.filter { !listed.contains($0) }
    }
    for bundle in order {
      guard let newest = revisions[bundle]?.last else { continue }
      var counted = query
      counted.predicate = .all([.sources([bundle])] + (query.predicate.map { [$0] } ?? []))
      let count = try store.count(matching: counted)
      let versions = (revisions[bundle] ?? []).compactMap(\.version)
      if arguments[json] {
        output.write(
          JSONValue.object([
            ("bundle_identifier", .string(bundle)), ("name", .string(newest.name)),
            ("versions", .array(versions.map(JSONValue.string))), ("samples", .integer(count)),
          ]).text + "\n")
      } else {
        output.write(
          padded(newest.name, 26) + padded(bundle, 36) + padded("\(count)", 9, right: true)
            + (count == 1 ? " sample\n" : " samples\n"))
      }
    }
    return .success
  }
}

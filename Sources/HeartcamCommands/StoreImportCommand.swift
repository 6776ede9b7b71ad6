import CommandLineParsing
import FoundationEssentials
import HealthFormats
import JSONCoding
import SampleStore

/// `heartcam store import`
enum StoreImportCommand {
  private static let files = Positional(
    "FILE",
    .file(extensions: ["xml", "zip", "csv", "ndjson", "jsonl", "json", "gz"]), count: .oneOrMore,
    help: "Files of samples; - is standard input.")
  private static let format = Option(
    "format", ValueReader<HealthFormat>.choice, help: "What they are.",
    default: "by their first bytes")
  private static let dryRun = Flag("dry-run", help: "Say what would be saved, and save nothing.")
  private static let json = Flag("json", help: "Print one line of JSON for each file.")

  static let description = CommandDescription(
    name: "import",
    summary: "Save the samples of files that other programs made.",
    discussion: """
      Reads Apple Health's export.xml and its zip, CSV, FHIR R4 bundles and observations, Open mHealth \
      data points, and NDJSON as 'heartcam store export' writes it, also compressed with gzip. What is \
      broken or unknown in a file is left out and counted. Importing a file again saves nothing twice. \
      Exits with 2 where a file could not be read to its end; what was read before is saved.
      """,
    examples: [
      CommandExample(
        "heartcam store import export.zip", "Everything that an iPhone has collected."),
      CommandExample(
        "heartcam store import export.xml --type HeartRate --since 2025-01-01", "A part of it."),
      CommandExample("curl -s URL | heartcam store import -", "From another program."),
    ],
    positionals: [files],
    options: [StoreOptions.location, format, dryRun, json] + StoreFilter.all)

  static func run(
    _ arguments: Arguments, _ location: StoreLocation, _ context: CommandContext,
    _ output: ResultOutput
  ) throws(StoreError) -> ExitCode {
    let store = arguments[dryRun] ? nil : try StoreAccess.toWrite(location)
    Interruption.listen()
    var code = ExitCode.success
    for path in arguments.all(files) {
      guard !Interruption.isRequested else { return .interrupted }
      code = code.combined(
        with: try read(path, arguments, into: store, context, output))
    }
    return Interruption.isRequested ? .interrupted : code
  }

  private static func read(
    _ path: String, _ arguments: Arguments, into store: HealthStore?, _ context: CommandContext,
    _ output: ResultOutput
  ) throws(StoreError) -> ExitCode {
    let name = path == "-" ? "standard input" : path
    var importer = SampleImporter(into: store, where: filter(arguments))
    var file: SampleFile
    do {
      file = try SampleFile(path: path, format: arguments[format])
    } catch {
      report("cannot read \(name): \(error)")
      if arguments[json] { output.write(failure(path, "\(error)")) }
      return .unreadableInput
    }
    var bar = ProgressBar(name, terminal: context.terminal)
    defer { bar.clear() }
    var failed: String?
    var count = 0
    do {
      while let sample = try file.input.next() {
        try importer.add(sample)
        count += 1
        if count & 0xFFF == 0 {
          bar.update(file.size.map { Double(file.input.bytesRead) / Double(max(1, $0)) })
          if Interruption.isRequested { break }
        }
      }
    } catch let error as StoreError {
      throw error
    } catch {
      failed = "\(error)"
    }
    try importer.finish()
    bar.clear()
    var defects = file.input.defects
    let known = importer.outcome.known + (defects.removeValue(forKey: .duplicate) ?? 0)
    if importer.outcome.refused > 0 {
      defects[.invalidSample, default: 0] += importer.outcome.refused
    }
    if failed == nil, defects[.truncated] != nil { failed = "it ends too early" }
    if arguments[json] {
      output.write(
        line(path, file.format, importer.outcome, known: known, defects, error: failed))
    } else {
      tell(name, importer.outcome, known: known, defects, isTrial: store == nil)
    }
    if let failed {
      report("cannot read \(name) to its end: \(failed)")
      return .unreadableInput
    }
    return .success
  }

  /// Which samples are wanted, as the same options find them in a store.
  private static func filter(_ arguments: Arguments) -> (Sample) -> Bool {
    let types = Set(arguments.all(StoreFilter.type))
    let sources = Set(arguments.all(StoreFilter.source))
    let (from, to) = (arguments[StoreFilter.since], arguments[StoreFilter.until])
    guard !types.isEmpty || !sources.isEmpty || from != nil || to != nil else {
      return { _ in true }
    }
    return { sample in
      if !types.isEmpty, !types.contains(sample.sampleType) { return false }
      if !sources.isEmpty, !sources.contains(sample.source.name),
        !sources.contains(sample.source.bundleIdentifier)
      {
        return false
      }
      if let from, sample.end < from { return false }
      if let to, sample.start >= to { return false }
      return true
    }
  }

  private static func tell(
    _ name: String, _ outcome: SampleImporter.Outcome, known: Int, _ defects: [ImportDefect: Int],
    isTrial: Bool
  ) {
    var text = "\(name): \(isTrial ? "would save" : "saved") \(outcome.saved) samples"
    if known > 0 { text += ", \(known) were there already" }
    if outcome.filtered > 0 { text += ", \(outcome.filtered) were not asked for" }
    report(text)
    for (defect, count) in defects.sorted(by: { $0.key.rawValue < $1.key.rawValue }) {
      let name = defect.rawValue.split(separator: "_").joined(separator: " ")
      report("  \(name)\(defect.losesSample ? ", left out" : ""): \(count)")
    }
  }

  private static func line(
    _ path: String, _ format: HealthFormat, _ outcome: SampleImporter.Outcome, known: Int,
    _ defects: [ImportDefect: Int], error: String?
  ) -> String {
    JSONValue.object([
      ("input", .string(path)), ("format", .string(format.rawValue)),
      ("saved", .integer(outcome.saved)), ("known", .integer(known)),
      ("filtered", .integer(outcome.filtered)),
      (
        "defects",
        .object(
          defects.sorted { $0.key.rawValue < $1.key.rawValue }.map {
            ($0.key.rawValue, .integer($0.value))
          })
      ), ("error", .optional(error)),
    ]).text + "\n"
  }

  private static func failure(_ path: String, _ error: String) -> String {
    JSONValue.object([("input", .string(path)), ("error", .string(error))]).text + "\n"
  }
}

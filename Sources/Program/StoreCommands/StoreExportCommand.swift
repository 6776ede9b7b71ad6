import CommandEnvironment
import CommandLineParsing
import FileAccess
import FoundationEssentials
import Glibc
import HealthFormats
import SampleSelection
import SampleStore

/// `heartcam store export`
enum StoreExportCommand {
  private static let format = Option(
    "format", ValueReader<HealthFormat>.choice(among: HealthFormat.written),
    value: "FORMAT", help: "The file's format.",
    default: "by FILE's name, else ndjson")
  private static let file = Option(
    "output", short: "o", .file(), value: "FILE",
    help: "Where to write; standard output without it. A name in .gz is compressed.")
  private static let spreadsheet = Flag(
    "spreadsheet", help: "With csv: put ' before texts that a spreadsheet would take for formulas.")
  private static let patient = DefaultedOption(
    "patient", .text, value: "REFERENCE",
    help: "Whom records of FHIR or Open mHealth are about, such as Patient/42.",
    default: "Patient/self")

  static let description = CommandDescription(
    name: "export",
    summary: "Write samples to a file for other programs.",
    discussion: """
      ndjson and csv hold everything. apple is the form of Apple Health's export.xml, and with a name in \
      .zip also of the electrocardiograms, routes and clinical records beside it, fhir a bundle of \
      FHIR R4 observations, omh Open mHealth data points, bids a pulse train of beats as a \
      physiological recording, with its description in a .json beside it. What a format cannot hold is \
      left out and counted. Only you can read the file.
      """,
    examples: [
      CommandExample("heartcam store export --output health.ndjson.gz", "Everything, to keep."),
      CommandExample(
        "heartcam store export --format csv --type hr --since 2026-01-01 > hr.csv",
        "A table of this year's heart rates."),
      CommandExample(
        "heartcam store export --format fhir --patient Patient/42 -o bundle.json",
        "For a hospital's system."),
    ],
    options: [file, format] + StoreFilter.all + [
      CommonOptions.force, StoreOptions.location, patient, spreadsheet,
    ])

  static func run(_ location: StoreLocation, _ context: CommandContext) throws -> ExitCode {
    let path = context[file].flatMap { $0 == "-" ? nil : $0 }
    let isStream = path.map { FileIdentity.isSpecial($0) } ?? true
    guard
      let format = context[format] ?? path.flatMap({ HealthFormat(name: $0) })
        ?? (isStream ? .ndjson : nil)
    else {
      throw CommandError.usage(
        "--output: a name must end in .ndjson, .csv, .xml, .zip, .fhir.json, .omh.json or _physio.tsv.gz, with .gz "
          + "behind it if wanted; --format names the format of another name")
    }
    if path?.lowercased().hasSuffix(".zip") == true, format != .apple {
      throw CommandError.usage(
        "--output: only the format apple is written as a zip; name it otherwise")
    }
    guard format == .csv || !context[spreadsheet] else {
      throw CommandError.usage(
        "--spreadsheet is for --format csv; see 'heartcam store export --help'")
    }
    let table = path.flatMap { BIDSWriter.descriptionPath(of: $0) }
    if format == .bids, table == nil {
      throw CommandError.usage(
        "--format bids needs --output NAME_physio.tsv.gz, and writes NAME_physio.json beside it")
    }
    guard let store = try StoreAccess.toRead(location) else { return .ioError }
    let query = try StoreFilter.query(context, in: store, context.zone)
    Interruption.listen()
    let export = Export(
      query: query, store: store, format: format, patient: context[patient],
      forSpreadsheet: context[spreadsheet],
      profile: StoreFilter.isGiven(context) ? PersonProfile() : try store.profile(),
      context: context)
    guard let path else { return try export.write(to: STDOUT_FILENO, named: nil).code }
    let description = format == .bids ? table : nil
    var places = OutputPlaces(store: location)
    for file in [path, description] { try places.add("output", file) }
    try places.confirm(context)
    // The old file stays until the new one is whole.
    do {
      let output = try OutputFile(path) { Interruption.isRequested }
      let (code, outcome) = try output.withDescriptor {
        try export.write(to: $0.number, named: path)
      }
      guard let outcome else { return code }
      try output.commit()
      if let description { try PrivateFile.write(BIDSWriter.description, to: description) }
      note("\(path): wrote \(counted(outcome.written, "sample"))")
      return code
    } catch let error as FileError {
      throw CommandError.ioError("cannot write \(error.path ?? path): \(error)")
    }
  }

  /// The content and form of an export.
  private struct Export {
    let query: SampleQuery
    let store: HealthStore
    let format: HealthFormat
    let patient: String
    let forSpreadsheet: Bool
    let profile: PersonProfile
    let context: CommandContext

    /// Writes the samples; the outcome is `nil` if the file is not whole.
    func write(
      to descriptor: Int32, named path: String?
    ) throws -> (code: ExitCode, outcome: SampleExport.Outcome?) {
      let name = path ?? "standard output"
      let isShown = path != nil || !context.terminal.isOutputTerminal
      var bar = ProgressLine("writing", name, terminal: context.terminal)
      let total =
        isShown && bar.isShown ? try store.count(matching: query) : 0
      defer { bar.clear() }
      let outcome: SampleExport.Outcome
      do {
        let lowered = path?.lowercased() ?? ""
        let output = try ByteOutput(
          descriptor: descriptor,
          as: lowered.hasSuffix(".zip") ? .zip : lowered.hasSuffix(".gz") ? .gzip : .plain)
        var writer = SampleExport.writer(
          of: format, to: output, now: Date(), patient: patient, profile: profile,
          forSpreadsheet: forSpreadsheet)
        outcome = try SampleExport.write(query, of: store, to: &writer) { count in
          if total > 0 { bar.update(Double(count) / Double(total)) }
          return !Interruption.isRequested
        }
      } catch is CancellationError {
        return (.interrupted, nil)
      } catch let error as FormatError {
        bar.clear()
        report("cannot write \(name): \(error)")
        return (.ioError, nil)
      }
      bar.clear()
      for (type, count) in outcome.unheld.sorted(by: { $0.key < $1.key }) {
        report(
          "\(counted(count, "sample")) of \(type) \(count == 1 ? "has" : "have") no place in the format "
            + format.rawValue)
      }
      for (loss, count) in outcome.losses.sorted(by: { $0.key.rawValue < $1.key.rawValue }) {
        let part = loss.rawValue.split(separator: "_").joined(separator: " ")
        report(
          "\(counted(count, "sample")) without \(part): the format \(format.rawValue) has no place "
            + "for all of it")
      }
      StoreAccess.lookOverLarge(store)
      var unreadable = UnreadableRows()
      for row in outcome.unreadable { unreadable.note(row) }
      return (unreadable.finish(), outcome)
    }
  }
}

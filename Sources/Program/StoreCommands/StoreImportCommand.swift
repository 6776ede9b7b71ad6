import CommandEnvironment
import CommandLineParsing
import FileAccess
import FoundationEssentials
import HealthFormats
import JSONCoding
import Measurement
import SampleSelection
import SampleStore
import SandboxedImport

/// `heartcam store import`
enum StoreImportCommand {
  private static let files = Positional(
    "FILE",
    .file(extensions: [
      "xml", "zip", "csv", "tsv", "txt", "ndjson", "jsonl", "json", "tcx", "gpx", "fit", "gz",
    ]), count: .oneOrMore,
    help: "Files of samples; - is standard input.")
  private static let format = Option(
    "format", ValueReader<HealthFormat>.choice(among: HealthFormat.readable),
    value: "FORMAT", help: "Format of the files.",
    default: "by their first bytes")
  private static let map = Option(
    "map",
    ValueReader<ColumnMap> { text throws(InvalidValue) in
      guard let map = ColumnMap(text) else {
        throw InvalidValue(
          "must name columns and at least one value: date=COLUMN,systolic=COLUMN,heart-rate=COLUMN; names are "
            + ColumnMap.names.joined(separator: ", ") + " and those of types; value needs a type")
      }
      return map
    }, value: "COLUMNS",
    help: "Which columns of a table are which: date=When,heart-rate=Pulse. Times are local.")
  private static let start = Option(
    "start", StoreTypes.date, value: "DATE",
    help: "When a recording without dates began, such as a list of intervals.")
  private static let dates = Option(
    "dates", ValueReader<DateOrder>.choice,
    help: "The order of day and month in numeric dates, such as 03/04/2026.",
    default: "by the dates, if they show it")
  private static let patient = Option(
    "patient", .text, value: "REFERENCE",
    help: "Whom records of FHIR or Open mHealth are about, such as Patient/42.")
  private static let json = CommonOptions.json(a: "file")
  private static let rejectsFile = Option(
    "rejects", .file(extensions: ["ndjson"]), value: "FILE",
    help: "Keep what was left out in this file, a line of JSON for each record.")

  private static let savedFile = Option(
    "saved", .file(), value: "FILE",
    help: "Write the identifiers of the samples that were saved into this file, a line each.")

  static let description = CommandDescription(
    name: "import",
    summary: "Save the samples of files that other programs made.",
    discussion: """
      Reads Apple Health's export.xml and its zip, FHIR R4, Open mHealth, NDJSON and CSV as 'heartcam store \
      export' writes it; tables with headings, such as those of cuffs, scales and diaries; JSON of Health Auto \
      Export, Fitbit, Google Fit, Oura, Polar, Garmin and others; TCX, GPX and FIT; and lists of beat-to-beat \
      intervals. Any of them may be compressed with gzip. How a table or another program's file is read, with the \
      columns that are ignored, is shown before anything is saved. \
      Broken or unknown parts of a file are left out and counted, by type and unit, with the line of the first. \
      So are impossible values. A number without a unit is read in the customary one of its type, and 97 % is \
      97 %. Importing a file again creates no duplicates. An import takes at most 300 MB of memory. \
      Each file is read by a process of its own, which can do nothing else. \
      Exits with 1 where no record of a file could be read, and with 2 where a file could not be read to its \
      end; what was read before is saved.
      """,
    examples: [
      CommandExample(
        "heartcam store import export.zip", "Everything that an iPhone has collected."),
      CommandExample(
        "heartcam store import export.xml --type hr --since 2025-01-01", "A part of it."),
      CommandExample(
        "heartcam store import cuff.csv --map date=Datum,time=Uhrzeit,sys=SYS,dia=DIA,hr=Puls",
        "A table whose headings are named."),
      CommandExample(
        "heartcam store import rr.txt --start '2026-01-31 09:00'",
        "Beat-to-beat intervals of a strap, one a line."),
      CommandExample("curl -s URL | heartcam store import -", "From another program."),
    ],
    positionals: [files],
    options: [
      CommonOptions.dryRun, format, map, dates, start, patient, CommonOptions.yes,
    ] + StoreFilter.all + [
      json, rejectsFile, savedFile, CommonOptions.force, StoreOptions.location,
      StoreOptions.units,
      SandboxOptions.noSandbox,
    ])

  static func run(_ location: StoreLocation, _ context: CommandContext) throws -> ExitCode {
    var places = OutputPlaces(inputs: context.all(files), store: location)
    for option in [rejectsFile, savedFile] { try places.add(option.name, context[option]) }
    try places.confirm(context)
    Interruption.listen()
    let rejects = try listFile(rejectsFile, context)
    let saved = try listFile(savedFile, context)
    let store = context[CommonOptions.dryRun] ? nil : try StoreAccess.toWrite(location)
    let sandbox = ImportSandbox.chosen(context)
    let undo = try store.map {
      try UndoHistory(of: $0, environment: context.environment).beginImport()
    }
    var code = ExitCode.success
    for path in context.all(files) {
      guard !Interruption.isRequested else {
        report("\(path) was not begun")
        continue
      }
      code = code.combined(
        with: try read(path, in: sandbox, into: store, rejects, saved, undo, context))
    }
    for file in [rejects, saved] {
      if let file { code = code.combined(with: file.finish()) }
    }
    do {
      if try undo?.finish() == true, code == .success, context.terminal.isErrorTerminal {
        note("'heartcam store undo' takes it back")
      }
    } catch {
      report("this import cannot be undone: \(error)")
    }
    return Interruption.isRequested ? .interrupted : code
  }

  /// Returns the file that an option names; `nil` if it names none.
  private static func listFile(
    _ option: Option<String>, _ context: CommandContext
  ) throws -> ListFile? {
    try context[option].map { path in try writing(path) { try ListFile(path) } }
  }

  private static func read(
    _ path: String, in sandbox: ImportSandbox?, into store: HealthStore?, _ rejects: ListFile?,
    _ saved: ListFile?, _ undo: UndoHistory.Import?, _ context: CommandContext
  ) throws -> ExitCode {
    let name = path == "-" ? "standard input" : path
    var file: SampleFile
    var hints = ImportHints()
    (hints.map, hints.dateOrder, hints.start) = (context[map], context[dates], context[start])
    hints.person = context[patient]
    hints.fileName = path.split(separator: "/").last.map(String.init)
    do {
      let isCancelled = { Interruption.isRequested }
      if let sandbox {
        file = try sandbox.open(
          path, format: context[format], hints: hints, isCancelled: isCancelled)
      } else {
        file = try SampleFile(
          path: path, format: context[format], hints: hints, isCancelled: isCancelled)
      }
    } catch is CancellationError {
      return .interrupted
    } catch {
      let help = help(against: error)
      report("cannot read \(name): \(error)" + (help.map { "; --\($0.option) \($0.advice)" } ?? ""))
      if context[json] {
        context.output.write(
          line: [
            "input": .string(path), "error": .string("\(error)"), "option": .optional(help?.option),
          ])
      }
      return .unreadableInput
    }
    let log = file.input.log
    if let rejects { log.onReject = { rejects.write($0, $1, of: path) } }
    var importer = SampleImporter(into: store, log: log, where: filter(context))
    importer.onSave = { ids in
      undo?.add(ids)
      if let saved { for id in ids { saved.write("\(id)") } }
    }
    var bar = ProgressLine("importing", name, terminal: context.terminal)
    defer { bar.clear() }
    var failed: String?
    var option: String?
    var storeFailure: StoreError?
    let again = "importing it again saves the others, and none twice"
    var count = 0
    var reading = file.reading
    do {
      while let sample = try file.input.next() {
        if let text = reading {
          // The recognized form is shown before anything is saved.
          reading = nil
          bar.clear()
          note(
            "\(name): read as \(text); the first: \(SampleText.localTime(sample.start)) "
              + "\(sample.sampleType.shortName) \(SampleText.value(sample))")
          if store != nil, context[map] == nil, context.terminal.canAsk,
            !context[CommonOptions.yes], !SavePrompt.asks("Save it?")
          {
            return .noReading
          }
        }
        try importer.add(sample, line: file.input.line)
        count += 1
        if count & 0xFFF == 0 {
          bar.update(file.size.map { Double(file.input.bytesRead) / Double(max(1, $0)) })
          if Interruption.isRequested { throw CancellationError() }
        }
      }
    } catch let error as StoreError {
      storeFailure = error
    } catch is CancellationError {
      // Samples read before are saved.
      failed = "interrupted; \(again)"
    } catch {
      (failed, option) = ("\(error)", help(against: error)?.option)
    }
    var filled: [PersonProfile.Key] = []
    do throws(StoreError) {
      try importer.finish()
      // A request for some samples is not one for the facts about the person.
      if storeFailure == nil, !StoreFilter.isGiven(context) {
        filled = try store?.fillProfile(from: file.input.profile) ?? []
      }
    } catch {
      storeFailure = storeFailure ?? error
    }
    if let storeFailure {
      let saved = counted(importer.outcome.saved, "sample")
      failed = "\(storeFailure.detail); \(saved) of it are saved, and \(again)"
    }
    bar.clear()
    let known = importer.outcome.known + (log.counts[.duplicate] ?? 0)
    if failed == nil, log.counts[.truncated] != nil { failed = "it ends too early" }
    if context[json] {
      context.output.write(
        line: line(
          path, file.format, importer.outcome, known: known, log, error: failed, option: option))
    } else {
      reportOutcome(name, importer.outcome, known: known, log, isTrial: store == nil)
      if !filled.isEmpty {
        note("\(name): filled the profile: \(StoreProfileCommand.names(of: filled))")
      }
    }
    if let failed {
      report("cannot \(storeFailure == nil ? "read" : "save") \(name) to its end: \(failed)")
      return storeFailure.map { ExitCode(of: $0) } ?? .unreadableInput
    }
    let outcome = importer.outcome
    if outcome.saved + known + outcome.filtered + outcome.removed == 0, filled.isEmpty {
      if !context[json] { report("\(name): nothing in it could be read as a sample") }
      return .noReading
    }
    return .success
  }

  /// Returns the option that helps against an error, and what it says.
  private static func help(against error: any Error) -> (option: String, advice: String)? {
    switch (error as? FormatError)?.reason {
    case .unknownColumns: (map.name, "date=COLUMN,heart-rate=COLUMN names them")
    case .missingStart: (start.name, "DATE says when it began")
    case .severalPeople: (patient.name, "REFERENCE says whose")
    case .ambiguousDates: (dates.name, "day-first or month-first says which")
    default: nil
    }
  }

  /// Returns which samples are wanted, as the same options find them in a store.
  private static func filter(_ context: CommandContext) -> (Sample) -> Bool {
    let types = Set(context.all(StoreFilter.type))
    let sources = Set(context.all(StoreFilter.source))
    let from = context[StoreFilter.since]?.date(in: context.zone)
    let to = context[StoreFilter.until]?.date(in: context.zone)
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

  private static func reportOutcome(
    _ name: String, _ outcome: SampleImporter.Outcome, known: Int, _ log: ImportLog,
    isTrial: Bool
  ) {
    var text = "\(name): \(isTrial ? "would save" : "saved") \(counted(outcome.saved, "sample"))"
    if known > 0 { text += ", \(known) were there already" }
    if outcome.removed > 0 { text += ", removed \(outcome.removed) that it withdraws" }
    if outcome.filtered > 0 { text += ", \(outcome.filtered) were not asked for" }
    note(text)
    for (group, entry) in sorted(log) {
      report("  " + words(group, entry, name: SampleType.shortName))
      if group.defect.losesSample, !entry.first.text.isEmpty {
        report("    such as: \(entry.first.text.prefix(160))")
      }
    }
  }

  /// Returns the omissions and repairs, how often, of which type and where first.
  private static func words(
    _ group: ImportLog.Group, _ entry: ImportLog.Entry, name: (_ identifier: String) -> String
  ) -> String {
    let defect = group.defect.rawValue.split(separator: "_").joined(separator: " ")
    var text = "\(defect)\(group.defect.losesSample ? ", left out" : ""): \(entry.count)"
    if let type = group.type, !type.isEmpty { text += " of \(name(type))" }
    if let unit = group.unit, group.defect != .assumedUnit { text += " in \(unit)" }
    if group.defect == .assumedUnit,
      let type = group.type.flatMap({ SampleType(named: $0)?.quantityType })
    {
      text += ", read in \(type.customaryUnit)"
    }
    if entry.first.line > 0 { text += ", first on line \(entry.first.line)" }
    return text
  }

  private static func line(
    _ path: String, _ format: HealthFormat, _ outcome: SampleImporter.Outcome, known: Int,
    _ log: ImportLog, error: String?, option: String?
  ) -> JSONValue {
    [
      "input": .string(path), "format": .string(format.rawValue), "saved": .integer(outcome.saved),
      "known": .integer(known), "filtered": .integer(outcome.filtered),
      "removed": .integer(outcome.removed),
      "types": .array(
        outcome.types.sorted {
          ($1.value.count, $0.key.shortName) < ($0.value.count, $1.key.shortName)
        }.map { type, saved in
          [
            "type": .string(type.shortName), "name": .string(type.readableName),
            "count": .integer(saved.count), "start": .string(saved.start.timestamp),
            "end": .string(saved.end.timestamp),
          ]
        }),
      "defects": .object(
        log.counts.filter { $0.key != .duplicate }.sorted { $0.key.rawValue < $1.key.rawValue }
          .map { ($0.key.rawValue, .integer($0.value)) }),
      "details": .array(
        sorted(log).map { group, entry in
          let text = words(group, entry) {
            SampleType.readableName(ofShort: SampleType.shortName(ofIdentifier: $0))
          }
          return [
            "defect": .string(group.defect.rawValue), "left_out": .bool(group.defect.losesSample),
            "type": .optional(group.type), "unit": .optional(group.unit),
            "count": .integer(entry.count),
            "first_line": entry.first.line > 0 ? .integer(entry.first.line) : .null,
            "example": .string(entry.first.text),
            "text": .string(text.prefix(1).uppercased() + text.dropFirst()),
          ]
        }),
      "error": .optional(error), "option": .optional(option),
    ]
  }

  /// Returns the items left out or repaired, the most frequent first.
  private static func sorted(_ log: ImportLog) -> [(ImportLog.Group, ImportLog.Entry)] {
    log.groups.filter { $0.key.defect != .duplicate }.sorted {
      ($1.value.count, $0.key.defect.rawValue, $0.key.type ?? "", $0.key.unit ?? "")
        < ($0.value.count, $1.key.defect.rawValue, $1.key.type ?? "", $1.key.unit ?? "")
    }.map { ($0.key, $0.value) }
  }
}

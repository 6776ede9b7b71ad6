import CommandEnvironment
import CommandLineParsing
import FileAccess
import Glibc
import JSONCoding
import MeasureCommands
import Measurement
import Photoplethysmography

/// The tables, the summary and the pages' index of a batch, made of its listing and its outcomes.
struct BatchResults {
  private let context: CommandContext
  private let folder: String
  private let stores: BatchStores

  /// The files that each recording has.
  private let files: Set<BatchFile>

  private var makesPages: Bool { files.contains(.page) }

  /// The exit status that follows from the outcomes.
  private(set) var exitCode = ExitCode.success

  init(_ context: CommandContext, folder: String, files: Set<BatchFile>, _ stores: BatchStores) {
    (self.context, self.folder) = (context, folder)
    (self.files, self.stores) = (files, stores)
  }

  /// Makes the tables, the summary, and the pages' index; prints the summary.
  mutating func write(
    _ listing: BatchListing, _ settings: BatchSettings, from journals: [BatchJournal]
  ) throws {
    var tables = try BatchTables(
      folder: folder, columns: listing.columns,
      withArrow: context[BatchCommand.arrow] || FileIdentity.exists("\(folder)/readings.arrow"),
      forSpreadsheet: context[MeasureOptions.spreadsheet])
    var summary = BatchSummary()
    var pages: [BatchSummary.Page] = []
    for recording in listing.recordings {
      guard let (entry, journal) = Self.entry(of: recording, in: journals) else {
        throw CommandError.ioError("\(recording.name) has no outcome; run the same command again")
      }
      let outcome: BatchOutcome
      do {
        outcome = try journal.outcome(entry)
      } catch let error as FileError {
        throw error
      } catch {
        throw CommandError.ioError(
          "the outcome of \(recording.name) in \(folder)/.heartcam is of another version; remove "
            + "that folder to measure again")
      }
      let row = row(of: recording, outcome)
      try tables.add(row)
      summary.add(row)
      exitCode = exitCode.combined(with: outcome.status.exitCode)
      // Known outcomes are saved, too: the run that found them may have ended before it could.
      if stores.isWanted, outcome.status == .measured { try stores.save(outcome, of: recording) }
      if stores.undated.contains(recording.name) { exitCode = exitCode.combined(with: .noReading) }
      if entry.header.page != nil, makesPages {
        let rate = outcome.result?.collector.rate.map { $0.beatsPerMinute.fixed(1) }
        pages.append(
          (recording.name, BatchFile.page.path(of: recording), rate ?? outcome.status.rawValue))
      }
    }
    let settings = settings.text
    try tables.finish(settings: settings)
    try ResultFiles.update("\(folder)/summary.json", to: summary.json.indentedText + "\n")
    if makesPages {
      try writing("\(folder)/index.html") {
        let page = try summary.html(settings: settings, pages: pages)
        try ResultFiles.update("\(folder)/index.html", to: page)
      }
    }
    if context[BatchCommand.json] {
      context.output.write(line: summary.json)
    } else {
      context.output.write(summary.text)
      let further = (files.contains(.pulse) ? ", pulses/" : "") + (makesPages ? ", index.html" : "")
      context.output.write("In \(folder): recordings.csv, readings.csv, beats/\(further)\n")
    }
  }

  /// Returns the line of a recording, with the rates of its reference file, whose faults do not affect the result.
  private mutating func row(of recording: BatchRecording, _ outcome: BatchOutcome) -> BatchRow {
    var row = BatchRow(recording, outcome)
    guard let path = recording.referenceFile, let result = row.result else { return row }
    do {
      row.rates = try ReferenceRates(ofFile: path, during: result, context)
      if row.reference == nil, result.collector.rate != nil {
        throw CommandError.badData("it has no heart rate of the same time")
      }
    } catch {
      report("\(recording.name): no comparison with \(path): \(error)")
      exitCode = exitCode.combined(with: (error as? CommandError)?.code ?? .unreadableInput)
    }
    return row
  }

  /// Makes the tables of the shards' results, which may be in several folders.
  mutating func merge() throws -> ExitCode {
    let given = context.all(BatchCommand.inputs)
    let places = try (given.isEmpty ? [folder] : given).map { try BatchFolder(of: $0) }
    let listings = try places.flatMap { try $0.listings() }
    try stores.check(BatchListing(recordings: listings.flatMap(\.recordings)))
    guard let first = listings.first else {
      throw CommandError.usage(
        "\(places.map(\.path).joined(separator: ", ")): nothing was measured there")
    }
    for listing in listings.dropFirst() {
      guard listing.conditions == first.conditions, listing.count == first.count,
        listing.columns == first.columns
      else {
        let difference = listing.conditions.difference(from: first.conditions)
        throw CommandError.badData(
          "shards \(first.number) of \(first.count) and \(listing.number) of \(listing.count) are "
            + "not of one batch" + (difference.map { ": \($0)" } ?? ""))
      }
    }
    let missing = Set(1...first.count).subtracting(listings.map(\.number))
    guard missing.isEmpty else {
      let text = missing.sorted().prefix(20).map { "\($0)" }.joined(separator: ", ")
      throw CommandError.unreadableInput("of \(first.count) shards these are missing: \(text)")
    }
    var byName: [String: BatchRecording] = [:]
    for recording in listings.flatMap(\.recordings) { byName[recording.name] = recording }
    var listing = BatchListing(recordings: Array(byName.values), columns: first.columns)
    listing.sort()
    let journals = try places.map {
      try BatchJournal(folder: $0.state, writing: nil, of: first.conditions)
    }
    for shard in listings.sorted(by: { $0.number < $1.number }) {
      let open = shard.recordings.count { Self.entry(of: $0, in: journals) == nil }
      guard open == 0 else {
        throw CommandError.unreadableInput(
          "shard \(shard.number) of \(shard.count) has not measured "
            + "\(counted(open, "recording")) yet; run it again")
      }
    }
    _ = try BatchFolder(making: folder)
    defer { stores.reportUndated() }
    signal(SIGPIPE, SIG_IGN)
    try write(listing, first.conditions, from: journals)
    return exitCode
  }

  /// Returns the outcome of a recording, and the journal that has it.
  private static func entry(
    of recording: BatchRecording, in journals: [BatchJournal]
  ) -> (entry: BatchJournal.Entry, journal: BatchJournal)? {
    for journal in journals {
      if let entry = journal.entry(named: recording.name) { return (entry, journal) }
    }
    return nil
  }
}

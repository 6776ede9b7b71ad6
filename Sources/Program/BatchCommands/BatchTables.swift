import CommandEnvironment
import FileAccess
import HealthFormats
import JSONCoding
import MeasureCommands
import Measurement
import Photoplethysmography

/// The tables of a batch: one line per recording and per reading, one file of beats per recording,
/// and descriptions beside them.
///
/// They are functions of the listing, its reference files and the outcomes alone: however often a batch was stopped, and in
/// however many parts it was measured, the bytes are the same. A table gets its name once it is complete.
struct BatchTables {
  private let folder: String
  private let forSpreadsheet: Bool
  private let columns: [ResultField<BatchRow>]
  private let recordings: TableFile
  private let readings: TableFile
  private var beatFiles: Set<String> = []

  /// The same two tables in Arrow's form, if they are wanted.
  private var arrow: (recordings: ArrowTable, readings: ArrowTable)?

  /// Begins the tables in a folder.
  /// - Parameters:
  ///   - further: The names of the manifest's further columns.
  ///   - withArrow: Whether the tables are wanted in Arrow's form, too.
  ///   - forSpreadsheet: Whether texts that look like formulas get an apostrophe in front.
  init(folder: String, columns further: [String], withArrow: Bool, forSpreadsheet: Bool)
    throws(FileError)
  {
    self.folder = folder
    self.forSpreadsheet = forSpreadsheet
    columns = BatchRow.columns + BatchRow.columns(ofManifest: further)
    recordings = try TableFile("\(folder)/recordings.csv")
    readings = try TableFile("\(folder)/readings.csv")
    try recordings.write(CSVLine.text(of: columns.map(\.column)))
    try readings.write(CSVLine.text(of: BatchRow.readingColumns.map(\.column)))
    try PrivateFile.makeFolder("\(folder)/beats")
    guard withArrow else { return }
    arrow = (
      try ArrowTable(
        "\(folder)/recordings.arrow", columns: columns.map { ($0.column, .init($0.kind)) }),
      try ArrowTable(
        "\(folder)/readings.arrow",
        columns: BatchRow.readingColumns.map { ($0.column, .init($0.kind)) })
    )
  }

  /// Adds the lines of a recording.
  mutating func add(_ row: BatchRow) throws(FileError) {
    let cells = columns.cells(of: row)
    try recordings.write(CSVLine.text(of: cells, forSpreadsheet: forSpreadsheet))
    try arrow?.recordings.add(cells)
    guard let result = row.outcome.result else { return }
    for reading in row.readings {
      let cells = BatchRow.readingColumns.cells(of: reading)
      try readings.write(CSVLine.text(of: cells, forSpreadsheet: forSpreadsheet))
      try arrow?.readings.add(cells)
    }
    let name = "\(row.recording.fileName).csv"
    beatFiles.insert(name)
    try ResultFiles.update("\(folder)/beats/\(name)", to: BeatsCSV.text(of: [result]))
  }

  /// Ends the tables: they take their names, and files of beats that belong to none go.
  func finish(settings: String) throws(FileError) {
    try ResultFiles.sweep("\(folder)/beats", keeping: beatFiles, ending: ".csv")
    let descriptions: [(String, JSONValue)] = [
      ("recordings.json", columns.description()),
      ("readings.json", BatchRow.readingColumns.description()),
      ("beats/beats.json", PlacedBeat.fields.description()),
      (
        BIDSFile.description,
        BIDSFile.description(
          of: "Heart rate from video", type: "derivative", version: HeartcamVersion.current,
          details: "algorithm \(HeartRateMonitor.algorithmVersion), settings \(settings)")
      ),
    ]
    for (name, value) in descriptions {
      try ResultFiles.update("\(folder)/\(name)", to: value.indentedText + "\n")
    }
    try ResultFiles.update("\(folder)/.bidsignore", to: Self.unknownToBIDS)
    try arrow?.readings.finish()
    try arrow?.recordings.finish()
    try readings.finish()
    try recordings.finish()
  }

  /// The files of a batch that BIDS has no names for, so that a validator leaves them out.
  private static let unknownToBIDS = """
    recordings.*
    readings.*
    summary.json
    index.html
    beats
    beats/**
    pulses
    pulses/**
    reports
    reports/**
    .heartcam

    """

}

extension Array {
  /// Returns the description that BIDS requires of a table of these fields.
  fileprivate func description<Row>() -> JSONValue where Element == ResultField<Row> {
    BIDSFile.columns(map { ($0.column, $0.meaning, $0.unit) })
  }
}

/// A file that is written in pieces and takes its name when it is whole.
final class TableFile {
  private let file: OutputFile
  private var text = ""

  init(_ path: String) throws(FileError) { file = try OutputFile(path) }

  func write(_ piece: String) throws(FileError) {
    text += piece
    if text.utf8.count > 1 << 16 { try flush() }
  }

  func finish() throws(FileError) {
    try flush()
    try file.commit()
  }

  private func flush() throws(FileError) {
    try file.withDescriptor { descriptor throws(FileError) in try descriptor.write(text) }
    text = ""
  }
}

import CommandEnvironment
import FileAccess
import FoundationEssentials
import JSONCoding
import MeasureCommands
import Measurement
import Photoplethysmography

/// The tables of a batch: a line for each recording and for each reading, a file of beats for each
/// recording, and descriptions beside them.
///
/// They are functions of the listing and the outcomes alone: however often a batch was stopped, and in
/// however many parts it was measured, the bytes are the same. A table takes its name when it is whole.
struct BatchTables {
  private let folder: String
  private let others: [String]
  private let recordings: TableFile
  private let readings: TableFile
  private var beatFiles: Set<String> = []

  /// The same two tables in Arrow's form, if they are wanted.
  private var arrow: (recordings: ArrowTable, readings: ArrowTable)?

  /// Begins the tables in a folder.
  /// - Parameters:
  ///   - columns: The names of the manifest's further columns.
  ///   - withArrow: Whether the tables are wanted in Arrow's form, too.
  init(folder: String, columns: [String], withArrow: Bool) throws(FileError) {
    self.folder = folder
    others = columns
    recordings = try TableFile("\(folder)/recordings.csv")
    readings = try TableFile("\(folder)/readings.csv")
    try recordings.write(CSVLine.text(of: BatchColumn.recordings.map(\.name) + columns))
    try readings.write(CSVLine.text(of: BatchColumn.readings.map(\.name)))
    try PrivateFile.makeFolder("\(folder)/beats")
    guard withArrow else { return }
    let further = columns.map { BatchColumn(name: $0, description: "") }
    arrow = (
      try ArrowTable(
        "\(folder)/recordings.arrow",
        columns: (BatchColumn.recordings + further).map { ($0.name, $0.kind) }),
      try ArrowTable(
        "\(folder)/readings.arrow", columns: BatchColumn.readings.map { ($0.name, $0.kind) })
    )
  }

  /// Adds the lines of a recording.
  mutating func add(_ recording: BatchRecording, _ outcome: BatchOutcome) throws(FileError) {
    let row = cells(recording, outcome)
    try recordings.write(CSVLine.text(of: row))
    try arrow?.recordings.add(row)
    guard let result = outcome.result else { return }
    for reading in result.readings {
      let row = cells(recording, result, reading)
      try readings.write(CSVLine.text(of: row))
      try arrow?.readings.add(row)
    }
    let name = "\(recording.fileName).csv"
    beatFiles.insert(name)
    try ResultFiles.update("\(folder)/beats/\(name)", to: BeatsCSV.text(of: [result]))
  }

  /// Ends the tables: they take their names, and files of beats that belong to none go.
  func finish(settings: String) throws(FileError) {
    try ResultFiles.sweep("\(folder)/beats", keeping: beatFiles, ending: ".csv")
    let descriptions: [(String, JSONValue)] = [
      (
        "recordings.json",
        Self.description(
          BatchColumn.recordings
            + others.map { BatchColumn(name: $0, description: "From the manifest") })
      ),
      ("readings.json", Self.description(BatchColumn.readings)),
      ("beats/beats.json", Self.description(BatchColumn.beats)),
      ("dataset_description.json", Self.datasetDescription(settings)),
    ]
    for (name, value) in descriptions {
      try ResultFiles.update("\(folder)/\(name)", to: value.indentedText + "\n")
    }
    try arrow?.readings.finish()
    try arrow?.recordings.finish()
    try readings.finish()
    try recordings.finish()
  }

  // MARK: Lines

  private func cells(_ recording: BatchRecording, _ outcome: BatchOutcome) -> [String] {
    let result = outcome.result
    let blanks = [String](repeating: "", count: ResultSummary.columns.count - 3)
    let rate = result?.collector.rate?.beatsPerMinute
    let difference = rate.flatMap { rate in recording.reference.map { rate - $0 } }
    return [
      recording.name, recording.participant ?? "", recording.session ?? "",
      outcome.status.rawValue, result.map { start(of: $0, recording).timestamp } ?? "",
    ]
      + (result.map(ResultSummary.fields) ?? blanks)
      + [
        outcome.error ?? "", CSVLine.number(recording.reference, 4),
        CSVLine.number(difference, 2),
        result == nil ? "" : "beats/\(recording.fileName).csv",
      ]
      + recording.others.map { $0 ?? "" }
  }

  private func cells(
    _ recording: BatchRecording, _ result: RecordingResult, _ reading: HeartRateReading
  ) -> [String] {
    let (rate, number) = (reading.rate, CSVLine.number)
    let offset = result.offset(of: reading.start)
    return [
      recording.name, recording.participant ?? "", recording.session ?? "",
      start(of: result, recording).addingTimeInterval(offset).timestamp,
      number(offset, 3), number(result.offset(of: reading.end), 3),
      number(rate?.beatsPerMinute, 2), number(rate?.low, 2), number(rate?.high, 2),
      number(reading.quality, 3), reading.channel?.rawValue ?? "", reading.reason?.rawValue ?? "",
    ]
  }

  private func start(of result: RecordingResult, _ recording: BatchRecording) -> Date {
    recording.start ?? result.start
  }

  // MARK: Descriptions

  private static func description(_ columns: [BatchColumn]) -> JSONValue {
    .object(
      columns.map { column in
        (
          column.name,
          .object(present: [
            ("Description", .string(column.description)),
            ("Units", column.units.map(JSONValue.string)),
          ])
        )
      })
  }

  /// What the Brain Imaging Data Structure asks of a folder of derivatives.
  private static func datasetDescription(_ settings: String) -> JSONValue {
    .object([
      ("Name", .string("Heart rate from video")), ("BIDSVersion", .string("1.9.0")),
      ("DatasetType", .string("derivative")),
      (
        "GeneratedBy",
        .array([
          .object([
            ("Name", .string("Heartcam")), ("Version", .string(HeartcamVersion.current)),
            (
              "Description",
              .string(
                "algorithm \(HeartRateMonitor.algorithmVersion), settings \(settings)")
            ),
          ])
        ])
      ),
    ])
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

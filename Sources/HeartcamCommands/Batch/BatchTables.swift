import FileAccess
import FoundationEssentials
import JSONCoding
import Measurement
import Photoplethysmography

/// The tables of a batch: a line for each recording and for each reading, a file of beats for each
/// recording, and descriptions beside them.
///
/// They are functions of the listing and the outcomes alone: however often a batch was stopped, and in
/// however many parts it was measured, the bytes are the same. A table takes its name when it is whole.
struct BatchTables {
  /// A column of a table, as its description file explains it.
  struct Column: Equatable {
    let name: String
    let description: String
    var units: String?

    /// What its cells are, in a table that has types.
    var kind = ArrowTable.Kind.text
  }

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
    try recordings.write(CSVLine.text(of: Self.recordingColumns.map(\.name) + columns))
    try readings.write(CSVLine.text(of: Self.readingColumns.map(\.name)))
    try ResultFiles.make("\(folder)/beats")
    guard withArrow else { return }
    let further = columns.map { Column(name: $0, description: "") }
    arrow = (
      try ArrowTable(
        "\(folder)/recordings.arrow",
        columns: (Self.recordingColumns + further).map { ($0.name, $0.kind) }),
      try ArrowTable(
        "\(folder)/readings.arrow", columns: Self.readingColumns.map { ($0.name, $0.kind) })
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
          Self.recordingColumns
            + others.map { Column(name: $0, description: "From the manifest") })
      ),
      ("readings.json", Self.description(Self.readingColumns)),
      ("beats/beats.json", Self.description(Self.beatColumns)),
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

  // MARK: Columns

  private static let names = [
    Column(name: "input", description: "The recording, as it was named"),
    Column(name: "participant", description: "Who was recorded"),
    Column(name: "session", description: "In which session"),
  ]

  static let recordingColumns =
    names + [
      Column(
        name: "status",
        description: "measured, no_rate (see reason), unreadable or worker_died (see error)"),
      Column(name: "start", description: "When the first frame was taken, ISO 8601", kind: .time),
    ]
    + ResultSummary.columns[2..<(ResultSummary.columns.count - 1)].map {
      summaryDescriptions[$0] ?? Column(name: $0, description: "")
    } + [
      Column(name: "error", description: "Why it could not be measured"),
      Column(
        name: "reference_bpm", description: "What another device measured", units: "beats/min",
        kind: .number),
      Column(
        name: "error_bpm", description: "bpm less reference_bpm", units: "beats/min", kind: .number),
      Column(name: "beats", description: "The file of its beats"),
    ]

  private static let summaryDescriptions: [String: Column] = {
    let columns = [
      Column(
        name: "duration_s", description: "From the first frame to the last one's end", units: "s",
        kind: .number),
      Column(name: "frames", description: "Number of frames", kind: .count),
      Column(
        name: "frame_rate", description: "Frames a second on average", units: "1/s", kind: .number),
      Column(name: "channel", description: "The channel that most readings are from"),
      Column(
        name: "bpm", description: "Heart rate, averaged over the readings", units: "beats/min",
        kind: .number),
      Column(
        name: "bpm_low", description: "Lower end of its 95 % interval", units: "beats/min",
        kind: .number),
      Column(
        name: "bpm_high", description: "Upper end of its 95 % interval", units: "beats/min",
        kind: .number),
      Column(
        name: "quality", description: "The chance, 0 to 1, that bpm is within 5 of the truth",
        kind: .number),
      Column(name: "reason", description: "Why there is no rate"),
      Column(name: "readings", description: "Number of readings", kind: .count),
      Column(
        name: "readings_with_rate", description: "Number of readings that have a rate", kind: .count
      ),
      Column(
        name: "rmssd_ms", description: "Root mean square of successive differences", units: "ms",
        kind: .number),
      Column(
        name: "sdnn_ms", description: "Standard deviation of normal intervals", units: "ms",
        kind: .number),
      Column(
        name: "pnn50", description: "Share of successive differences above 50 ms, 0 to 1",
        kind: .number),
      Column(
        name: "lf_ms2", description: "Power from 0.04 to 0.15 Hz", units: "ms^2", kind: .number),
      Column(
        name: "hf_ms2", description: "Power from 0.15 to 0.4 Hz", units: "ms^2", kind: .number),
      Column(name: "early_beats", description: "Number of early beats", kind: .count),
      Column(name: "rhythm", description: "Whether the beats follow a rhythm"),
      Column(
        name: "respiratory_rate", description: "Breathing", units: "breaths/min", kind: .number),
      Column(
        name: "respiratory_rate_low", description: "Lower end of its 95 % interval",
        units: "breaths/min", kind: .number),
      Column(
        name: "respiratory_rate_high", description: "Upper end of its 95 % interval",
        units: "breaths/min", kind: .number),
      Column(
        name: "perfusion_index", description: "Pulse over level of perfusion_channel", units: "%",
        kind: .number),
      Column(name: "perfusion_channel", description: "The colour of perfusion_index"),
      Column(
        name: "skin_share", description: "Share of the picture that has skin's colour, 0 to 1",
        kind: .number),
      Column(name: "content_identity", description: "What tells its content from others'"),
      Column(name: "warnings", description: "What was wrong without stopping the measurement"),
    ]
    return Dictionary(uniqueKeysWithValues: columns.map { ($0.name, $0) })
  }()

  static let readingColumns =
    names + [
      Column(name: "start", description: "When the interval starts, ISO 8601", kind: .time),
      Column(
        name: "start_s", description: "The same from the first frame", units: "s", kind: .number),
      Column(
        name: "end_s", description: "When it ends, from the first frame", units: "s", kind: .number),
      Column(name: "bpm", description: "Heart rate", units: "beats/min", kind: .number),
      Column(
        name: "bpm_low", description: "Lower end of its 95 % interval", units: "beats/min",
        kind: .number),
      Column(
        name: "bpm_high", description: "Upper end of its 95 % interval", units: "beats/min",
        kind: .number),
      Column(
        name: "quality", description: "The chance, 0 to 1, that bpm is within 5 of the truth",
        kind: .number),
      Column(name: "channel", description: "The channel that the pulse is from"),
      Column(name: "reason", description: "Why there is no rate"),
    ]

  private static let beatColumns = [
    Column(name: "time_s", description: "The beat's upstroke, from the first frame", units: "s"),
    Column(
      name: "interval_ms", description: "Since the beat before, if that is known", units: "ms"),
    Column(name: "quality", description: "From 0 to 1"),
  ]

  private static func description(_ columns: [Column]) -> JSONValue {
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
            ("Name", .string("Heartcam")), ("Version", .string(HeartcamCommand.version)),
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

import CivilTime
import FoundationEssentials
import JSONCoding
public import SampleStore

/// The columns of samples in CSV; a file needs `type`, `start` and mostly `value`, in any order.
enum CSVColumn: String, CaseIterable {
  case kind, type, id, start, end, value, unit
  case source, bundle_identifier, source_version, product_type, operating_system_version

  /// JSON objects as in the NDJSON form.
  case device, metadata, parts

  /// When the sample was made. Tables without it, from before there was one, have shares in `%`.
  case created
}

/// Reads samples from the CSV that Heartcam writes itself; unknown columns are ignored.
///
/// The rows of `heartcam measure --csv` are heart rates; rows without a rate are skipped.
public struct CSVReader: SampleInput {
  /// The columns that identify the rows of `heartcam measure --csv`.
  static let measuredColumns = ["start", "start_s", "end_s", "bpm"]

  private var names: [String] = []
  private var rows: CSVRows
  private var columns: [CSVColumn?] = []
  private var isTold = false

  /// The items left out or repaired so far.
  public let log = ImportLog()

  private var row: [String?] = []

  init(_ source: any ByteSource) { rows = CSVRows(source) }

  /// Returns whether a heading is one of ours, whose rows may hold all that a sample does.
  static func isOwn(_ heading: Substring) -> Bool {
    let names = heading.split(separator: "," as Character).map(String.init)
    return names.contains("kind") && names.contains("type")
      || measuredColumns.allSatisfy(names.contains)
  }

  /// Bytes of the file read so far.
  public var bytesRead: Int { rows.bytesRead }

  /// Returns the next sample; `nil` at the end.
  public mutating func next() throws -> Sample? {
    if columns.isEmpty {
      names = (try rows.next() ?? []).map { ($0 ?? "").filter { $0 != "\u{FEFF}" } }
      columns = names.map { CSVColumn(rawValue: $0.lowercased().filter { $0 != " " }) }
      guard isMeasured || (columns.contains(.type) && columns.contains(.start)) else {
        throw FormatError(
          .unknownColumns, "the first row of the CSV names no columns type and start")
      }
    }
    let isOldExport = columns.contains(.kind) && !columns.contains(.created)
    while let row = try rows.next() {
      self.row = row
      do {
        var isAssumed = false
        guard let object = try isMeasured ? measurement(row) : object(row) else {
          continue
        }
        let sample = try SampleJSON.sample(
          of: object, percentIsShare: isOldExport, assumedUnit: &isAssumed)
        if isAssumed { log.note(.assumedUnit, at: place) }
        return sample
      } catch let defect as ImportDefect {
        log.note(defect, at: place)
      } catch let error as JSONError where error.reason == .nestedTooDeeply {
        throw FormatError(error)
      } catch let error as JSONError where error.reason == .tooManyValues {
        log.note(.tooLarge, at: place)
      } catch {
        log.note(.malformed, at: place)
      }
    }
    if rows.isTruncated, !isTold {
      isTold = true
      log.note(.truncated)
    }
    return nil
  }

  /// The line on which the sample that was read last begins, counted from 1.
  public var line: Int { rows.line }

  private var place: ImportLog.Place {
    func cell(_ column: CSVColumn) -> String? {
      columns.firstIndex(of: column).flatMap { $0 < row.count ? row[$0] : nil }
    }
    return ImportLog.Place(
      line: rows.line, type: cell(.type), unit: cell(.unit),
      text: row.map(CSVRows.cell).joined(separator: ","))
  }

  private var isMeasured: Bool {
    !columns.contains(.type) && Self.measuredColumns.allSatisfy(names.contains)
  }

  /// Returns a reading of `heartcam measure --csv`; `nil` if it has no rate.
  private func measurement(_ row: [String?]) throws -> JSONValue? {
    guard row.count == names.count else { throw ImportDefect.malformed }
    func cell(_ name: String) -> String? { names.firstIndex(of: name).flatMap { row[$0] } }
    func number(_ name: String) -> Double? { cell(name).flatMap { DecimalNumber.value(of: $0) } }
    guard let rate = number("bpm") else { return nil }
    guard let start = cell("start").flatMap({ TimeText.date(iso: $0) }),
      let first = number("start_s"), let last = number("end_s"), first <= last,
      let begin = TimeText.iso(start), let end = TimeText.iso(start + (last - first))
    else { throw ImportDefect.unreadableDate }
    return [
      "type": "HeartRate", "start": .string(begin), "end": .string(end), "value": .number(rate),
      "unit": "count/min", "source": "Heartcam",
      "metadata": [
        "HeartcamRecording": cell("input").map(JSONValue.string),
        "HeartcamStartSource": cell("start_source").map(JSONValue.string),
        "HeartcamChannel": cell("channel").map(JSONValue.string),
        "HeartcamQuality": number("quality").map(JSONValue.number),
        "HeartcamLow": number("bpm_low").map(JSONValue.number),
        "HeartcamHigh": number("bpm_high").map(JSONValue.number),
      ],
    ]
  }

  private func object(_ row: [String?]) throws -> JSONValue? {
    guard row.count == columns.count else { throw ImportDefect.malformed }
    var cells: [CSVColumn: String] = [:]
    for (column, cell) in zip(columns, row) {
      if let column, let cell { cells[column] = cell }
    }
    func json(_ column: CSVColumn) throws -> JSONValue? {
      try cells[column].map { try JSONParser.value(of: Array($0.utf8)) }
    }
    func text(_ column: CSVColumn) -> JSONValue? { cells[column].map(JSONValue.string) }
    // A label of a category stays a text.
    let value = cells[.value].map { cell in
      DecimalNumber.value(of: cell).map(JSONValue.number) ?? .string(cell)
    }
    let source: JSONValue? = cells[.source].map {
      [
        "name": .string($0), "bundle_identifier": text(.bundle_identifier),
        "version": text(.source_version), "product_type": text(.product_type),
        "operating_system_version": text(.operating_system_version),
      ]
    }
    let parts = try json(.parts)?.members ?? []
    return .object(
      present: [
        ("kind", text(.kind)), ("type", text(.type)), ("id", text(.id)), ("start", text(.start)),
        ("end", text(.end)), ("value", value), ("unit", text(.unit)), ("source", source),
        ("device", device(cells[.device])), ("metadata", try json(.metadata)),
        ("created", text(.created)),
      ] + parts.map { ($0.key, $0.value) })
  }

  /// Returns an object, or a name that a person wrote.
  private func device(_ cell: String?) -> JSONValue? {
    guard let cell else { return nil }
    return (try? JSONParser.value(of: Array(cell.utf8))) ?? .string(cell)
  }
}

/// Writes samples as CSV without loss: reading them back gives equal samples.
public struct CSVWriter: SampleOutput {
  private let output: ByteOutput
  private let forSpreadsheet: Bool
  private var hasHeading = false

  /// Makes a writer to an output.
  /// - Parameter forSpreadsheet: Whether a text that a spreadsheet would take for a formula gets an
  ///   apostrophe in front. Reading it back then gives a different text.
  public init(_ output: ByteOutput, forSpreadsheet: Bool = false) {
    self.output = output
    self.forSpreadsheet = forSpreadsheet
  }

  /// Writes a sample; false if the format cannot hold it.
  public mutating func write(_ sample: Sample) throws -> Bool {
    try writeHeading()
    guard let start = TimeText.iso(sample.start), let end = TimeText.iso(sample.end),
      let metadata = SampleJSON.metadata(sample.metadata), var parts = SampleJSON.parts(of: sample)
    else { return false }
    var (value, unit) = SampleJSON.number(of: sample)
    if let quantity = sample.quantitySample?.quantity, quantity.unit == .percent {
      // 97% for a person. The store's fraction is written too if it cannot be computed back.
      value = quantity.writtenValue
      if quantity.writtenValue / 100 != quantity.value {
        parts.append(("share", .number(quantity.value)))
      }
      unit = quantity.unit.description
    }
    let source = sample.source
    let cells: [String?] = CSVColumn.allCases.map { column in
      switch column {
      case .kind: SampleJSON.kindName(of: sample.sampleType.kind)
      case .type: sample.sampleType.identifier
      case .id: sample.id.uuidString
      case .start: start
      case .end: end
      case .value: value.map(DecimalNumber.text)
      case .unit: unit
      case .source: source.name
      case .bundle_identifier: source.bundleIdentifier
      case .source_version: source.version
      case .product_type: source.productType
      case .operating_system_version: source.operatingSystemVersion
      case .device: sample.device.map { SampleJSON.device($0).text }
      case .metadata: sample.metadata.isEmpty ? nil : metadata.text
      case .parts: parts.isEmpty ? nil : JSONValue.object(present: parts).text
      case .created: sample.created.flatMap(TimeText.iso)
      }
    }
    let texts = cells.map { cell in
      forSpreadsheet
        ? cell.map { CSVCell.text($0, forSpreadsheet: true) } ?? "" : CSVRows.cell(cell)
    }
    try output.write(texts.joined(separator: ",") + "\n")
    return true
  }

  /// Writes the end of the file.
  public mutating func finish() throws {
    try writeHeading()
    try output.finish()
  }

  private mutating func writeHeading() throws {
    guard !hasHeading else { return }
    hasHeading = true
    try output.write(CSVColumn.allCases.map(\.rawValue).joined(separator: ",") + "\n")
  }
}

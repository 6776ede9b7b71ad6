import FoundationEssentials
import JSONCoding
public import SampleStore

/// The columns of samples in CSV; a file needs `type`, `start` and mostly `value`, in any order.
enum CSVColumn: String, CaseIterable {
  case kind, type, id, start, end, value, unit
  case source, bundle_identifier, source_version, product_type, operating_system_version

  /// JSON objects as in the NDJSON form.
  case device, metadata, parts
}

/// Reads samples from CSV whose first row names the columns; unknown columns are ignored.
public struct CSVReader: SampleInput {
  private var rows: CSVRows
  private var columns: [CSVColumn?] = []
  private var isTold = false

  /// How often each defect occurred so far.
  public private(set) var defects: [ImportDefect: Int] = [:]

  init(_ source: any ByteSource) { rows = CSVRows(source) }

  /// Bytes of the file read so far.
  public var bytesRead: Int { rows.bytesRead }

  /// The next sample; `nil` at the end.
  public mutating func next() throws -> Sample? {
    if columns.isEmpty {
      let names = try rows.next() ?? []
      columns = names.map { name in
        CSVColumn(rawValue: (name ?? "").lowercased().filter { $0 != " " && $0 != "\u{FEFF}" })
      }
      guard columns.contains(.type), columns.contains(.start) else {
        throw FormatError(.malformed, "the first row of the CSV names no columns type and start")
      }
    }
    while let row = try rows.next() {
      do {
        return try SampleJSON.sample(of: object(row))
      } catch let error as RecordDefect {
        defects[error.defect, default: 0] += 1
      } catch let error as JSONError where error.reason == .nestedTooDeeply {
        throw FormatError(error)
      } catch {
        defects[.malformed, default: 0] += 1
      }
    }
    if rows.isTruncated, !isTold {
      isTold = true
      defects[.truncated, default: 0] += 1
    }
    return nil
  }

  private func object(_ row: [String?]) throws -> JSONValue {
    guard row.count == columns.count else { throw RecordDefect(.malformed) }
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
      .object(present: [
        ("name", .string($0)), ("bundle_identifier", text(.bundle_identifier)),
        ("version", text(.source_version)), ("product_type", text(.product_type)),
        ("operating_system_version", text(.operating_system_version)),
      ])
    }
    let parts = try json(.parts)?.members ?? []
    return .object(
      present: [
        ("kind", text(.kind)), ("type", text(.type)), ("id", text(.id)), ("start", text(.start)),
        ("end", text(.end)), ("value", value), ("unit", text(.unit)), ("source", source),
        ("device", device(cells[.device])), ("metadata", try json(.metadata)),
      ] + parts.map { ($0.key, $0.value) })
  }

  /// An object, or a name that a person wrote.
  private func device(_ cell: String?) -> JSONValue? {
    guard let cell else { return nil }
    return (try? JSONParser.value(of: Array(cell.utf8))) ?? .string(cell)
  }
}

/// Writes samples as CSV without loss: what is read back is equal.
public struct CSVWriter: SampleOutput {
  private let output: ByteOutput
  private var hasHeading = false

  /// Makes a writer to an output.
  public init(_ output: ByteOutput) { self.output = output }

  /// Writes a sample; false if the format cannot hold it.
  public mutating func write(_ sample: Sample) throws -> Bool {
    try writeHeading()
    guard let start = CivilTime.iso(sample.start), let end = CivilTime.iso(sample.end),
      let metadata = SampleJSON.metadata(of: sample), let parts = SampleJSON.parts(of: sample)
    else { return false }
    let (value, unit) = SampleJSON.number(of: sample)
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
      }
    }
    try output.write(cells.map(CSVRows.cell).joined(separator: ",") + "\n")
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

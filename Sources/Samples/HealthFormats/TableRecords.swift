import CivilTime
import SampleStore

/// Records one after another, whatever engine takes the file apart.
protocol RecordSource {
  /// The next record; `nil` at the end.
  mutating func next() throws -> Record?

  var bytesRead: Int { get }
}

/// The rows of a table as records. A table may have lines before its headings, and several parts with headings of
/// their own, as a session of sport with a summary.
struct TableRecords: RecordSource {
  private var rows: CSVRows
  private let form: HealthForm
  private let hints: ImportHints
  private let log: ImportLog
  private var reading: RecordReading?

  /// A row that is both the first and no heading.
  private var pending: Record?

  /// Rows in which headings are looked for.
  private static let mostRowsBefore = 60

  init(
    _ source: any ByteSource, delimiter: UInt8, form: HealthForm, _ hints: ImportHints,
    log: ImportLog
  ) {
    rows = CSVRows(source, delimiter: delimiter)
    (self.form, self.hints, self.log) = (form, hints, log)
  }

  var bytesRead: Int { rows.bytesRead }

  mutating func next() throws -> Record? {
    if reading == nil { try findHeadings() }
    if let first = pending {
      pending = nil
      return first
    }
    while let row = try rows.next() {
      guard let reading else { return nil }
      if Self.mayBeHeading(row, reading), let next = self.reading(of: row) {
        self.reading = next
        continue
      }
      let last = reading.fields.last { $0.place < reading.count }?.place ?? 0
      let record = Record(reading: reading, cells: row, line: rows.line)
      // Further cells are of no heading: a number was cut in two, if they hold something.
      guard row.count > last, row.dropFirst(reading.count).allSatisfy({ $0?.trimmed ?? "" == "" })
      else {
        log.note(.malformed, at: record.place)
        continue
      }
      return record
    }
    if rows.isTruncated { log.note(.truncated) }
    return nil
  }

  private func reading(of row: [String?]) -> RecordReading? {
    RecordReading(
      names: row.map { $0 ?? "" }, form: form, map: hints.map,
      type: hints.fileName.flatMap { form.type(inFileName: $0) })
  }

  /// A row without a digit where a date should be.
  private static func mayBeHeading(_ row: [String?], _ reading: RecordReading) -> Bool {
    guard
      let field = reading.fields.first(where: { [.date, .time, .interval].contains($0.meaning) }),
      field.place < row.count, let cell = row[field.place]
    else { return true }
    return !cell.contains(where: \.isNumber)
  }

  private mutating func findHeadings() throws {
    var first: [String?]?
    for _ in 0..<Self.mostRowsBefore {
      guard let row = try rows.next() else { break }
      let cells = row.map { $0?.trimmed ?? "" }
      if let found = reading(of: row) {
        reading = found
        // Places were named, and the row is a record already.
        let isRecord = hints.map != nil && !Self.mayBeHeading(row, found)
        if isRecord { pending = Record(reading: found, cells: row, line: rows.line) }
        return
      }
      let numbers = cells.compactMap { WrittenNumber.value(of: $0) }
      // Beat-to-beat intervals come without a heading, in milliseconds or seconds.
      if hints.map == nil, first == nil, (1...2).contains(cells.count),
        numbers.count == cells.count,
        let number = numbers.last, (200...3000).contains(number) || (0.2...3).contains(number),
        let found = RecordReading(
          names: cells.count == 1 ? ["RR"] : ["", "RR"], form: form)
      {
        reading = found
        pending = Record(reading: found, cells: row, line: rows.line)
        return
      }
      if cells.first?.hasPrefix("#") != true { first = first ?? row }
    }
    let words = (first ?? []).compactMap { $0?.trimmed }.filter { !$0.isEmpty }.prefix(12)
    let isNamed = words.allSatisfy { !$0.contains(where: \.isNumber) }
    throw FormatError(
      .unknownColumns,
      hints.map != nil
        ? "its first row lacks a column that was named"
        : "it may be a table, but its first row does not say what its columns are"
          + (isNamed && !words.isEmpty ? " (\(words.joined(separator: ", ")))" : ""))
  }

  /// What stands between the cells of a table that begins with these bytes: the mark that most lines have, and have
  /// most often.
  static func delimiter(head: [UInt8]) -> UInt8 {
    let marks = ["\t", ";", ",", "|"].map { UInt8(ascii: $0) }
    var lines = [Int](repeating: 0, count: 256)
    var total = [Int](repeating: 0, count: 256)
    var isQuoted = false
    var seen: Set<UInt8> = []
    var count = 0
    for byte in head {
      if byte == UInt8(ascii: "\"") { isQuoted.toggle() }
      guard !isQuoted else { continue }
      if byte == 0x0A {
        for mark in seen { lines[Int(mark)] += 1 }
        seen = []
        count += 1
        if count == 40 { break }
      } else if marks.contains(byte) {
        seen.insert(byte)
        total[Int(byte)] += 1
      }
    }
    for mark in seen { lines[Int(mark)] += 1 }
    let best = marks.max { a, b in
      (lines[Int(a)], total[Int(a)]) < (lines[Int(b)], total[Int(b)])
    }
    if let best, lines[Int(best)] > 0 { return best }
    // Lists of numbers may have blanks alone between them.
    let isList = head.allSatisfy { (48...57).contains($0) || ".- \r\n".utf8.contains($0) }
    return UInt8(ascii: isList ? " " : ",")
  }
}

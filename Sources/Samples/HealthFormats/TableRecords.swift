import CivilTime
import SampleStore

/// Records one after another, whatever engine takes the file apart.
protocol RecordSource {
  /// Returns the next record; `nil` at the end.
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

  /// Rows that were read to see what the headings mean, and the line of the one that was taken last.
  private var ahead: [(row: [String?], line: Int)] = []
  private var line = 1

  /// Seconds from one value to the next in a list of values without times, and the time of the next.
  private var clock: (step: Double, time: Double)?

  /// The time of the last beat, in a list of times of beats.
  private var beat: Double?

  /// A day on a line of its own, for the times below.
  private var day: String?

  /// Rows in which headings are looked for.
  private static let mostRowsBefore = 60

  /// Rows by which a heading is understood that may mean more than one thing.
  private static let mostExamples = 40
  private static let largestExamples = 1 << 20

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
    while var row = try nextRow() {
      guard let reading else { return nil }
      if let clock {
        row = [row[0], "\(clock.time)"]
        self.clock?.time += clock.step
      }
      if let last = beat, let time = row[0].flatMap({ WrittenNumber.value(of: $0) }) {
        row = ["\(((time - last) * 1e6).rounded() / 1e6)"]
        beat = time
      }
      let cells = row.compactMap { $0?.trimmed }.filter { !$0.isEmpty }
      if cells.count == 1, reading.hasTimeAlone, WrittenDate(cells[0])?.day != nil {
        day = cells[0]
        continue
      }
      if let day, let place = reading.fields.first(where: { $0.meaning == .time })?.place,
        place < row.count, let time = row[place]
      {
        row[place] = "\(day) \(time)"
      }
      if Self.mayBeHeading(row, reading) {
        if let next = try self.reading(of: row) {
          self.reading = next
          continue
        }
        // The title of what follows.
        if cells.count == 1, !cells[0].contains(where: \.isNumber) { continue }
      }
      let last = reading.fields.last { $0.place < reading.count }?.place ?? 0
      let record = Record(reading: reading, cells: row, line: line)
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

  private mutating func nextRow() throws -> [String?]? {
    if !ahead.isEmpty {
      let next = ahead.removeFirst()
      line = next.line
      return next.row
    }
    let row = try rows.next()
    line = rows.line
    return row
  }

  /// The rows that follow, which remain to be read.
  private mutating func examples() throws -> [[String?]] {
    var size = 0
    while ahead.count < Self.mostExamples, size < Self.largestExamples, let row = try rows.next() {
      ahead.append((row, rows.line))
      size += row.reduce(0) { $0 + 64 + ($1?.utf8.count ?? 0) }
    }
    return ahead.map(\.row)
  }

  private mutating func reading(of row: [String?]) throws -> RecordReading? {
    let names = row.map { $0 ?? "" }
    let type = hints.fileName.flatMap { form.type(inFileName: $0) }
    guard RecordReading(names: names, form: form, map: hints.map, type: type) != nil else {
      return nil
    }
    return RecordReading(
      names: names, form: form, map: hints.map, type: type, examples: try examples())
  }

  /// The reading of a list of numbers without headings; `nil` if it is none.
  private mutating func listReading(of row: [String]) throws -> RecordReading? {
    let numbers = row.compactMap { WrittenNumber.value(of: $0) }
    func isInterval(_ number: Double) -> Bool {
      (0.2...3).contains(number) || (200...3000).contains(number)
        || (300_000...3_000_000).contains(number)
    }
    let next = try examples().map { $0.compactMap { $0?.trimmed } }
    // Empatica writes the moment of the begin over the intervals, and over the rate and the values.
    if let start = row.first, (1e9..<4e9).contains(Double(start) ?? 0) {
      if row.count == 2, row[1] == "IBI" {
        return RecordReading(names: ["time (s)", "IBI (s)"], form: form, start: start)
      }
      guard row.count == 1, hints.fileName == "HR.csv", let rate = next.first.flatMap(\.first),
        let perSecond = Double(rate), perSecond > 0
      else { return nil }
      ahead.removeFirst()
      clock = (1 / perSecond, 0)
      return RecordReading(names: ["HR", "time (s)"], form: form, start: start)
    }
    guard numbers.count == row.count, let number = numbers.last else { return nil }
    let list = [number] + next.compactMap { $0.last.flatMap { WrittenNumber.value(of: $0) } }
    let steps = zip(list, list.dropFirst()).map { $1 - $0 }
    let grows =
      list.count > 3 && steps.allSatisfy { $0 > 0 }
      && (list[list.count - 1] > 2 * number || steps.allSatisfy { (0.2...3).contains($0) })
    guard isInterval(number) || grows && row.count == 1 else {
      guard row.count == 1, next.count > 3, next.allSatisfy({ $0.count == 1 }) else { return nil }
      throw FormatError(.malformed, "its numbers are no intervals between beats in ms, s or µs")
    }
    if row.count > 2, numbers.allSatisfy(isInterval) {
      // All on one line.
      ahead.insert(contentsOf: row.map { ([$0], line) }, at: 0)
      return RecordReading(names: ["RR"], form: form)
    }
    guard row.count <= 2 else { return nil }
    if grows {
      // Times of beats: the first has no interval.
      guard row.count == 1, row[0].contains("."), (0.2...3).contains(steps[0]) else {
        throw FormatError(
          .malformed,
          "its numbers only grow: they are times or places of beats; give the intervals between them in ms"
        )
      }
      beat = number
      return RecordReading(names: ["RR (s)", ""], form: form)
    }
    ahead.insert((row, line), at: 0)
    return RecordReading(names: row.count == 1 ? ["RR", ""] : ["", "RR", ""], form: form)
  }

  /// Returns the reading of the values of a Polar monitor (`.hrm`) by the lines above them.
  private mutating func monitorReading(of rows: [[String]]) -> RecordReading? {
    func said(_ name: String) -> String? {
      rows.lazy.compactMap(\.first).first { $0.hasPrefix(name) }.map {
        String($0.dropFirst(name.count))
      }
    }
    guard let date = said("Date="), let time = said("StartTime="),
      let step = said("Interval=").flatMap(Double.init)
    else { return nil }
    // The number of a file of intervals.
    let isList = step == 238
    if !isList { clock = (step, 0) }
    return RecordReading(
      names: isList ? ["RR (ms)"] : ["HR", "time (s)"], form: form, start: "\(date) \(time)")
  }

  /// Returns whether a row has no digit where a date should be.
  private static func mayBeHeading(_ row: [String?], _ reading: RecordReading) -> Bool {
    guard
      let field = reading.fields.first(where: { [.date, .time, .interval].contains($0.meaning) }),
      field.place < row.count, let cell = row[field.place]
    else { return true }
    return !cell.contains(where: \.isNumber)
  }

  private mutating func findHeadings() throws {
    var first: [String?]?
    var seen: [[String]] = []
    for _ in 0..<Self.mostRowsBefore {
      guard let row = try nextRow() else { break }
      // Beat-to-beat intervals come without a heading, in milliseconds or seconds.
      var cells = row.map { ($0 ?? "").trimmed.filter { !"[]".contains($0) } }
        .filter { !$0.isEmpty }
      // PhysioNet's mark of a beat.
      if cells.count > 1, let last = cells.last, last.count == 1, last.first?.isLetter == true {
        cells.removeLast()
      }
      seen.append(cells)
      if cells == ["HRData"], let found = monitorReading(of: seen) {
        reading = found
        return
      }
      if hints.map == nil, first == nil, let found = try listReading(of: cells) {
        reading = found
        return
      }
      if let found = try reading(of: row) {
        reading = found
        // Places were named, and the row is a record already.
        let isRecord = hints.map != nil && !Self.mayBeHeading(row, found)
        if isRecord { ahead.insert((row, line), at: 0) }
        return
      }
      guard cells.first?.hasPrefix("#") != true else { continue }
      // The longest row is likely to have the headings.
      if first == nil || row.count > 2 * (first?.count ?? 0) { first = row }
    }
    // A report has a name and a value on each line.
    let pairs = seen.filter { $0.count == 2 }
    if let found = RecordReading(names: pairs.map { $0[0] }, form: form), found.has(.date) {
      reading = found
      ahead = [(pairs.map { $0[1] }, 1)]
      return
    }
    let words = (first ?? []).compactMap { $0?.trimmed }.filter { !$0.isEmpty }.prefix(12)
    let isNamed = words.allSatisfy { $0.first?.isLetter == true }
    throw FormatError(
      .unknownColumns,
      hints.map != nil
        ? "its first row lacks a column that was named"
        : "it may be a table, but its first row does not say what its columns are"
          + (isNamed && !words.isEmpty ? " (\(words.joined(separator: ", ")))" : ""))
  }

  /// Returns the separator of the cells of a table that begins with these bytes: the mark that
  /// occurs in most lines, and most often.
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
    // Lists of numbers may have spaces alone between them.
    let isList = head.allSatisfy {
      (48...57).contains($0) || (65...90).contains($0) || ".- \r\n".utf8.contains($0)
    }
    return UInt8(ascii: isList ? " " : ",")
  }
}

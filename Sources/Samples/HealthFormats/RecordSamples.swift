import CivilTime
import FoundationEssentials
import JSONCoding
import SampleStore

/// Makes samples of the records of tables and of other programs' files, whatever engine has read them.
struct RecordSamples {
  /// What the numbers and dates of a file show only together.
  struct Style {
    var order: DateOrder?
    var comma = WrittenNumber.Comma.unknown

    /// Units of numbers without one, by type, where the customary one cannot be.
    var units: [String: QuantityUnit] = [:]
  }

  let log: ImportLog
  private let style: Style
  private let zone: ZoneRules
  private let given: Date?
  private let day: String?

  /// Whether the day of the file's name was needed.
  private(set) var usesDay = false

  /// When the recording began to which times without a date belong.
  private var start: Date?

  /// The moment of the record before, by which an hour that clocks show twice is told.
  private var last: Date?

  /// The day that was read last: rows of one day follow one another.
  private var lastDay: (text: String, date: WrittenDate?) = ("", nil)
  private var series: IntervalSeries?
  private var made: [Sample] = []

  /// - Parameter day: The day of times alone, as it is written.
  init(style: Style, start: Date?, day: String?, log: ImportLog) throws {
    switch ZoneRules.local {
    case .success(let zone): self.zone = zone
    case .failure(let unknown): throw FormatError(.malformed, "\(unknown)")
    }
    (self.style, self.start, given, self.day, self.log) = (style, start, start, day, log)
  }

  /// The samples of a record; none if it holds none, which is noted.
  mutating func samples(of record: Record) throws -> [Sample] {
    made.removeAll(keepingCapacity: true)
    do {
      try read(record)
    } catch let defect as ImportDefect {
      log.note(defect, at: record.place)
    }
    return made
  }

  /// The samples that end with the file.
  mutating func finish() -> [Sample] {
    made.removeAll()
    endSeries()
    return made
  }

  // MARK: A record

  private mutating func read(_ record: Record) throws {
    let reading = record.reading
    func cell(_ meaning: FieldMeaning) -> String? {
      reading.fields.first { $0.meaning == meaning }.flatMap { record[$0] }
    }
    if reading.has(.interval) {
      return try addIntervals(of: record, at: cell(.date) ?? cell(.time))
    }
    let zone = try zoneRules(of: cell(.zone), reading.form)
    guard let begin = try moment(cell(.date), cell(.time), reading, in: zone) else {
      throw ImportDefect.missingDate
    }
    let texts = reading.fields.filter { $0.meaning.isValue && record[$0] != nil }
    guard !texts.isEmpty else { throw ImportDefect.missingValue }
    var end = begin
    if let text = cell(.end) {
      guard let date = try moment(text, nil, reading, in: zone) else {
        throw ImportDefect.unreadableDate
      }
      end = date
    }
    // Of a workout that says when it began, another time is how long it took.
    let length =
      cell(.duration)
      ?? (reading.has(.sport) && Self.hasTime(cell(.date)) ? cell(.time) : nil)
    let lengths = try length.map { text in
      try Self.list(text).map { try seconds($0, reading, .duration) }
    }
    if !reading.has(.end), let length = lengths?.first { end = begin + length }
    let name = cell(.source) ?? (reading.form.name.isEmpty ? "Import" : reading.form.name)
    let source = Source(name: name, bundleIdentifier: "import: \(name)")
    if reading.has(.sport) {
      start = begin
      return made.append(try workout(record, from: begin, to: end, source))
    }
    let day = reading.hasSums ? dayEnd(cell(.date), cell(.time), begin, in: zone) : nil
    var parts: [QuantityType: Quantity] = [:]
    for field in texts {
      do {
        let (type, values) = try readValues(of: field, in: record, cell(.type), cell(.unit))
        var interval = (start: begin, end: end)
        for (index, value) in values.enumerated() {
          if case .quantity(let quantity) = value, case .quantity(let type) = type,
            [.bloodPressureSystolic, .bloodPressureDiastolic].contains(type)
          {
            parts[type] = quantity
          } else {
            try add(value, type, interval, source, record, day: day)
          }
          // A list of values that follow one another.
          guard index + 1 < values.count, let lengths, index + 1 < lengths.count else { continue }
          interval.start = interval.end
          interval.end = interval.start + lengths[index + 1]
        }
      } catch let defect as ImportDefect {
        log.note(defect, at: record.place)
      }
    }
    if !parts.isEmpty {
      guard let systolic = parts[.bloodPressureSystolic],
        let diastolic = parts[.bloodPressureDiastolic]
      else { throw ImportDefect.missingValue }
      try add(
        .pressures(systolic: systolic, diastolic: diastolic), .correlation(.bloodPressure),
        (begin, end), source, record)
    }
  }

  /// Whether a date has a time of day that is no midnight, which spreadsheets write behind days.
  private static func hasTime(_ date: String?) -> Bool {
    date.flatMap { WrittenDate($0)?.second }.map { $0 > 0 } ?? false
  }

  private func readValues(
    of field: RecordReading.Field, in record: Record, _ typeCell: String?, _ unitCell: String?
  ) throws -> (SampleType, [WrittenValue]) {
    let reading = record.reading
    let type: SampleType
    var unit = field.unit
    if case .sample(let own) = field.meaning {
      type = own
    } else {
      guard let known = typeCell.map({ reading.form.type($0) }) ?? reading.type else {
        throw ImportDefect.unknownType
      }
      type = known
      if let unitCell, !(unitCell.isEmpty) {
        guard let known = try? QuantityUnit(spelled: unitCell) else {
          throw ImportDefect.unreadableUnit
        }
        unit = known
      }
    }
    if let word = reading.fields.first(where: { $0.meaning == .statistic }).flatMap({ record[$0] }),
      !Heading.isAverage(word)
    {
      let isSum = ["sum", "total"].contains(word.lowercased())
      guard isSum, type.quantityType?.aggregationStyle == .cumulative else {
        throw ImportDefect.statistic
      }
    }
    let learned = unit ?? style.units[type.identifier]
    let texts = Self.list(record[field] ?? "")
    let values = try texts.map { text in
      try value(reading.form.words[text] ?? text, of: type, in: learned)
    }
    if learned == nil, case .quantity = type,
      texts.contains(where: { WrittenNumber.value(of: $0, comma: style.comma) != nil })
    {
      log.note(.assumedUnit, at: ImportLog.Place(line: record.line, type: type.identifier))
    }
    return (type, values)
  }

  private func value(
    _ text: String, of type: SampleType, in unit: QuantityUnit?
  ) throws(ImportDefect) -> WrittenValue {
    do throws(WrittenValue.Failure) {
      return try WrittenValue(text, of: type, in: unit, comma: style.comma)
    } catch {
      switch error {
      // What the cell itself says comes first.
      case .otherUnit: return try value(text, of: type, in: nil)
      case .unreadableUnit: throw .unreadableUnit
      case .noValue: throw .unsupported
      case .notANumber, .notAPair, .notACase: throw .unreadableValue
      }
    }
  }

  private mutating func add(
    _ value: WrittenValue, _ type: SampleType, _ interval: (start: Date, end: Date),
    _ source: Source, _ record: Record, day: Date? = nil
  ) throws {
    var (start, end) = interval
    if case .quantity(let type) = type, type.aggregationStyle == .cumulative, start == end {
      if let day {
        // What a day has brought lasts the day.
        end = day
      } else if !record.reading.isMapped, !record.reading.has(.value) {
        throw ImportDefect.missingDate
      }
    }
    do {
      let sample = try value.sample(of: type) { part in
        var identity = ContentIdentifier()
        identity.add(part.identifier)
        identity.add(source.name)
        identity.add(start)
        identity.add(end)
        for number in value.numbers(of: type) { identity.add(number.bitPattern) }
        return try SampleHead(
          id: identity.id(at: start), start: start, end: end, source: source,
          metadata: part == type ? extremes(of: record) : [:])
      }
      guard let sample else { throw ImportDefect.unsupported }
      made.append(sample)
    } catch InvalidSample.unitDoesNotFit {
      throw ImportDefect.unreadableUnit
    } catch is InvalidSample {
      throw ImportDefect.invalidSample
    }
  }

  /// The least and the greatest value behind an average.
  private func extremes(of record: Record) -> [String: MetadataValue] {
    var metadata: [String: MetadataValue] = [:]
    for field in record.reading.fields where [.lowest, .highest].contains(field.meaning) {
      guard let text = record[field], let number = WrittenNumber.value(of: text, comma: style.comma)
      else { continue }
      metadata[field.meaning == .lowest ? "HeartcamMinimum" : "HeartcamMaximum"] = .number(number)
    }
    return metadata
  }

  private func workout(
    _ record: Record, from start: Date, to end: Date, _ source: Source
  ) throws -> Sample {
    let reading = record.reading
    guard let field = reading.fields.first(where: { $0.meaning == .sport }),
      let word = record[field]
    else { throw ImportDefect.missingValue }
    let activity = WorkoutActivityType(word: reading.form.words[word] ?? word)
    var totals: [QuantityType: Quantity] = [:]
    for field in reading.fields {
      guard case .sample(.quantity(let type)) = field.meaning, type.aggregationStyle == .cumulative,
        let text = record[field]
      else { continue }
      // Kilometers or miles: the numbers do not show it.
      if field.unit == nil, type.canonicalUnit == .meter, WrittenNumber.value(of: text) != nil {
        log.note(.unreadableUnit, at: ImportLog.Place(line: record.line, type: type.identifier))
        continue
      }
      guard case .quantity(let quantity)? = try? value(text, of: .quantity(type), in: field.unit),
        quantity.value > 0
      else { continue }
      let own = type == .distanceWalkingRunning ? activity.distanceType : type
      totals[own] = quantity
    }
    var identity = ContentIdentifier()
    identity.add("\(activity.rawValue)")
    identity.add(start)
    identity.add(end)
    do {
      return .workout(
        try Workout(
          id: identity.id(at: start), activity: activity, totals: totals, start: start, end: end,
          source: source))
    } catch {
      throw ImportDefect.invalidSample
    }
  }

  // MARK: Times

  /// The moment that a date, a time of day or both say; `nil` if neither is there.
  private mutating func moment(
    _ date: String?, _ time: String?, _ reading: RecordReading, in zone: ZoneRules
  ) throws -> Date? {
    let order = style.order ?? reading.form.dateOrder
    guard let date else {
      guard let time else { return nil }
      return try elapsed(time, reading, in: zone)
    }
    var moment: Date?
    if time != nil, lastDay.text != date { lastDay = (date, WrittenDate(date)) }
    if let time, let day = lastDay.date, (day.second ?? 0) == 0 {
      if reading.fields.contains(where: { $0.meaning == .time && $0.unit != nil }) {
        moment = try day.date(order, in: zone).map { $0 + (try seconds(time, reading, .time)) }
      } else {
        moment = WrittenDate(time).flatMap { day.at($0).date(order, in: zone) }
      }
    } else {
      // A day alone is one here, whatever zone times are in.
      let isDay = date.utf8.count <= 10 && !date.contains(":")
      moment = TimeText.date(written: date, order, in: isDay ? self.zone : zone)
      if moment == nil, date.contains(":"), WrittenDate(date)?.second != nil {
        moment = try elapsed(date, reading, in: zone)
      }
    }
    guard let moment else { throw ImportDefect.unreadableDate }
    var real = moment
    if let last, moment < last, moment + 3600 >= last, zone.isShownTwice(moment) {
      real = moment + 3600
    }
    last = real
    return real
  }

  /// A moment in a column of times alone: a whole date, or the time since the start.
  private mutating func elapsed(
    _ text: String, _ reading: RecordReading, in zone: ZoneRules
  ) throws -> Date? {
    if let moment = TimeText.date(sinceEpoch: text) { return moment }
    if WrittenNumber.value(of: text) == nil, let written = WrittenDate(text), written.day != nil {
      guard let moment = written.date(style.order ?? reading.form.dateOrder, in: zone) else {
        throw ImportDefect.unreadableDate
      }
      return moment
    }
    if start == nil, let day, let clock = WrittenDate(text) {
      usesDay = true
      return WrittenDate(day)?.at(clock).date(nil, in: zone)
    }
    guard let start else { throw FormatError(.missingStart, "its times have no day") }
    return start + (try seconds(text, reading, .time))
  }

  /// Seconds of `00:01:15.5`, `1:15`, or a number in the unit of its heading.
  private func seconds(
    _ text: String, _ reading: RecordReading, _ meaning: FieldMeaning
  ) throws -> Double {
    if let number = WrittenNumber.value(of: text, comma: style.comma) {
      let unit = reading.fields.first { $0.meaning == meaning }?.unit ?? .second
      guard let seconds = try? Quantity(number, unit).value(in: .second), seconds >= 0 else {
        throw ImportDefect.unreadableDate
      }
      return seconds
    }
    let parts = text.split(separator: ":").map {
      DecimalNumber.value(of: $0.replacing(",", with: "."))
    }
    guard (2...3).contains(parts.count), parts.allSatisfy({ $0 != nil && $0! >= 0 }) else {
      throw ImportDefect.unreadableDate
    }
    return parts.reduce(0) { 60 * $0 + ($1 ?? 0) }
  }

  /// The end of the day that a date without a time of day means; `nil` for others.
  private func dayEnd(
    _ date: String?, _ time: String?, _ start: Date, in zone: ZoneRules
  ) -> Date? {
    guard time == nil, let date, let written = WrittenDate(date), written.day != nil,
      written.second == nil
    else { return nil }
    return zone.date(CivilDate(day: CivilMoment(start, in: zone).date.dayNumber + 1))
  }

  private func zoneRules(of text: String?, _ form: HealthForm) throws -> ZoneRules {
    guard let text else { return form.isUTC ? .utc : zone }
    if let known = ZoneRules(identifier: text) { return known }
    // +02:00, UTC+0200, or minutes.
    let minutes = Int(text).flatMap { (-1080...1080).contains($0) ? $0 : nil }
    guard let seconds = minutes.map({ $0 * 60 }) ?? WrittenDate("00:00 \(text)")?.offset else {
      throw ImportDefect.unreadableDate
    }
    let sign = seconds < 0 ? "-" : "+"
    let digits = String(10_000 + abs(seconds) / 3600 * 100 + abs(seconds) / 60 % 60).dropFirst()
    return ZoneRules(identifier: "GMT\(sign)\(digits)") ?? zone
  }

  /// `[71,72]` as its parts; any other text as it is.
  private static func list(_ text: String) -> [String] {
    guard text.hasPrefix("["), text.hasSuffix("]") else { return [text] }
    return text.dropFirst().dropLast().split(separator: ",").map { String($0).trimmed }
  }

  // MARK: Intervals

  private mutating func addIntervals(of record: Record, at text: String?) throws {
    let reading = record.reading
    var date: Date?
    if let text, !(reading.hasTimeAlone && start == nil) {
      date = try moment(reading.has(.date) ? text : nil, text, reading, in: zone)
    }
    for field in reading.fields where field.meaning == .interval {
      guard let text = record[field] else { continue }
      guard let number = WrittenNumber.value(of: text, comma: style.comma), number > 0,
        let length = try? Quantity(number, field.unit ?? (number < 20 ? .second : .millisecond))
          .value(in: .second)
      else {
        log.note(.unreadableBeats, at: record.place)
        continue
      }
      if let date, let series, !series.isContinued(by: date) { endSeries() }
      if series == nil {
        guard let begin = date.map({ $0 - length }) ?? start ?? last else {
          throw FormatError(.missingStart, "it has no dates")
        }
        let name = reading.form.name.isEmpty ? "Import" : reading.form.name
        series = IntervalSeries(
          start: begin, source: Source(name: name, bundleIdentifier: "import: \(name)"))
      }
      series?.add(length)
      if series?.isFull == true {
        start = series?.end
        endSeries()
      }
    }
  }

  private mutating func endSeries() {
    if let series { made += series.samples }
    series = nil
  }
}

/// A record: what its fields say, and where it stands.
struct Record {
  let reading: RecordReading
  let cells: [String?]
  let line: Int

  /// What a field says; `nil` for nothing, and for words that say so.
  subscript(field: RecordReading.Field) -> String? {
    if field.place >= reading.count { return reading.constants[field.place - reading.count] }
    guard field.place < cells.count, let text = cells[field.place]?.trimmed,
      !Self.blanks.contains(text)
    else { return nil }
    return text
  }

  private static let blanks: Set<String> = [
    "", "-", "--", "---", "—", "–", "n/a", "N/A", "NA", "null", "NULL", "nan", "NaN", "None",
    "none",
  ]

  /// For messages.
  var place: ImportLog.Place {
    let type = reading.fields.lazy.compactMap { field -> String? in
      if field.meaning == .type { return self[field] }
      if case .sample(let type) = field.meaning { return type.identifier }
      return field.meaning == .value ? reading.type?.identifier : nil
    }.first
    let unit = reading.fields.first { $0.meaning == .unit }.flatMap { self[$0] }
    return ImportLog.Place(
      line: line, type: type, unit: unit,
      text: cells.prefix(200).map(CSVRows.cell).joined(separator: ","))
  }
}

extension WorkoutActivityType {
  /// The sport of another program's word; `other` for one that is not known.
  fileprivate init(word: String) {
    let key = word.filter { $0.isLetter || $0.isNumber }.lowercased()
    let usual = [
      "biking": "Cycling", "run": "Running", "ride": "Cycling", "walk": "Walking",
      "swim": "Swimming", "bike": "Cycling", "hike": "Hiking", "laufen": "Running",
      "radfahren": "Cycling", "gehen": "Walking", "indoorcycling": "Cycling",
      "treadmillrunning": "Running", "trailrunning": "Running", "roadcycling": "Cycling",
    ]
    self =
      usual[key].flatMap { WorkoutActivityType(name: "HKWorkoutActivityType\($0)") }
      ?? (1...84).lazy.map(WorkoutActivityType.init).first {
        $0.name?.lowercased() == "hkworkoutactivitytype\(key)"
      } ?? .other
  }

  /// The type of a distance that was covered in it.
  fileprivate var distanceType: QuantityType {
    switch shortName {
    case "Cycling", "HandCycling": .distanceCycling
    case "Swimming":
      QuantityType(knownIdentifier: "HKQuantityTypeIdentifierDistanceSwimming")
        ?? .distanceWalkingRunning
    default: .distanceWalkingRunning
    }
  }
}

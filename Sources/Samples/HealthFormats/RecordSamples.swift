import CivilTime
import FoundationEssentials
import JSONCoding
import SampleStore

/// Makes samples of the records of tables and of other programs' files, whatever engine has read them.
struct RecordSamples {
  /// The properties of numbers and dates that only the whole file shows.
  struct Style {
    var order: DateOrder?
    var comma = WrittenNumber.Comma.unknown

    /// Units of numbers without one, by type, where the customary one cannot be.
    var units: [String: QuantityUnit] = [:]

    /// Whether all dates are midnights, which stand for days.
    var isDaily = false

    /// The shortest time from one sum to the next, by type: how long one lasts of which only the begin is said.
    var steps: [String: TimeInterval] = [:]
  }

  let log: ImportLog
  private let style: Style

  /// Whose records are wanted, or whose the first was.
  private var person: String?
  private let isWanted: Bool

  /// The reader of the records' times.
  private(set) var clock: RecordClock

  /// The type and the unit that were read last: rows that follow one another mostly have the same.
  private var lastType: (text: String, type: SampleType?) = ("", nil)
  private var lastUnit: (text: String, unit: QuantityUnit?) = ("", nil)

  private var series: IntervalSeries?
  private var seriesDate: Date?

  /// The first sums of which only the begin is said, by type.
  private(set) var sums: [String: [(start: Date, value: Double)]] = [:]
  private static let mostSums = 1000
  private var made: [Sample] = []

  init(style: Style, _ hints: ImportHints, log: ImportLog) throws {
    (self.style, self.log) = (style, log)
    (person, isWanted) = (hints.person, hints.person != nil)
    clock = try RecordClock(style, hints)
  }

  /// Returns the samples of a record; none if it holds none, which is noted.
  mutating func samples(of record: Record) throws -> [Sample] {
    made.removeAll(keepingCapacity: true)
    do {
      try read(record)
    } catch let defect as ImportDefect {
      log.note(defect, at: record.place)
    }
    return made
  }

  /// Returns the samples that end with the file.
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
    if let own = cell(.person), own != person {
      guard !isWanted else { return }
      guard person == nil else { throw FormatError.severalPeople([person ?? "", own]) }
      person = own
    }
    // Fitbit's where it was not worn.
    guard cell(.confidence) != "0" else { throw ImportDefect.missingValue }
    if reading.has(.interval) {
      try addIntervals(of: record, cell(.date), cell(.time))
      guard reading.fields.contains(where: { $0.meaning.isValue && $0.meaning != .interval })
      else { return }
    }
    let zone = try clock.zoneRules(of: cell(.zone), reading.form)
    guard let begin = try clock.moment(cell(.date), cell(.time), reading, in: zone) else {
      throw ImportDefect.missingDate
    }
    var texts = reading.fields.filter {
      $0.meaning.isValue && $0.meaning != .interval && record[$0] != nil
    }
    guard !texts.isEmpty else { throw ImportDefect.missingValue }
    var end = begin
    if let text = cell(.end) {
      // A time of day ends on the day of the begin, or on the next.
      let clock = WrittenDate(text).flatMap { $0.day == nil ? $0 : nil }
      let day = clock.flatMap { _ in cell(.date).flatMap { WrittenDate($0) } }
      let own = clock.flatMap { day?.at($0).date(style.order ?? reading.form.dateOrder, in: zone) }
      guard let date = try own ?? self.clock.moment(text, nil, reading, in: zone) else {
        throw ImportDefect.unreadableDate
      }
      end = own != nil && date < begin ? date + 86_400 : date
    }
    // If a workout says when it began, another time is its duration.
    let length =
      cell(.duration)
      ?? (reading.has(.sport) && Self.hasTime(cell(.date)) ? cell(.time) : nil)
    let lengths = try length.map { text in
      try Self.list(text).map { try clock.seconds($0, reading, .duration) }
    }
    if !reading.has(.end), let length = lengths?.first { end = begin + length }
    let name = cell(.source) ?? (reading.form.name.isEmpty ? "Import" : reading.form.name)
    let source = Source(name: name, bundleIdentifier: "import: \(name)")
    if reading.has(.sport) {
      clock.start = begin
      // Of an instant the sport only says what one was doing.
      guard end == begin else {
        return made.append(try workout(record, from: begin, to: end, source))
      }
      texts.removeAll { $0.meaning == .sport }
      if texts.isEmpty { throw ImportDefect.missingEnd }
    }
    let day = clock.dayEnd(cell(.date), cell(.time), begin)
    var parts: [QuantityType: Quantity] = [:]
    for field in texts {
      do {
        let (type, values) = try readValues(of: field, in: record, cell(.type), cell(.unit))
        var interval = (start: begin, end: end)
        for (index, value) in values.enumerated() {
          if type.kind == .category, begin == end, type == .category(.sleepAnalysis) {
            throw ImportDefect.missingEnd
          }
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
        log.note(defect, at: record.place(of: field))
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

  /// Returns whether a date has a time of day that is no midnight, which spreadsheets write behind days.
  private static func hasTime(_ date: String?) -> Bool {
    date.flatMap { WrittenDate($0)?.second }.map { $0 > 0 } ?? false
  }

  private mutating func readValues(
    of field: RecordReading.Field, in record: Record, _ typeCell: String?, _ unitCell: String?
  ) throws -> (SampleType, [WrittenValue]) {
    let reading = record.reading
    let type: SampleType
    var unit = field.unit
    if case .sample(let own) = field.meaning {
      type = own
    } else {
      if let typeCell, lastType.text != typeCell {
        lastType = (typeCell, reading.form.type(typeCell))
      }
      guard let known = typeCell == nil ? reading.type : lastType.type else {
        throw ImportDefect.unknownType
      }
      type = known
      if let unitCell, !unitCell.isEmpty {
        if lastUnit.text != unitCell {
          lastUnit = (unitCell, try? QuantityUnit(spelled: unitCell))
        }
        guard let known = lastUnit.unit else { throw ImportDefect.unreadableUnit }
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
    let learned =
      unit ?? reading.form.units[type.shortName].flatMap { try? QuantityUnit(spelled: $0) }
      ?? style.units[type.identifier]
    let texts = Self.list(record[field] ?? "").map { Self.member($0, of: type) }
    // The mark of none in a byte.
    if type == .quantity(.heartRate), texts.compactMap({ Double($0) }) == [255] {
      throw ImportDefect.missingValue
    }
    let values = try texts.map { text in
      guard case .category = type else { return try value(text, of: type, in: learned) }
      let words = reading.form.words
      let word = words[text] ?? words["*"] ?? text
      // Whoever writes HealthKit's name means its numbers.
      let name = typeCell ?? field.name
      guard
        Double(word) == nil || reading.isMapped || [type.shortName, type.identifier].contains(name)
      else { throw ImportDefect.unknownCode }
      return try value(word, of: type, in: nil)
    }
    if learned == nil, case .quantity(let quantity) = type,
      texts.contains(where: { WrittenNumber.value(of: $0, comma: style.comma) != nil })
    {
      // Kilometers or miles: the numbers do not show it.
      if quantity.canonicalUnit == .meter, quantity.aggregationStyle == .cumulative {
        throw ImportDefect.unreadableUnit
      }
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
      // A unit in the cell itself comes first.
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
    if case .quantity(let type) = type, start == end {
      // What one eats is of a moment.
      let isFood = type.identifier.contains("Dietary")
      let isSum = type.aggregationStyle == .cumulative
      if let day, isSum || type.isOfDays && !record.reading.isCuff {
        // What a day has brought lasts the day.
        end = day
      } else if isSum, !isFood, let step = style.steps[type.identifier] {
        end = start + step
      } else if isSum, !isFood {
        if case .quantity(let quantity) = value,
          sums[type.identifier]?.count ?? 0 < Self.mostSums
        {
          sums[type.identifier, default: []].append((start, quantity.value))
        }
        if !record.reading.isMapped, !record.reading.has(.value) { throw ImportDefect.missingEnd }
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
          metadata: part == type ? extremes(of: record, type) : [:])
      }
      guard let sample else { throw ImportDefect.unsupported }
      made.append(sample)
    } catch InvalidSample.unitDoesNotFit {
      throw ImportDefect.unreadableUnit
    } catch is InvalidSample {
      throw ImportDefect.invalidSample
    }
  }

  /// The least and the greatest value behind an average of a type.
  private func extremes(of record: Record, _ type: SampleType) -> [String: MetadataValue] {
    var metadata: [String: MetadataValue] = [:]
    let isAlone = record.reading.fields.filter(\.meaning.isValue).count == 1
    for field in record.reading.fields {
      let key: String
      switch field.meaning {
      case .lowest(let own) where own == type || own == nil && isAlone: key = "HeartcamMinimum"
      case .highest(let own) where own == type || own == nil && isAlone: key = "HeartcamMaximum"
      default: continue
      }
      guard let text = record[field], let number = WrittenNumber.value(of: text, comma: style.comma)
      else { continue }
      metadata[key] = .number(number)
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
      guard case .sample(.quantity(let type)) = field.meaning, let text = record[field]
      else { continue }
      guard type.aggregationStyle == .cumulative else {
        log.note(.statistic, at: ImportLog.Place(line: record.line, type: type.identifier))
        continue
      }
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

  /// `[71,72]` as its parts; any other text as it is.
  private static func list(_ text: String) -> [String] {
    guard text.hasPrefix("["), text.hasSuffix("]") else { return [text] }
    return text.dropFirst().dropLast().split(separator: ",").map { String($0).trimmed }
  }

  /// Of `{"bpm":71}` the member of a type; any other text as it is.
  private static func member(_ text: String, of type: SampleType) -> String {
    guard text.hasPrefix("{"), let object = try? JSONParser.value(of: Array(text.utf8)) else {
      return text
    }
    return object.members?.first { Heading($0.key)?.meaning.type == type }?.value.text ?? text
  }

  // MARK: Intervals

  private mutating func addIntervals(of record: Record, _ day: String?, _ time: String?) throws {
    let reading = record.reading
    var date: Date?
    let isWhole = time.map { WrittenDate($0)?.day != nil || TimeText.date(sinceEpoch: $0) != nil }
    if day != nil || isWhole == true || time != nil && clock.start != nil {
      date = try clock.moment(day, time, reading, in: try clock.zoneRules(of: nil, reading.form))
    }
    // Only the clocks of two devices differ.
    let slack = isWhole == false && reading.has(.date) ? 3.5 : 10
    for field in reading.fields where field.meaning == .interval {
      guard let text = record[field] else { continue }
      guard let number = WrittenNumber.value(of: text, comma: style.comma), number > 0,
        let length = try? Quantity(
          number > 100_000 ? number / 1000 : number,
          field.unit ?? (number < 20 ? .second : .millisecond)
        ).value(in: .second)
      else {
        log.note(.unreadableBeats, at: record.place)
        continue
      }
      // One date may be said for all.
      if let date, let series, date != seriesDate, !series.isContinued(by: date, within: slack) {
        endSeries()
      }
      seriesDate = date
      if series == nil {
        guard let begin = date.map({ $0 - length }) ?? clock.start ?? clock.last else {
          throw FormatError(.missingStart, "it has no dates")
        }
        let name = reading.form.name.isEmpty ? "Import" : reading.form.name
        series = IntervalSeries(
          start: begin, source: Source(name: name, bundleIdentifier: "import: \(name)"))
      }
      series?.add(length)
      if series?.isFull == true {
        clock.start = series?.end
        endSeries()
      }
    }
  }

  private mutating func endSeries() {
    if let series { made += series.samples }
    series = nil
  }
}

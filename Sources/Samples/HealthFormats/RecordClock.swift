import CivilTime
import FoundationEssentials
import JSONCoding
import SampleStore

/// Reads the dates and times of day of records, one after the other.
struct RecordClock {
  private let style: RecordSamples.Style
  private let zone: ZoneRules
  private let day: String?
  private let named: Date?

  /// Whether the day of the file's name was needed.
  private(set) var usesDay = false

  /// When the recording began to which times without a date belong.
  var start: Date?

  /// The moment of the previous record, which distinguishes the two hours that clocks show twice.
  private(set) var last: Date?

  /// The day that was read last: rows of one day follow one another.
  private var lastDay: (text: String, date: WrittenDate?) = ("", nil)

  /// Throws if this machine's zone is unknown.
  init(_ style: RecordSamples.Style, _ hints: ImportHints) throws {
    switch ZoneRules.local {
    case .success(let zone): self.zone = zone
    case .failure(let unknown): throw FormatError(.malformed, "\(unknown)")
    }
    (self.style, start, day, named) = (style, hints.start, hints.day, hints.moment)
  }

  /// Returns the moment that a date, a time of day or both say; `nil` if neither is there.
  mutating func moment(
    _ date: String?, _ time: String?, _ reading: RecordReading, in zone: ZoneRules
  ) throws -> Date? {
    let order = style.order ?? reading.form.dateOrder
    guard let date else {
      guard let time else { return nil }
      return try elapsed(time, reading, in: zone)
    }
    var moment: Date?
    if let time, let base = TimeText.date(sinceEpoch: date), Double(time) ?? 1e9 < 1e8 {
      return base + (try seconds(time, reading, .time))
    }
    // The whole moment of a record counts more than a day that is said around it.
    let clock = time.flatMap { WrittenDate($0) }
    if let time, clock?.day != nil || TimeText.date(sinceEpoch: time) != nil {
      return try self.moment(time, nil, reading, in: zone)
    }
    if style.isDaily, let day = Self.day(date, order) {
      return self.zone.date(day)
    }
    if time != nil, lastDay.text != date { lastDay = (date, WrittenDate(date)) }
    let isCounted = reading.fields.contains { $0.meaning == .time && $0.unit != nil }
    if let time, let day = lastDay.date, (day.second ?? 0) == 0 || isCounted {
      if isCounted {
        moment = try day.date(order, in: zone).map { $0 + (try seconds(time, reading, .time)) }
      } else {
        moment = clock.flatMap { day.at($0).date(order, in: zone) }
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

  /// Returns a moment in a column of times alone: a whole date, or the time since the start.
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
    if start == nil, let named, WrittenNumber.value(of: text) != nil {
      usesDay = true
      start = named
    }
    guard let start else { throw FormatError(.missingStart, "its times have no day") }
    return start + (try seconds(text, reading, .time))
  }

  /// Returns the seconds of `00:01:15.5`, `1:15`, or a number in the unit of its heading.
  func seconds(
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

  /// The day of a text; also of its first moment in UTC, since 1970.
  static func day(_ date: String, _ order: DateOrder?) -> CivilDate? {
    if let time = TimeText.date(sinceEpoch: date)?.timeIntervalSince1970 {
      return time.remainder(dividingBy: 86_400) == 0 ? CivilDate(day: Int(time) / 86_400) : nil
    }
    return WrittenDate(date)?.civilDay(order)
  }

  /// The end of the day that a date without a time of day means; `nil` for others.
  func dayEnd(_ date: String?, _ time: String?, _ start: Date) -> Date? {
    guard time == nil, let date, style.isDaily || !date.contains(":"),
      style.isDaily || WrittenDate(date).map({ $0.day != nil && $0.second == nil }) == true
    else { return nil }
    return zone.date(CivilDate(day: CivilMoment(start, in: zone).date.dayNumber + 1))
  }

  func zoneRules(of text: String?, _ form: HealthForm) throws -> ZoneRules {
    guard let text else { return form.isUTC ? .utc : zone }
    guard let known = ZoneRules(written: text) else { throw ImportDefect.unreadableDate }
    return known
  }
}

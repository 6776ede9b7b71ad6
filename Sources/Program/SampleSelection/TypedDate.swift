package import CommandLineParsing
package import FoundationEssentials
package import SampleStore

/// A date as a person types it: a moment, or the reading of a zone's clocks.
package enum TypedDate: Hashable, Sendable {
  case moment(Date)

  /// A day, or a day and a time of day, without an offset.
  case local(WrittenDate)

  /// A day before today, and a time of that day as it is written; midnight if that is empty.
  case day(before: Int, time: String)

  /// The beginning of this calendar interval, or of the one before.
  case beginning(CalendarUnit, isLast: Bool)

  /// Reads what `WrittenDate` reads, a month such as `2026-11` for its first day, and `now`, `today`, `yesterday 8pm`, `8am`, `2w` or `-30min` for as long before
  /// now, `last week`, `this month`. Throws what is wrong: a day that no calendar has, two readings, or no date at all.
  package init(_ text: String, now: Date = Date()) throws(InvalidValue) {
    let words = text.lowercased().split(whereSeparator: \.isWhitespace).map(String.init)
    let rest = words.dropFirst().joined(separator: " ")
    let days = ["today": 0, "yesterday": 1]
    if let count = days[words.first ?? ""], rest.isEmpty || Self.isTime(rest) {
      self = .day(before: count, time: rest)
    } else if words == ["now"] {
      self = .moment(now)
    } else if words.count == 2, ["this", "last"].contains(words[0]),
      let unit = CalendarUnit(rawValue: words[1])
    {
      self = .beginning(unit, isLast: words[0] == "last")
    } else if words.count == 1, let length = Self.length(words[0]) {
      self = .moment(now - length)
    } else if text.utf8.count > 10, TimeText.date(local: text, in: .utc) == nil,
      let date = TimeText.date(iso: text)
    {
      self = .moment(date)
    } else if Self.isTime(text) {
      self = .day(before: 0, time: text)
    } else if let written = WrittenDate(
      text + (text.wholeMatch(of: /\d{4}-\d\d/) == nil ? "" : "-01"))
    {
      let readings = [DateOrder.dayFirst, .monthFirst].compactMap { written.civilDay($0) }
      guard let first = readings.first else { throw InvalidValue("there is no such day") }
      if written.doubtful != nil, written.shownOrder == nil, let last = readings.last, last != first
      {
        throw InvalidValue("may be \(Self.iso(first)) or \(Self.iso(last)); write which")
      }
      self = .local(written)
    } else {
      throw InvalidValue(
        "must be a date or a time, such as 2026-01-31, 'Jan 31 2026 8am', 'yesterday 8pm', 'this week', 2w (min, h, d, w, y) or now"
      )
    }
  }

  /// Returns the moment that is meant in a zone. For a time that comes twice it is the first; a
  /// time that clocks leave out is as much later.
  package func date(in zone: ZoneRules, now: Date = Date()) -> Date {
    switch self {
    case .moment(let date): return date
    case .local(let written): return written.date(nil, in: zone) ?? now
    case .day(let count, let time):
      let day = CivilDate(day: CivilMoment(now, in: zone).date.dayNumber - count)
      return WrittenDate("\(Self.iso(day)) \(time)")?.date(nil, in: zone) ?? now
    case .beginning(let unit, let isLast):
      let intervals = CalendarIntervals(by: unit, in: zone)
      let begin = intervals.interval(containing: now).lowerBound
      return isLast ? intervals.interval(containing: begin - 1).lowerBound : begin
    }
  }

  private static func isTime(_ text: String) -> Bool {
    guard let written = WrittenDate(text) else { return false }
    return written.day == nil && written.second != nil
  }

  private static func iso(_ date: CivilDate) -> String {
    CivilMoment(ZoneRules.utc.date(date), in: .utc).day
  }

  /// Returns the seconds of `7d`, `-7d` and the like.
  private static func length(_ text: String) -> Double? {
    let text = text.drop { $0 == "-" }
    let digits = text.prefix { $0.isASCII && $0.isNumber }
    guard let count = Double(digits), count < 1e6 else { return nil }
    switch text.dropFirst(digits.count) {
    case "min": return 60 * count
    case "h": return 3600 * count
    case "d": return 86_400 * count
    case "w": return 7 * 86_400 * count
    case "y": return 365.25 * 86_400 * count
    default: return nil
    }
  }
}

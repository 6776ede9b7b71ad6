package import FoundationEssentials
package import SampleStore

/// A date as a person types it: a moment, or what the clocks of a zone show.
package enum TypedDate: Hashable, Sendable {
  case moment(Date)

  /// A day, or a day and a time of day without an offset.
  case local(String)

  /// The first moment of a day before today.
  case day(before: Int)

  /// Reads a day, a time with or without an offset, `now`, `today`, `yesterday`, or `-7d`, `-12h`, `-30min`,
  /// `-2w` for as long before now; `nil` for any other text.
  package init?(_ text: String, now: Date = Date()) {
    switch text {
    case "now": self = .moment(now)
    case "today": self = .day(before: 0)
    case "yesterday": self = .day(before: 1)
    default:
      if let length = Self.length(text) {
        self = .moment(now - length)
      } else if text.utf8.count >= 10, TimeText.date(local: text, in: .utc) != nil {
        self = .local(text)
      } else if text.utf8.count > 10, let date = TimeText.date(iso: text) {
        self = .moment(date)
      } else {
        return nil
      }
    }
  }

  /// The moment that is meant in a zone. Of a time that comes twice it is the first; a time that clocks
  /// leave out is as much later.
  package func date(in zone: ZoneRules, now: Date = Date()) -> Date {
    switch self {
    case .moment(let date): return date
    case .local(let text): return TimeText.date(local: text, in: zone) ?? now
    case .day(let count):
      let today = CivilMoment(now, in: zone).date.dayNumber
      return zone.date(CivilDate(day: today - count))
    }
  }

  /// Seconds of `-7d` and the like.
  private static func length(_ text: String) -> Double? {
    guard text.hasPrefix("-") else { return nil }
    let digits = text.dropFirst().prefix { $0.isASCII && $0.isNumber }
    guard let count = Double(digits), count < 1e6 else { return nil }
    switch text.dropFirst(1 + digits.count) {
    case "min": return 60 * count
    case "h": return 3600 * count
    case "d": return 86_400 * count
    case "w": return 7 * 86_400 * count
    default: return nil
    }
  }
}

import Charts
import CommandLineParsing
import HealthCharts
import SampleStore

/// The time that a chart of the page stands for: the hours or days that end at a moment, never a calendar
/// week of which one day has passed. Half a year and a year are whole calendar weeks.
struct PagePeriod {
  /// How long it is.
  enum Span: String {
    /// The hours since the same one of the day before, 23 to 25; of sleep, a night from noon to noon.
    case day

    /// 7 days.
    case week

    /// 30 days.
    case month

    /// 26 weeks.
    case halfYear = "half_year"

    /// 52 weeks.
    case year

    fileprivate var dayCount: Int {
      switch self {
      case .day: 1
      case .week: 7
      case .month: 30
      case .halfYear: 182
      case .year: 364
      }
    }
  }

  let bounds: Range<Date>

  /// What a bar stands for, and what people call it.
  let bars: CalendarIntervals
  let barName: String

  /// Whether they are hours or parts of one: sums are told by the bar, else by the day.
  let isOfHours: Bool

  private let span: Span?

  /// Makes the period of a span that ends with the hour, or the day, of a moment.
  init(_ span: Span, endingAt date: Date, of type: SampleType, in zone: ZoneRules)
    throws(InvalidValue)
  {
    guard abs(date.timeIntervalSince1970) < 4e10 else {
      throw InvalidValue("the date is out of reach")
    }
    self.span = span
    isOfHours = span == .day
    let hours = CalendarIntervals(by: .hour, in: zone)
    let days = CalendarIntervals(by: .day, in: zone)
    if span == .day {
      (bars, barName) = (hours, "hour")
      if type == .category(.sleepAnalysis) {
        // The night that ends on the day: it holds the moment at which the day begins.
        bounds = CalendarIntervals.nights(in: zone).interval(
          containing: days.interval(containing: date).lowerBound)
      } else {
        // A day that is over is that day, also where midnight is missing or comes twice.
        let day = days.interval(containing: date)
        let end = hours.interval(containing: date).upperBound
        let start =
          CalendarIntervals(anchor: end, step: .day, zone: zone)?.boundary(-1)
          ?? end.addingTimeInterval(-86_400)
        bounds = end >= day.upperBound ? day : hours.interval(containing: start).lowerBound..<end
      }
      return
    }
    let count: Int
    switch span {
    case .day, .week, .month: (bars, barName, count) = (days, "day", span.dayCount)
    case .halfYear, .year:
      (bars, barName, count) = (CalendarIntervals(by: .week, in: zone), "week", span.dayCount / 7)
    }
    let end = bars.index(containing: date) + 1
    bounds = bars.boundary(end - count)..<bars.boundary(end)
  }

  /// Makes the period between two moments, with bars that it has room for. It begins and ends with a bar.
  /// Several nights have a bar each.
  init(
    from start: Date, to end: Date, of type: SampleType, in zone: ZoneRules
  ) throws(InvalidValue) {
    guard abs(start.timeIntervalSince1970) < 4e10, abs(end.timeIntervalSince1970) < 4e10,
      end.timeIntervalSince(start) >= 60
    else { throw InvalidValue("a chart needs a minute and more, from one date to a later one") }
    span = nil
    let length = end.timeIntervalSince(start)
    let most = 72.0
    let hours = CalendarIntervals(by: .hour, in: zone)
    let days = CalendarIntervals(by: .day, in: zone)
    func parts(_ seconds: Int, of whole: CalendarIntervals) -> CalendarIntervals? {
      CalendarIntervals(
        anchor: whole.interval(containing: start).lowerBound, step: .init(seconds: seconds),
        zone: zone)
    }
    let short = [(60, "minute"), (300, "5 minutes"), (900, "quarter of an hour")].first {
      length / Double($0.0) <= most
    }
    if let (seconds, name) = short, let minutes = parts(seconds, of: hours) {
      (bars, barName, isOfHours) = (minutes, name, true)
    } else if type == .category(.sleepAnalysis), length > 86_400, length <= most * 86_400 {
      (bars, barName, isOfHours) = (days, "day", false)
    } else if length <= most * 3600 {
      (bars, barName, isOfHours) = (hours, "hour", true)
    } else if length <= most * 21_600, let quarters = parts(21_600, of: days) {
      (bars, barName, isOfHours) = (quarters, "6 hours", false)
    } else if length <= most * 86_400 {
      (bars, barName, isOfHours) = (days, "day", false)
    } else {
      (bars, barName, isOfHours) = (CalendarIntervals(by: .week, in: zone), "week", false)
    }
    bounds =
      bars.interval(containing: start)
      .lowerBound..<bars.interval(containing: end.addingTimeInterval(-0.001)).upperBound
  }

  /// The chart's axis, with labels that a width has room for.
  func axis(width: Double) -> PeriodAxis {
    let domain = bounds.lowerBound...bounds.upperBound
    let isNarrow = width < 520
    let (unit, count): (Calendar.Component, Int)
    switch span {
    case .day: (unit, count) = (.hour, isNarrow ? 6 : 3)
    case .week: (unit, count) = (.day, isNarrow ? 2 : 1)
    case .month: (unit, count) = (.day, isNarrow ? 10 : 5)
    case .halfYear: (unit, count) = (.month, isNarrow ? 2 : 1)
    case .year: (unit, count) = (.month, isNarrow ? 3 : 1)
    case nil: return PeriodAxis(domain)
    }
    return PeriodAxis(domain, by: unit, count: count, isCentered: span == .week)
  }
}

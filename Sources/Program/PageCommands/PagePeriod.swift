import Charts
import CommandLineParsing
import HealthCharts
import SampleStore

/// The time that a chart of the page covers: a day, week, month or year of the calendar, or the 26
/// weeks up to one.
struct PagePeriod {
  /// The length of the period.
  enum Span: String {
    /// A day; of sleep, the night from noon to noon that ends on it.
    case day

    /// From Monday to Sunday.
    case week

    case month

    /// 26 whole weeks.
    case halfYear = "half_year"

    case year
  }

  let bounds: Range<Date>

  /// The time that a bar covers, and its name for people.
  let bars: CalendarIntervals
  let barName: String

  /// Whether they are hours or parts of one: sums are reported by the bar then, else by the day.
  let isOfHours: Bool

  private let span: Span?

  /// Makes the period of a span that holds a moment.
  init(_ span: Span, around date: Date, of type: SampleType, in zone: ZoneRules)
    throws(InvalidValue)
  {
    guard abs(date.timeIntervalSince1970) < 4e10 else {
      throw InvalidValue("the date is out of reach")
    }
    func whole(_ unit: CalendarUnit) -> CalendarIntervals { .init(by: unit, in: zone) }
    self.span = span
    isOfHours = span == .day
    switch span {
    case .day:
      (bars, barName) = (whole(.hour), "hour")
      let day = whole(.day).interval(containing: date)
      // The night holds the moment at which the day begins.
      bounds =
        type == .category(.sleepAnalysis)
        ? CalendarIntervals.nights(in: zone).interval(containing: day.lowerBound) : day
    case .week, .month:
      (bars, barName) = (whole(.day), "day")
      bounds = whole(span == .week ? .week : .month).interval(containing: date)
    case .halfYear:
      (bars, barName) = (whole(.week), "week")
      let end = bars.index(containing: date) + 1
      bounds = bars.boundary(end - 26)..<bars.boundary(end)
    case .year:
      (bars, barName) = (whole(.month), "month")
      bounds = whole(.year).interval(containing: date)
    }
  }

  /// Returns the one before it, as long; of the calendar, the unit before.
  func previous(of type: SampleType, in zone: ZoneRules) throws(InvalidValue) -> PagePeriod {
    guard let span else {
      let length = bounds.upperBound.timeIntervalSince(bounds.lowerBound)
      return try PagePeriod(
        from: bounds.lowerBound.addingTimeInterval(-length), to: bounds.lowerBound, of: type,
        in: zone)
    }
    // A night begins on the day before the one that it is of.
    let isNight = span == .day && type == .category(.sleepAnalysis)
    return try PagePeriod(
      span, around: bounds.lowerBound.addingTimeInterval(isNight ? 0 : -1), of: type, in: zone)
  }

  /// Makes the period between two moments, with bars that it has room for. It begins and ends with a bar.
  /// Several nights get one bar each.
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
    // Several nights have one bar each, and no parts.
    let least = type == .category(.sleepAnalysis) && length > 86_400 ? 86_400.0 : 0
    let all: [(seconds: Double, bars: CalendarIntervals?, name: String)] = [
      (60, parts(60, of: hours), "minute"), (300, parts(300, of: hours), "5 minutes"),
      (900, parts(900, of: hours), "quarter of an hour"), (3600, hours, "hour"),
      (21_600, parts(21_600, of: days), "6 hours"), (86_400, days, "day"),
    ]
    let chosen = all.first { $0.seconds >= least && length <= most * $0.seconds && $0.bars != nil }
    isOfHours = (chosen?.seconds ?? .infinity) <= 3600
    (bars, barName) = (
      chosen?.bars ?? CalendarIntervals(by: .week, in: zone), chosen?.name ?? "week"
    )
    bounds =
      bars.interval(containing: start)
      .lowerBound..<bars.interval(containing: end.addingTimeInterval(-0.001)).upperBound
  }

  /// Returns the chart's axis, with labels that a width has room for.
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
    return PeriodAxis(domain, by: unit, count: count, isCentered: span == .week || span == .year)
  }
}

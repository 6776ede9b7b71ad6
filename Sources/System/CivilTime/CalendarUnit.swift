/// The calendar intervals in which people count.
public enum CalendarUnit: String, CaseIterable, Sendable {
  /// An hour of the clock.
  case hour

  /// A calendar day of 23 to 25 hours.
  case day

  /// Seven calendar days.
  case week

  /// A calendar month.
  case month

  /// Twelve calendar months.
  case year

  /// Returns the distance of two boundaries that are n units apart.
  func step(_ count: Int) -> CalendarIntervals.Step {
    switch self {
    case .hour: count == 1 ? .clockHour : .init(hours: count)
    case .day: .init(days: count)
    case .week: .init(weeks: count)
    case .month: .init(months: count)
    case .year: .init(years: count)
    }
  }
}

import CivilTime

/// The division of time in a chart: by the system's rules for a zone, and the day with which weeks begin.
struct ChartCalendar: Hashable {
  let zone: ZoneRules

  /// 1 is Sunday, 2 Monday.
  var firstWeekday = 2

  init(zone: ZoneRules) { self.zone = zone }

  /// Takes zone and weeks of Foundation's calendar; `nil` if the system does not know the zone. Months
  /// and years are Gregorian.
  init?(_ calendar: Calendar) {
    guard let zone = ZoneRules(calendar.timeZone) else { return nil }
    self.zone = zone
    firstWeekday = calendar.firstWeekday
  }

  /// Returns the calendar's boundaries at every n units; `nil` for units that are no calendar's, such as seconds.
  func intervals(by component: Calendar.Component, count: Int = 1) -> CalendarIntervals? {
    let unit: (CalendarUnit, Int)? =
      switch component {
      case .hour: (.hour, 1)
      case .day, .weekday, .weekdayOrdinal, .dayOfYear: (.day, 1)
      case .weekOfYear, .weekOfMonth: (.week, 1)
      case .month: (.month, 1)
      case .quarter: (.month, 3)
      case .year, .yearForWeekOfYear: (.year, 1)
      default: nil
      }
    return unit.map {
      CalendarIntervals(by: $0, count: $1 * count, in: zone, firstWeekday: firstWeekday)
    }
  }

  /// Returns the unit around a moment, both in seconds since the reference date; `nil` for an era
  /// or a fraction of a second.
  func interval(
    of component: Calendar.Component, around seconds: Double
  ) -> (start: Double, end: Double)? {
    switch component {
    case .second: return clockInterval(1, around: seconds)
    case .minute: return clockInterval(60, around: seconds)
    default:
      guard
        let found = intervals(by: component)?.interval(
          containing: Date(timeIntervalSinceReferenceDate: seconds))
      else { return nil }
      return (
        found.lowerBound.timeIntervalSinceReferenceDate,
        found.upperBound.timeIntervalSinceReferenceDate
      )
    }
  }

  /// Returns the full minutes, or another length that divides an hour of the clock, around a moment.
  func clockInterval(_ length: Double, around seconds: Double) -> (start: Double, end: Double) {
    let offset = Double(moment(seconds).offset)
    let start = ((seconds + offset) / length).rounded(.down) * length - offset
    return (start, start + length)
  }

  /// Returns the reading of clocks at a moment.
  func moment(_ seconds: Double) -> CivilMoment {
    CivilMoment(Date(timeIntervalSinceReferenceDate: seconds), in: zone)
  }
}

import CivilTime

/// Dates as ResearchKit writes them, in this machine's time zone.
extension CivilMoment {
  /// `2026-01-31T09:00:00+0100`: whole seconds, rounded down.
  var text: String { "\(day)T\(clock)\(offsetText)" }

  /// `20260131090000`, for names of files.
  var digits: String { (day + clock).filter(\.isNumber) }
}

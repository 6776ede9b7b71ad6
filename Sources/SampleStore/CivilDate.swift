/// A day of the Gregorian calendar, reckoned backwards and forwards without end.
struct CivilDate: Hashable, Sendable {
  let year: Int64

  /// 1 to 12.
  let month: Int64
  let day: Int64

  init(year: Int64, month: Int64, day: Int64) {
    self.year = year
    self.month = month
    self.day = day
  }

  /// Of a number of days since 1970-01-01, by eras of 400 years that begin in March.
  init(day number: Int64) {
    let shifted = number + 719_468
    let era = ZoneRecurrence.floor(shifted, 146_097)
    let dayOfEra = shifted - era * 146_097
    let yearOfEra =
      (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let march = (5 * dayOfYear + 2) / 153
    day = dayOfYear - (153 * march + 2) / 5 + 1
    month = march < 10 ? march + 3 : march - 9
    year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
  }

  /// Days since 1970-01-01.
  var dayNumber: Int64 {
    let year = month <= 2 ? year - 1 : year
    let era = ZoneRecurrence.floor(year, 400)
    let yearOfEra = year - era * 400
    let dayOfYear = (153 * (month + (month > 2 ? -3 : 9)) + 2) / 5 + day - 1
    let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
    return era * 146_097 + dayOfEra - 719_468
  }

  static func isLeap(_ year: Int64) -> Bool {
    year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
  }

  static func length(ofMonth month: Int64, in year: Int64) -> Int64 {
    switch month {
    case 2: isLeap(year) ? 29 : 28
    case 4, 6, 9, 11: 30
    default: 31
    }
  }

  /// So many months later, on the month's last day where it has no such day.
  func adding(months: Int64) -> CivilDate {
    let count = year * 12 + month - 1 + months
    let year = ZoneRecurrence.floor(count, 12)
    let month = count - year * 12 + 1
    return CivilDate(
      year: year, month: month, day: min(day, Self.length(ofMonth: month, in: year)))
  }
}

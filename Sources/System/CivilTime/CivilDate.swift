/// A day of the Gregorian calendar, extended to all years before and after.
package struct CivilDate: Hashable, Sendable {
  package let year: Int

  /// 1 to 12.
  package let month: Int
  package let day: Int

  package init(year: Int, month: Int, day: Int) {
    self.year = year
    self.month = month
    self.day = day
  }

  /// Creates the date of a number of days since 1970-01-01, by eras of 400 years that begin in March.
  package init(day number: Int) {
    let shifted = number + 719_468
    let era = shifted.floorDivided(by: 146_097)
    let dayOfEra = shifted - era * 146_097
    let yearOfEra =
      (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let march = (5 * dayOfYear + 2) / 153
    day = dayOfYear - (153 * march + 2) / 5 + 1
    month = march < 10 ? march + 3 : march - 9
    year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
  }

  /// Creates the day of a text such as `2026-01-31`; `nil` if there is no such day.
  package init?(_ text: some StringProtocol) {
    let parts = text.split(separator: "-", omittingEmptySubsequences: false)
    guard parts.map(\.utf8.count) == [4, 2, 2],
      text.utf8.allSatisfy({ $0 == UInt8(ascii: "-") || (48...57).contains($0) }),
      let year = Int(parts[0]), let month = Int(parts[1]), let day = Int(parts[2])
    else { return nil }
    self.init(year: year, month: month, day: day)
    guard isReal else { return nil }
  }

  /// Whether the calendar has this day.
  package var isReal: Bool {
    (1...12).contains(month) && (1...Self.length(ofMonth: month, in: year)).contains(day)
  }

  /// `2026-01-31`; years beyond four digits are 0000 and 9999.
  package var text: String {
    // Files of a million samples have three dates each.
    String(unsafeUninitializedCapacity: 10) { bytes in
      max(0, min(9999, year)).write(digits: 4, to: bytes, at: 0)
      bytes[4] = UInt8(ascii: "-")
      month.write(digits: 2, to: bytes, at: 5)
      bytes[7] = UInt8(ascii: "-")
      day.write(digits: 2, to: bytes, at: 8)
      return 10
    }
  }

  /// Days since 1970-01-01.
  package var dayNumber: Int {
    let year = month <= 2 ? year - 1 : year
    let era = year.floorDivided(by: 400)
    let yearOfEra = year - era * 400
    let dayOfYear = (153 * (month + (month > 2 ? -3 : 9)) + 2) / 5 + day - 1
    let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
    return era * 146_097 + dayOfEra - 719_468
  }

  package static func isLeap(_ year: Int) -> Bool {
    year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
  }

  package static func length(ofMonth month: Int, in year: Int) -> Int {
    switch month {
    case 2: isLeap(year) ? 29 : 28
    case 4, 6, 9, 11: 30
    default: 31
    }
  }

  /// Returns the date n months later, or the last day of that month if it has no such day.
  package func adding(months: Int) -> CivilDate {
    let count = year * 12 + month - 1 + months
    let year = count.floorDivided(by: 12)
    let month = count - year * 12 + 1
    return CivilDate(
      year: year, month: month, day: min(day, Self.length(ofMonth: month, in: year)))
  }
}

extension Int {
  /// Returns the quotient, rounded down, so that days before 1970 are counted like those after it.
  package func floorDivided(by divisor: Int) -> Int {
    self / divisor - (self % divisor < 0 ? 1 : 0)
  }

  /// Writes the last digits of a number that is not negative, with zeros in front.
  func write(digits: Int, to bytes: UnsafeMutableBufferPointer<UInt8>, at place: Int) {
    var rest = self
    for index in (place..<place + digits).reversed() {
      bytes[index] = UInt8(ascii: "0") + UInt8(rest % 10)
      rest /= 10
    }
  }

  /// Returns the remainder of `floorDivided(by:)`, from 0 to below the divisor.
  func modulo(_ divisor: Int) -> Int { self - floorDivided(by: divisor) * divisor }
}

/// A rule for every year, in the notation of POSIX's `TZ`: `CET-1CEST,M3.5.0,M10.5.0/3`.
struct ZoneRecurrence: Sendable, Hashable {
  /// A day of the year.
  private enum Day: Hashable {
    /// Weekday (0 is Sunday) `weekday` of week `week` of `month`; week 5 is the last.
    case month(Int, week: Int, weekday: Int)

    /// 1 to 365, 29 February never counted.
    case julian(Int)

    /// 0 to 365.
    case ordinal(Int)
  }

  private let standard: Int
  private let summer: Int
  private let change: Change?

  private struct Moment: Hashable {
    let day: Day

    /// The second of that day by the clock.
    let second: Int
  }

  private struct Change: Hashable {
    let begin: Moment
    let end: Moment
  }

  /// Reads a rule; `nil` if the text is not one.
  init?(_ text: String) {
    var rest = text[...]
    guard Self.skipName(&rest), let west = Self.clock(&rest) else { return nil }
    standard = -west
    guard !rest.isEmpty else {
      summer = standard
      change = nil
      return
    }
    guard Self.skipName(&rest) else { return nil }
    if rest.isEmpty || rest.first == "," {
      summer = standard + 3600
    } else {
      guard let west = Self.clock(&rest) else { return nil }
      summer = -west
    }
    // Without dates, the C library takes those of the United States.
    if rest.isEmpty { rest = ",M3.2.0,M11.1.0" }
    guard let begin = Self.moment(&rest), let end = Self.moment(&rest), rest.isEmpty else {
      return nil
    }
    change = Change(begin: begin, end: end)
  }

  /// Returns the seconds east of UTC at a moment in seconds since 1970.
  func offset(at time: Int) -> Int {
    guard let change else { return standard }
    let year = CivilDate(day: (time + standard).floorDivided(by: 86_400)).year
    let begin = Self.second(change.begin, in: year) - standard
    let end = Self.second(change.end, in: year) - summer
    let isSummer = begin < end ? time >= begin && time < end : time >= begin || time < end
    return isSummer ? summer : standard
  }

  private static func second(_ moment: Moment, in year: Int) -> Int {
    let first = CivilDate(year: year, month: 1, day: 1).dayNumber
    let day: Int
    switch moment.day {
    case .ordinal(let number): day = first + number
    case .julian(let number):
      day = first + number - 1 + (CivilDate.isLeap(year) && number > 59 ? 1 : 0)
    case .month(let month, let week, let weekday):
      let start = CivilDate(year: year, month: month, day: 1).dayNumber
      // 1970-01-01 was a Thursday.
      let firstWeekday = (start + 4).modulo(7)
      var found = start + (weekday - firstWeekday).modulo(7) + (week - 1) * 7
      if found >= start + CivilDate.length(ofMonth: month, in: year) { found -= 7 }
      day = found
    }
    return day * 86_400 + moment.second
  }

  private static func skipName(_ rest: inout Substring) -> Bool {
    if rest.first == "<" {
      guard let end = rest.firstIndex(of: ">") else { return false }
      rest = rest[rest.index(after: end)...]
      return true
    }
    let name = rest.prefix { $0.isASCII && $0.isLetter }
    rest = rest.dropFirst(name.count)
    return name.count >= 3
  }

  private static func number(_ rest: inout Substring) -> Int? {
    let digits = rest.prefix { $0.isASCII && $0.isNumber }
    rest = rest.dropFirst(digits.count)
    return digits.count <= 4 ? Int(digits) : nil
  }

  /// `[+-]hh[:mm[:ss]]` in seconds.
  private static func clock(_ rest: inout Substring) -> Int? {
    let sign: Int = rest.first == "-" ? -1 : 1
    if let first = rest.first, "+-".contains(first) { rest = rest.dropFirst() }
    guard let hours = number(&rest), hours <= 167 else { return nil }
    var seconds = hours * 3600
    for unit: Int in [60, 1] where rest.first == ":" {
      rest = rest.dropFirst()
      guard let part = number(&rest), part < 60 else { return nil }
      seconds += part * unit
    }
    return sign * seconds
  }

  /// `,date[/time]`; two o'clock if there is no time.
  private static func moment(_ rest: inout Substring) -> Moment? {
    guard rest.first == "," else { return nil }
    rest = rest.dropFirst()
    let day: Day
    switch rest.first {
    case "M":
      rest = rest.dropFirst()
      guard let month = number(&rest), (1...12).contains(month), rest.popFirst() == ".",
        let week = number(&rest), (1...5).contains(week), rest.popFirst() == ".",
        let weekday = number(&rest), (0...6).contains(weekday)
      else { return nil }
      day = .month(month, week: week, weekday: weekday)
    case "J":
      rest = rest.dropFirst()
      guard let number = number(&rest), (1...365).contains(number) else { return nil }
      day = .julian(number)
    default:
      guard let number = number(&rest), (0...365).contains(number) else { return nil }
      day = .ordinal(number)
    }
    guard rest.first == "/" else { return Moment(day: day, second: 7200) }
    rest = rest.dropFirst()
    return clock(&rest).map { Moment(day: day, second: $0) }
  }
}

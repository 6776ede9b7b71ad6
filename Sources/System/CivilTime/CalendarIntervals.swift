public import FoundationEssentials

/// A timeline that is divided at an anchor and at every calendar step from it, in both directions,
/// without gaps.
///
/// Boundary n is the anchor plus n steps, not the last boundary plus one step: months from the 31st
/// end on the last day of each month. Years, months, weeks and days keep the clock's time (a day
/// may have 23 or 25 hours); hours, minutes and seconds are lengths.
public struct CalendarIntervals: Hashable, Sendable {
  /// The distance of two boundaries; at least one part is above zero, none below.
  public struct Step: Hashable, Sendable {
    /// Calendar months, a year being twelve.
    public var months: Int

    /// Calendar days, a week being seven.
    public var days: Int

    /// Seconds, an hour being 3600.
    public var seconds: Int

    /// Makes a step of one or more parts.
    public init(
      years: Int = 0, months: Int = 0, weeks: Int = 0, days: Int = 0, hours: Int = 0,
      minutes: Int = 0, seconds: Int = 0
    ) {
      let limit = 1_000_000_000
      func bounded(_ number: Int) -> Int { max(-limit, min(limit, number)) }
      self.months = bounded(years) * 12 + bounded(months)
      self.days = bounded(weeks) * 7 + bounded(days)
      self.seconds = bounded(hours) * 3600 + bounded(minutes) * 60 + bounded(seconds)
    }

    /// 3600 seconds.
    public static let hour = Step(hours: 1)

    /// An hour of the clock, which begins when the clock shows a full hour. Where clocks are set by a
    /// part of an hour, as on Lord Howe Island, one hour is longer or shorter, and all others still
    /// begin on the hour. An hour that comes twice is two. Intervals are numbered by the day, with
    /// empty ones after the last of each.
    public static let clockHour: Step = {
      var step = Step(hours: 1)
      step.isOfClock = true
      return step
    }()

    /// Whether the hour is one of the clock.
    private(set) var isOfClock = false

    /// A calendar day of 23 to 25 hours.
    public static let day = Step(days: 1)

    /// Seven calendar days.
    public static let week = Step(weeks: 1)

    /// A calendar month.
    public static let month = Step(months: 1)

    /// Twelve calendar months.
    public static let year = Step(years: 1)

    /// Seconds, on average.
    var typicalLength: Double {
      Double(months) * 2_629_746 + Double(days) * 86_400 + Double(seconds)
    }
  }

  /// The beginning of interval 0.
  public let anchor: Date

  /// The distance of two boundaries.
  public let step: Step

  /// The time zone of days and months.
  public let zone: ZoneRules

  private let localAnchor: Int
  private let fraction: Double

  /// Makes a timeline; `nil` if the step is zero or negative, or the anchor is hundreds of
  /// thousands of years away.
  public init?(anchor: Date, step: Step, zone: ZoneRules) {
    let seconds = anchor.timeIntervalSince1970
    guard abs(seconds) < 1e13, step.months >= 0, step.days >= 0, step.seconds >= 0,
      step.typicalLength > 0, step.typicalLength < 1e13
    else { return nil }
    self.anchor = anchor
    self.step = step
    self.zone = zone
    let whole = seconds.rounded(.down)
    fraction = seconds - whole
    localAnchor = Int(whole) + zone.offset(at: Int(whole))
  }

  /// Makes the intervals of a zone's calendar: hours, days, weeks, months, years, or every n of them.
  ///
  /// Months are counted from January, years from year 0, days and weeks from the first of 2001, a Monday.
  ///
  /// - Parameter firstWeekday: The day with which weeks begin; 1 is Sunday, 2 Monday.
  public init(
    by unit: CalendarUnit, count: Int = 1, in zone: ZoneRules, firstWeekday: Int = 2
  ) {
    let count = max(1, min(100_000, count))
    var first = CivilDate(year: 2001, month: 1, day: 1)
    switch unit {
    case .hour, .day, .month: break
    case .week: first = CivilDate(day: first.dayNumber - (2 - firstWeekday).modulo(7))
    case .year: first = CivilDate(year: 2001 - 2001 % count, month: 1, day: 1)
    }
    step = unit.step(count)
    self.zone = zone
    anchor = zone.date(first)
    fraction = 0
    localAnchor = first.dayNumber * 86_400
  }

  /// Returns intervals that are `count` of these each, counted from the same anchor. Hours of the clock
  /// are joined as lengths.
  package func joined(_ count: Int) -> CalendarIntervals {
    guard count > 1 else { return self }
    if step.isOfClock { return CalendarIntervals(by: .hour, count: count, in: zone) }
    var joined = step
    joined.months = Self.product(step.months, count)
    joined.days = Self.product(step.days, count)
    joined.seconds = Self.product(step.seconds, count)
    return CalendarIntervals(anchor: anchor, step: joined, zone: zone) ?? self
  }

  /// Returns the interval that contains a moment.
  public func interval(containing date: Date) -> Range<Date> {
    let n = index(containing: date)
    return boundary(n)..<boundary(n + 1)
  }

  /// Returns the beginning of interval n, which is the end of interval n - 1.
  public func boundary(_ n: Int) -> Date {
    if step.isOfClock { return clockBoundary(n) }
    guard n != 0 else { return anchor }
    let count = Int(max(-1_000_000_000_000, min(1_000_000_000_000, n)))
    var time: Int
    if step.months == 0, step.days == 0 {
      let start = anchor.timeIntervalSince1970.rounded(.down)
      return Date(timeIntervalSince1970: start + Double(count) * Double(step.seconds) + fraction)
    }
    let day = localAnchor.floorDivided(by: 86_400)
    let clock = localAnchor - day * 86_400
    let month = CivilDate(day: day).adding(months: Self.product(count, step.months))
    let target = month.dayNumber + Self.product(count, step.days)
    time = zone.time(ofLocal: target * 86_400 + clock)
    time += Self.product(count, step.seconds)
    return Date(timeIntervalSince1970: Double(time) + fraction)
  }

  /// Returns the number of the interval that contains a moment; an interval contains its start, not
  /// its end.
  public func index(containing date: Date) -> Int {
    if step.isOfClock { return clockIndex(containing: date) }
    let guess = date.timeIntervalSince(anchor) / step.typicalLength
    var n = Int(max(-1e12, min(1e12, guess.rounded(.down))))
    while boundary(n) > date, n > -1_000_000_000_000 { n -= 1 }
    while boundary(n + 1) <= date, n < 1_000_000_000_000 { n += 1 }
    return n
  }

  // MARK: Hours of the clock

  /// Numbers of intervals for each day; a day has at most 25 hours and one that is divided.
  private static let hoursOfDay = 32

  private func clockBoundary(_ n: Int) -> Date {
    let day = n.floorDivided(by: Self.hoursOfDay)
    let hours = clockHours(ofDay: day)
    let index = n - day * Self.hoursOfDay
    let time = index < hours.count ? hours[index] : midnight(day + 1)
    return Date(timeIntervalSince1970: Double(time))
  }

  private func clockIndex(containing date: Date) -> Int {
    let time = Int(max(-1e13, min(1e13, date.timeIntervalSince1970.rounded(.down))))
    let local = time + zone.offset(at: time)
    var day = local.floorDivided(by: 86_400) - localAnchor.floorDivided(by: 86_400)
    // A day may begin later than at midnight, or twice.
    while midnight(day) > time { day -= 1 }
    while midnight(day + 1) <= time { day += 1 }
    let index = clockHours(ofDay: day).lastIndex { $0 <= time } ?? 0
    return day * Self.hoursOfDay + index
  }

  private func midnight(_ day: Int) -> Int {
    let bounded = max(-100_000_000, min(100_000_000, day))
    return zone.time(ofLocal: (localAnchor.floorDivided(by: 86_400) + bounded) * 86_400)
  }

  /// Returns the moments of a day at which an hour of the clock begins.
  private func clockHours(ofDay day: Int) -> [Int] {
    let (start, end) = (midnight(day), midnight(day + 1))
    var hours = [start]
    var time = start
    while hours.count < Self.hoursOfDay {
      let offset = zone.offset(at: time)
      let local = time + offset
      var next = time + 3600 - (local - local.floorDivided(by: 3600) * 3600)
      if zone.offset(at: next) != offset {
        // The clock is set within this hour: the moment is found by halving.
        var (low, high) = (time, next)
        while high - low > 1 {
          let middle = (low + high) / 2
          if zone.offset(at: middle) == offset { low = middle } else { high = middle }
        }
        let shown = high + zone.offset(at: high)
        let before = (high - 1 + offset).floorDivided(by: 3600)
        guard shown.floorDivided(by: 3600) != before || shown % 3600 == 0 else {
          time = high
          continue
        }
        next = high
      }
      guard next < end else { break }
      hours.append(next)
      time = next
    }
    return hours
  }

  private static func product(_ a: Int, _ b: Int) -> Int {
    let (product, overflow) = a.multipliedReportingOverflow(by: Int(b))
    let limit: Int = 1_000_000_000_000
    return overflow ? (a < 0 ? -limit : limit) : max(-limit, min(limit, product))
  }
}

public import FoundationEssentials

/// A line of time cut at an anchor and at every calendar step from it, both ways, without gaps.
///
/// The cuts are the anchor plus n steps, not one step added to the last: months from the 31st end on the
/// last day of each month. Years, months, weeks and days keep the clock's time (a day may have 23 or 25
/// hours); hours, minutes and seconds are lengths.
public struct CalendarIntervals: Hashable, Sendable {
  /// What lies between two cuts; at least one part above zero, none below.
  public struct Step: Hashable, Sendable {
    public var months: Int
    public var days: Int
    public var seconds: Int

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

    public static let hour = Step(hours: 1)
    public static let day = Step(days: 1)
    public static let week = Step(weeks: 1)
    public static let month = Step(months: 1)
    public static let year = Step(years: 1)

    /// Seconds, on average.
    var typicalLength: Double {
      Double(months) * 2_629_746 + Double(days) * 86_400 + Double(seconds)
    }
  }

  public let anchor: Date
  public let step: Step
  public let zone: ZoneRules

  private let localAnchor: Int64
  private let fraction: Double

  /// `nil` where the step is none, or the anchor lies hundreds of thousands of years away.
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
    localAnchor = Int64(whole) + zone.offset(at: Int64(whole))
  }

  /// Where interval n begins and interval n - 1 ends.
  public func boundary(_ n: Int) -> Date {
    guard n != 0 else { return anchor }
    let count = Int64(max(-1_000_000_000_000, min(1_000_000_000_000, n)))
    var time: Int64
    if step.months == 0, step.days == 0 {
      let start = anchor.timeIntervalSince1970.rounded(.down)
      return Date(timeIntervalSince1970: start + Double(count) * Double(step.seconds) + fraction)
    }
    let day = ZoneRecurrence.floor(localAnchor, 86_400)
    let clock = localAnchor - day * 86_400
    let month = CivilDate(day: day).adding(months: Self.product(count, step.months))
    let target = month.dayNumber + Self.product(count, step.days)
    time = zone.time(ofLocal: target * 86_400 + clock)
    time += Self.product(count, step.seconds)
    return Date(timeIntervalSince1970: Double(time) + fraction)
  }

  /// The number of the interval that a moment lies in: its start belongs to it, its end does not.
  public func index(containing date: Date) -> Int {
    let guess = date.timeIntervalSince(anchor) / step.typicalLength
    var n = Int(max(-1e12, min(1e12, guess.rounded(.down))))
    while boundary(n) > date, n > -1_000_000_000_000 { n -= 1 }
    while boundary(n + 1) <= date, n < 1_000_000_000_000 { n += 1 }
    return n
  }

  private static func product(_ a: Int64, _ b: Int) -> Int64 {
    let (product, overflow) = a.multipliedReportingOverflow(by: Int64(b))
    let limit: Int64 = 1_000_000_000_000
    return overflow ? (a < 0 ? -limit : limit) : max(-limit, min(limit, product))
  }
}

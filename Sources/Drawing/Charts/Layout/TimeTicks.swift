import CivilTime

/// Round times: they step by the calendar and are placed by the instant, so that they are right across
/// changes of the clocks.
struct TimeTicks {
  /// A calendar unit, or several of them, in round numbers.
  struct Step: Hashable {
    let component: Calendar.Component
    let count: Int
    /// About how long it is, in seconds.
    let length: Double

    init(_ component: Calendar.Component, count: Int) {
      (self.component, self.count) = (component, count)
      length = Self.length(of: component) * Double(count)
    }

    /// Returns about how long a calendar unit is, in seconds.
    static func length(of component: Calendar.Component) -> Double {
      switch component {
      case .nanosecond: 1e-9
      case .second: 1
      case .minute: 60
      case .hour: 3600
      case .weekOfYear, .weekOfMonth, .yearForWeekOfYear: 604_800
      case .month: 2_629_800
      case .quarter: 7_889_400
      case .year: 31_557_600
      case .era: 3e11
      default: 86_400
      }
    }
  }

  let calendar: ChartCalendar

  private static let steps: [Step] = [
    (Calendar.Component.second, [1, 2, 5, 10, 15, 30]), (.minute, [1, 2, 5, 10, 15, 30]),
    (.hour, [1, 2, 3, 6, 12]), (.day, [1, 2]), (.weekOfYear, [1, 2]), (.month, [1, 3, 6]),
    (.year, [1]),
  ].flatMap { component, counts in counts.map { Step(component, count: $0) } }

  /// Returns the step that gives about a number of ticks, at least two of them if any does; `nil` below
  /// a second.
  func step(low: Double, high: Double, count: Int, atLeast least: Double = 0) -> Step? {
    let rough = max((high - low) / Double(max(count, 1)), least)
    guard rough >= 0.5 else { return nil }
    if rough > 31_557_600 * 0.75 {
      let years = Int(max(NumberTicks.step(low: 0, high: rough / 31_557_600, count: 1), 1))
      return Step(.year, count: years)
    }
    var chosen = Self.steps[0]
    for (step, next) in zip(Self.steps, Self.steps.dropFirst())
    where rough > (step.length * next.length).squareRoot() { chosen = next }
    guard least == 0 else { return chosen }
    // A coarse step may miss the domain: an hour from 9:05 to 10:40 has one full hour.
    while let index = Self.steps.firstIndex(of: chosen), index > 0,
      dates(every: chosen, low: low, high: high).count < 2
    { chosen = Self.steps[index - 1] }
    return chosen
  }

  /// Returns the multiples of a step from `low` to `high`, in seconds since the reference date; at most
  /// a thousand, in larger steps if need be.
  func dates(every step: Step, low: Double, high: Double) -> [Double] {
    // Beyond these there are no dates, and seconds cannot be distinguished.
    guard low <= high, abs(low) < 1e12, abs(high) < 1e12, step.count > 0 else { return [] }
    let stride = max(Int(((high - low) / (step.length * 1000)).rounded(.up)), 1)
    let count = step.count * stride
    switch step.component {
    case .nanosecond, .second, .minute: return shortDates(step.component, count, low, high)
    case .hour: return hours(count, low, high)
    default: return longDates(step.component, count, low, high)
    }
  }

  /// Returns dates of seconds and minutes: from the start of the hour or minute, by the instant.
  private func shortDates(
    _ component: Calendar.Component, _ count: Int, _ low: Double, _ high: Double
  ) -> [Double] {
    let unit = component == .minute ? 60.0 : 1
    guard count < 60 else { return hours(max(count * Int(unit) / 3600, 1), low, high) }
    let length = unit * Double(count)
    let cycleLength = unit * 60
    var dates: [Double] = []
    var cycleStart = calendar.clockInterval(cycleLength, around: low).start
    // Each hour or minute starts over, so that 7 minutes are not counted across it.
    while cycleStart <= high {
      var date = cycleStart
      while date < cycleStart + cycleLength - 1e-6, date <= high {
        if date >= low - 1e-6 { dates.append(date) }
        date += length
      }
      cycleStart += cycleLength
    }
    return dates
  }

  /// Hours by the clock on the wall. One that the clocks leave out has no tick; one that comes twice has
  /// one, at the first.
  private func hours(_ count: Int, _ low: Double, _ high: Double) -> [Double] {
    if count >= 24 { return longDates(.day, count / 24, low, high) }
    var dates: [Double] = []
    let first = calendar.moment(low).date.dayNumber
    for day in first..<first + 2000 {
      for hour in stride(from: 0, to: 24, by: count) {
        let wanted = CivilDate(day: day)
        let seconds = calendar.zone.date(wanted, second: 3600 * hour)
          .timeIntervalSinceReferenceDate
        guard seconds <= high else { return dates }
        let shown = calendar.moment(seconds)
        if shown.date == wanted, shown.second / 3600 == hour, seconds >= low - 1e-6 {
          dates.append(seconds)
        }
      }
    }
    return dates
  }

  /// Days, weeks, months and years: counted from a fixed one, so that the same days have ticks
  /// wherever the domain begins.
  private func longDates(
    _ component: Calendar.Component, _ count: Int, _ low: Double, _ high: Double
  ) -> [Double] {
    guard let intervals = calendar.intervals(by: component, count: count) else { return [] }
    let first = intervals.index(containing: Date(timeIntervalSinceReferenceDate: low - 1e-6))
    var dates: [Double] = []
    for index in first..<first + 2000 {
      let seconds = intervals.boundary(index).timeIntervalSinceReferenceDate
      if seconds > high { break }
      // A day that never was has no tick.
      if seconds >= low - 1e-6, seconds > dates.last ?? -.infinity { dates.append(seconds) }
    }
    return dates
  }
}

/// Writes times at ticks: only the part of each that distinguishes it from the others, and the
/// larger unit where it begins.
struct TimeLabels {
  private let calendar: ChartCalendar
  private let length: Double

  init(values: [Double], calendar: ChartCalendar) {
    self.calendar = calendar
    let gaps = zip(values.dropFirst(), values).map { $0 - $1 }.filter { $0 > 0 }
    length = gaps.min() ?? 60
  }

  private static let months = [
    "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
  ]

  func text(_ seconds: Double) -> String {
    let moment = calendar.moment(seconds)
    let (year, month, day) = (moment.date.year, moment.date.month, moment.date.day)
    let name = Self.months[month - 1]
    // A little less than the units, because clocks are changed.
    if length < 0.999 {
      let fraction = seconds - seconds.rounded(.down)
      let digits = min(max(Int((-log10(max(length, 1e-9))).rounded(.up)), 1), 6)
      let scaled = Int((fraction * pow(10, Double(digits))).rounded())
      let text = String(scaled)
      return moment.clock.suffix(2) + "."
        + String(repeating: "0", count: max(digits - text.count, 0)) + text
    }
    if length < 59 { return moment.clock }
    if length < 82_000 { return moment.second < 60 ? "\(day) \(name)" : moment.minute }
    if length < 2_400_000 { return "\(day) \(name)" }
    if length < 31_000_000 { return month == 1 ? "\(year)" : name }
    return "\(year)"
  }
}

@testable import Charts
import CivilTime
import TestSupport
import Testing

/// Ticks of time axes.
@Suite struct TimeTickTests {
  private static let zones = [
    "Europe/Berlin", "America/New_York", "Australia/Lord_Howe", "Asia/Kathmandu", "Pacific/Apia",
    "America/Sao_Paulo", "Africa/Casablanca", "Asia/Tokyo", "America/St_Johns", "UTC",
  ]

  @Test(arguments: zones)
  func `ticks are round times of their zone, in order, inside, and at least two`(
    zone: String
  ) throws {
    // The system's rules of zones: those in Foundation are of another year, and Morocco's change each year.
    let rules = try #require(ZoneRules(identifier: zone))
    let ticks = TimeTicks(calendar: ChartCalendar(zone: rules))
    var generator = SeededGenerator(seed: 11)
    for _ in 0..<150 {
      let length = pow(10, generator.uniform() * 8.4)
      let low = 600_000_000 + generator.uniform() * 300_000_000
      let step = try #require(ticks.step(low: low, high: low + length * 3, count: 6))
      let dates = ticks.dates(every: step, low: low, high: low + length * 3)
      #expect(dates.count >= 2 && dates.count <= 40, "\(step) \(low) \(length)")
      #expect(dates.allSatisfy { $0 >= low - 1e-3 && $0 <= low + length * 3 })
      #expect(zip(dates, dates.dropFirst()).allSatisfy { $0 < $1 })
      for date in dates {
        let moment = CivilMoment(Date(timeIntervalSinceReferenceDate: date), in: rules)
        let before = CivilMoment(Date(timeIntervalSinceReferenceDate: date - 1), in: rules)
        let (year, month, day) = (moment.date.year, moment.date.month, moment.date.day)
        switch step.component {
        case .second: #expect(moment.second % step.count == 0)
        case .minute: #expect(moment.second % (60 * step.count) == 0)
        case .hour: #expect(moment.second % (3600 * step.count) == 0)
        case .month: #expect(day == 1 && (month - 1) % step.count == 0)
        case .year: #expect(day == 1 && month == 1 && year % step.count == 0)
        // A day begins at one o'clock where the clock is put forward at midnight.
        default: #expect(before.date != moment.date)
        }
      }
    }
  }

  /// The hours of a day by its ticks, and the distances of the ticks.
  private func hours(_ zone: String, _ day: String, every count: Int) throws -> ([Int], [Double]) {
    let calendar = Examples.calendar(zone)
    let noon = try Date(day + "T12:00:00Z", strategy: .iso8601)
    let interval = try #require(calendar.dateInterval(of: .day, for: noon))
    let step = TimeTicks.Step(.hour, count: count)
    let dates = TimeTicks(calendar: try #require(ChartCalendar(calendar))).dates(
      every: step, low: interval.start.timeIntervalSinceReferenceDate,
      high: interval.end.timeIntervalSinceReferenceDate - 1)
    return (
      dates.map { calendar.component(.hour, from: Date(timeIntervalSinceReferenceDate: $0)) },
      zip(dates.dropFirst(), dates).map { ($0 - $1) / 3600 }
    )
  }

  @Test func `when clocks go forward, the hour that is left out has no tick`() throws {
    let (hours, gaps) = try hours("Europe/Berlin", "2026-03-29", every: 1)
    #expect(hours == [0, 1] + Array(3...23))
    #expect(gaps.allSatisfy { $0 == 1 })
  }

  @Test func `when clocks go back, ticks stay at the same hours and the day is longer`() throws {
    let (hours, gaps) = try hours("Europe/Berlin", "2026-10-25", every: 6)
    #expect(hours == [0, 6, 12, 18])
    #expect(gaps == [7, 6, 6])
    let forward = try self.hours("Europe/Berlin", "2026-03-29", every: 6)
    #expect(forward.0 == [0, 6, 12, 18] && forward.1 == [5, 6, 6])
  }

  @Test func `where clocks move half an hour, ticks keep to the full hours`() throws {
    let (hours, gaps) = try hours("Australia/Lord_Howe", "2026-10-04", every: 3)
    #expect(hours.allSatisfy { $0 % 3 == 0 })
    #expect(gaps.contains(2.5))
  }

  @Test func `a day that never was has no tick`() throws {
    // Samoa went from 29 to 31 December 2011.
    let calendar = Examples.calendar("Pacific/Apia")
    let low = try Date("2011-12-28T12:00:00Z", strategy: .iso8601).timeIntervalSinceReferenceDate
    let dates = TimeTicks(calendar: try #require(ChartCalendar(calendar))).dates(
      every: .init(.day, count: 1), low: low, high: low + 4 * 86_400)
    let days = dates.map {
      calendar.component(.day, from: Date(timeIntervalSinceReferenceDate: $0))
    }
    #expect(!days.contains(30) && days.contains(29) && days.contains(31))
  }

  @Test func `labels name the larger unit where it begins`() throws {
    let calendar = Examples.calendar("UTC")
    func texts(_ dates: [String]) throws -> [String] {
      let values = try dates.map {
        try Date($0, strategy: .iso8601).timeIntervalSinceReferenceDate
      }
      let labels = TimeLabels(values: values, calendar: try #require(ChartCalendar(calendar)))
      return values.map(labels.text)
    }
    #expect(
      try texts(["2026-03-03T18:00:00Z", "2026-03-04T00:00:00Z", "2026-03-04T06:00:00Z"])
        == ["18:00", "4 Mar", "06:00"])
    #expect(
      try texts(["2025-12-01T00:00:00Z", "2026-01-01T00:00:00Z", "2026-02-01T00:00:00Z"])
        == ["Dec", "2026", "Feb"])
    #expect(
      try texts(["2026-03-03T18:00:05Z", "2026-03-03T18:00:10Z"]) == ["18:00:05", "18:00:10"])
    #expect(try texts(["2020-01-01T00:00:00Z", "2030-01-01T00:00:00Z"]) == ["2020", "2030"])
  }
}

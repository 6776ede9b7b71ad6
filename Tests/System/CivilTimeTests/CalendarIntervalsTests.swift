@testable import CivilTime
import Foundation
import TestSupport
import Testing

/// Against clock times reckoned by Foundation's Gregorian calendar in Greenwich, and the system's own table of each
/// zone's offsets.
struct CalendarIntervalsTests {
  static let zones = [
    "Europe/Berlin", "America/New_York", "America/St_Johns", "Australia/Lord_Howe",
    "Asia/Kolkata", "Africa/Casablanca", "Europe/Dublin", "Asia/Beirut", "Pacific/Auckland",
    "America/Santiago", "UTC",
  ]

  static let steps: [(CalendarIntervals.Step, DateComponents)] = [
    (.hour, DateComponents(hour: 1)), (.day, DateComponents(day: 1)),
    (.week, DateComponents(day: 7)), (.month, DateComponents(month: 1)),
    (.year, DateComponents(year: 1)), (.init(months: 3), DateComponents(month: 3)),
    (.init(minutes: 20), DateComponents(minute: 20)), (.init(days: 10), DateComponents(day: 10)),
  ]

  @Test(arguments: zones)
  func `cuts lie where clocks show the anchor's time`(_ zone: String) throws {
    let reference = try SystemZone(zone)
    let rules = try #require(ZoneRules(identifier: zone))
    var generator = SeededGenerator(seed: 5)
    for _ in 0..<40 {
      // Of 2000 to 2040, at hours at which clocks are not changed: what a skipped time stands for is ours.
      let day = Int.random(in: 10_957..<25_567, using: &generator)
      let time = Int.random(in: 5 * 60...22 * 60 + 59, using: &generator)
      let anchor = try reference.date(
        ofClock: Date(timeIntervalSince1970: Double(86_400 * day + 60 * time + 7)))
      for (step, components) in Self.steps {
        let intervals = try #require(CalendarIntervals(anchor: anchor, step: step, zone: rules))
        for n in [-400, -37, -2, -1, 0, 1, 2, 13, 52, 365] {
          let expected = try reference.date(byAdding: components, times: n, to: anchor)
          #expect(intervals.boundary(n) == expected, "\(zone) \(anchor) \(step) \(n)")
        }
      }
    }
  }

  @Test(arguments: zones)
  func `a moment lies in the one interval around it, and no gap is left`(_ zone: String) throws {
    let rules = try #require(ZoneRules(identifier: zone))
    var generator = SeededGenerator(seed: 6)
    for (step, _) in Self.steps {
      let anchor = Date(timeIntervalSince1970: 1_700_000_000.5)
      let intervals = try #require(CalendarIntervals(anchor: anchor, step: step, zone: rules))
      for _ in 0..<60 {
        let date = Date(timeIntervalSince1970: Double.random(in: -1e9...4e9, using: &generator))
        let n = intervals.index(containing: date)
        #expect(intervals.boundary(n) <= date && date < intervals.boundary(n + 1))
        #expect(intervals.index(containing: intervals.boundary(n)) == n)
      }
    }
  }

  @Test(arguments: zones)
  func `joined intervals begin and end where single ones do`(_ zone: String) throws {
    let rules = try #require(ZoneRules(identifier: zone))
    for (step, _) in Self.steps {
      let anchor = Date(timeIntervalSince1970: 1_700_000_000.5)
      let intervals = try #require(CalendarIntervals(anchor: anchor, step: step, zone: rules))
      #expect(intervals.joined(1) == intervals)
      for count in [2, 3, 17] {
        let joined = intervals.joined(count)
        for n in [-300, -31, -1, 0, 1, 29, 300] {
          #expect(joined.boundary(n) == intervals.boundary(n * count), "\(zone) \(step) \(count)")
        }
      }
    }
    // Hours of the clock are numbered by the day; several are lengths.
    let hours = CalendarIntervals(by: .hour, in: rules).joined(5)
    #expect(hours.step == CalendarIntervals.Step(hours: 5))
  }

  @Test func `days have 23 and 25 hours where clocks change`() throws {
    let berlin = try #require(ZoneRules(identifier: "Europe/Berlin"))
    let midnight = Date(timeIntervalSince1970: 1_767_222_000)  // 2026-01-01 00:00 +01:00
    let days = try #require(CalendarIntervals(anchor: midnight, step: .day, zone: berlin))
    let lengths = (0..<365).map {
      days.boundary($0 + 1).timeIntervalSince(days.boundary($0)) / 3600
    }
    #expect(lengths.filter { $0 == 24 }.count == 363)
    // 29 March and 25 October.
    #expect(lengths[87] == 23 && lengths[297] == 25)
  }

  @Test func `months from the 31st end on the last day`() throws {
    let anchor = Date(timeIntervalSince1970: 1_769_817_600)  // 2026-01-31 00:00 UTC
    let months = try #require(CalendarIntervals(anchor: anchor, step: .month, zone: .utc))
    let format = Date.ISO8601FormatStyle().year().month().day()
    #expect(
      (-2...3).map { months.boundary($0).formatted(format) } == [
        "2025-11-30", "2025-12-31", "2026-01-31", "2026-02-28", "2026-03-31", "2026-04-30",
      ])
  }

  @Test func `a rule or an offset stands for a zone too`() throws {
    let berlin = try #require(ZoneRules(identifier: "Europe/Berlin"))
    let rule = try ZoneRules.current(environment: ["TZ": "CET-1CEST,M3.5.0,M10.5.0/3"])
    let anchor = Date(timeIntervalSince1970: 1_767_222_000)
    let days = try [berlin, rule].map {
      try #require(CalendarIntervals(anchor: anchor, step: .day, zone: $0))
    }
    for n in 0..<3000 { #expect(days[0].boundary(n) == days[1].boundary(n)) }
    let india = try #require(ZoneRules(identifier: "GMT+0530"))
    let kolkata = try #require(ZoneRules(identifier: "Asia/Kolkata"))
    for step in [CalendarIntervals.Step.month, .day] {
      #expect(
        CalendarIntervals(anchor: anchor, step: step, zone: india)?.boundary(7)
          == CalendarIntervals(anchor: anchor, step: step, zone: kolkata)?.boundary(7))
    }
    #expect(ZoneRules(identifier: "GMT+05x0") == nil)
  }

  @Test func `what is no step, zone or anchor is refused`() throws {
    let date = Date(timeIntervalSince1970: 0)
    #expect(CalendarIntervals(anchor: date, step: .init(), zone: .utc) == nil)
    #expect(CalendarIntervals(anchor: date, step: .init(days: -1), zone: .utc) == nil)
    #expect(
      CalendarIntervals(anchor: Date(timeIntervalSince1970: 1e20), step: .day, zone: .utc) == nil)
    for name in ["", "Nowhere/Land", "../../../etc/passwd", "/etc/localtime", "tzdata.zi"] {
      #expect(ZoneRules(identifier: name) == nil, "\(name)")
    }
  }

  @Test func `hours of the clock begin on the hour, also where clocks are set by half of one`()
    throws
  {
    let zone = try #require(ZoneRules(identifier: "Australia/Lord_Howe"))
    // 2026-04-05 at 02:00 the clock is set back to 01:30, and on 2026-10-04 at 02:00 to 02:30.
    let anchor = Date(timeIntervalSince1970: 978_307_200 - 39_600)
    let hours = try #require(CalendarIntervals(anchor: anchor, step: .clockHour, zone: zone))
    func lengths(_ start: Double, _ count: Int) -> [Double] {
      let first = hours.index(containing: Date(timeIntervalSince1970: start))
      return (first..<first + count).map {
        hours.boundary($0 + 1).timeIntervalSince(hours.boundary($0)) / 60
      }
    }
    #expect(lengths(1_775_307_600, 4) == [60, 90, 60, 60])
    #expect(lengths(1_791_034_200, 5) == [60, 60, 30, 60, 60])
    for time in stride(from: 1_775_000_000.0, to: 1_792_000_000, by: 1733) {
      let date = Date(timeIntervalSince1970: time)
      let n = hours.index(containing: date)
      #expect(hours.boundary(n) <= date && date < hours.boundary(n + 1))
      let start = Int(hours.boundary(n).timeIntervalSince1970)
      let isSummer = start < 1_775_314_800 || start >= 1_791_041_400
      let shown = (start + (isSummer ? 39_600 : 37_800)) % 3600
      let length = hours.boundary(n + 1).timeIntervalSince(hours.boundary(n))
      #expect(shown == 0 || (shown == 1800 && length == 1800))
    }
  }

  @Test(arguments: [
    ("Europe/Berlin", 978_303_600), ("America/Sao_Paulo", 978_314_400),
    ("Asia/Kolkata", 978_287_400), ("UTC", 978_307_200),
  ])
  func `hours of the clock are hours where clocks are set by whole ones`(
    name: String, midnight: Int
  ) throws {
    let zone = try #require(ZoneRules(identifier: name))
    let anchor = Date(timeIntervalSince1970: Double(midnight))
    let hours = try #require(CalendarIntervals(anchor: anchor, step: .clockHour, zone: zone))
    for time in stride(from: midnight + 150_000 * 3600, to: midnight + 159_000 * 3600, by: 3600) {
      let n = hours.index(containing: Date(timeIntervalSince1970: Double(time)))
      #expect(Int(hours.boundary(n).timeIntervalSince1970) == time)
      #expect(Int(hours.boundary(n + 1).timeIntervalSince1970) == time + 3600)
    }
  }

  @Test(arguments: zones)
  func `units begin where a zone's calendar begins them, whatever their number`(
    _ zone: String
  ) throws {
    let rules = try #require(ZoneRules(identifier: zone))
    var generator = SeededGenerator(seed: 7)
    for _ in 0..<60 {
      let date = Date(timeIntervalSince1970: Double.random(in: -1e9...4e9, using: &generator))
      func begin(_ unit: CalendarUnit, _ count: Int = 1, firstWeekday: Int = 2) -> CivilMoment {
        let intervals = CalendarIntervals(
          by: unit, count: count, in: rules, firstWeekday: firstWeekday)
        return CivilMoment(intervals.interval(containing: date).lowerBound, in: rules)
      }
      let now = CivilMoment(date, in: rules)
      #expect(begin(.day).date == now.date)
      #expect(begin(.month).date == CivilDate(year: now.date.year, month: now.date.month, day: 1))
      #expect(begin(.year).date == CivilDate(year: now.date.year, month: 1, day: 1))
      #expect(begin(.month, 6).date.month % 6 == 1 && begin(.month, 6).date.year == now.date.year)
      #expect(begin(.year, 5).date.year % 5 == 0)
      for first in 1...7 {
        let day = begin(.week, firstWeekday: first).date.dayNumber
        // 1970-01-01 was a Thursday.
        #expect((day + 4).modulo(7) == first - 1 && (0..<7).contains(now.date.dayNumber - day))
      }
    }
  }
}

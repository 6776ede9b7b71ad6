import FoundationEssentials
import SampleStore
import Testing

@testable import PageCommands

/// Windows of time follow the calendar, over both changes of the clock.
struct PagePeriodTests {
  static let zones = [
    "Europe/Berlin", "America/New_York", "Australia/Lord_Howe", "America/Santiago", "Asia/Beirut",
  ]

  private let heartRate = SampleType.quantity(.heartRate)

  /// 2026, by the day.
  private static let moments = stride(from: 1_767_225_600.0, to: 1_798_761_600, by: 86_400)

  @Test(arguments: zones)
  func `a day is that whole day, and the day up to an hour has that hour`(_ name: String) throws {
    let zone = try #require(ZoneRules(identifier: name))
    let days = CalendarIntervals(by: .day, in: zone)
    var lengths: Set<Double> = []
    for moment in Self.moments {
      let day = days.interval(containing: Date(timeIntervalSince1970: moment))
      // What a browser asks for that shows a day.
      let shown = try PagePeriod(
        .day, endingAt: day.upperBound.addingTimeInterval(-60), of: heartRate, in: zone)
      #expect(shown.bounds == day, "\(day)")
      lengths.insert(day.upperBound.timeIntervalSince(day.lowerBound))
      for minutes in stride(from: 0.0, to: 1440, by: 47) {
        let date = Date(timeIntervalSince1970: moment + minutes * 60)
        let period = try PagePeriod(.day, endingAt: date, of: heartRate, in: zone)
        let bounds = period.bounds
        #expect(bounds.contains(date) && bounds.upperBound <= date.addingTimeInterval(5400))
        #expect((82_800...90_000).contains(bounds.upperBound.timeIntervalSince(bounds.lowerBound)))
        #expect(period.bars.interval(containing: bounds.lowerBound).lowerBound == bounds.lowerBound)
      }
    }
    #expect(lengths.count == 3)
  }

  @Test(arguments: zones)
  func `longer periods are as many whole days or weeks as they say`(_ name: String) throws {
    let zone = try #require(ZoneRules(identifier: name))
    let (days, weeks) = (
      CalendarIntervals(by: .day, in: zone), CalendarIntervals(by: .week, in: zone)
    )
    let spans: [(PagePeriod.Span, CalendarIntervals, Int)] = [
      (.week, days, 7), (.month, days, 30), (.halfYear, weeks, 26), (.year, weeks, 52),
    ]
    for moment in Self.moments {
      let date = Date(timeIntervalSince1970: moment + 43_200)
      for (span, units, count) in spans {
        let period = try PagePeriod(span, endingAt: date, of: heartRate, in: zone)
        let last = units.index(containing: date)
        // Weeks begin on Mondays, as those of `store stats --by week`.
        #expect(period.bars == units)
        #expect(period.bounds == units.boundary(last + 1 - count)..<units.boundary(last + 1))
      }
    }
  }
}

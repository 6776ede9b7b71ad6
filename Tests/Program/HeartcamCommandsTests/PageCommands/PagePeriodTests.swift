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
  func `a period is the calendar's, holds its moment, and follows the one before it`(
    _ name: String
  ) throws {
    let zone = try #require(ZoneRules(identifier: name))
    func whole(_ unit: CalendarUnit) -> CalendarIntervals { .init(by: unit, in: zone) }
    let spans: [(PagePeriod.Span, CalendarIntervals, bars: CalendarIntervals)] = [
      // Weeks begin on Mondays, as those of `store stats --by week`.
      (.day, whole(.day), whole(.hour)), (.week, whole(.week), whole(.day)),
      (.month, whole(.month), whole(.day)), (.year, whole(.year), whole(.month)),
    ]
    var lengths: Set<Double> = []
    for moment in Self.moments {
      for seconds in [0.0, 7200, 43_200, 86_399] {
        let date = Date(timeIntervalSince1970: moment + seconds)
        for (span, units, bars) in spans {
          let period = try PagePeriod(span, around: date, of: heartRate, in: zone)
          #expect(period.bounds == units.interval(containing: date) && period.bars == bars)
          let before = try period.previous(of: heartRate, in: zone)
          #expect(before.bounds.upperBound == period.bounds.lowerBound)
          if span == .day {
            lengths.insert(period.bounds.upperBound.timeIntervalSince(period.bounds.lowerBound))
          }
        }
        let half = try PagePeriod(.halfYear, around: date, of: heartRate, in: zone)
        let last = whole(.week).index(containing: date)
        #expect(half.bounds == whole(.week).boundary(last - 25)..<whole(.week).boundary(last + 1))
        let night = try PagePeriod(.day, around: date, of: .category(.sleepAnalysis), in: zone)
        let earlier = try night.previous(of: .category(.sleepAnalysis), in: zone)
        #expect(earlier.bounds.upperBound == night.bounds.lowerBound)
      }
    }
    #expect(lengths.count == 3)
  }
}

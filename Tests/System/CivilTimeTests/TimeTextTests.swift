import CivilTime
import Foundation
import TestSupport
import Testing

/// Dates as text: one calendar for every form and every year.
struct TimeTextTests {
  @Test(arguments: [
    ("1500-03-01T12:00:00.25Z", "1500-03-01T12:00:00.250Z"),
    ("1582-10-14T00:00:00Z", "1582-10-14T00:00:00.000Z"),
    ("0001-01-01T00:00:00.25Z", "0001-01-01T00:00:00.250Z"),
    ("2026-01-31T09:00:00.9999Z", "2026-01-31T09:00:00.999Z"),
  ])
  func `a date has the same day in every form, also before 1582`(
    _ iso: String, _ stamp: String
  ) throws {
    let date = try #require(TimeText.date(iso: iso))
    #expect(TimeText.iso(date)?.prefix(19) == iso.prefix(19))
    #expect(TimeText.stamp(date) == stamp)
    #expect(TimeText.stamp(date, milliseconds: false) == stamp.prefix(19) + "Z")
  }

  @Test func `a date since 1583 is written as Foundation writes it`() {
    var generator = SeededGenerator(seed: 3)
    let style = Date.ISO8601FormatStyle(includingFractionalSeconds: true)
    for _ in 0..<2000 {
      let date = Date(
        timeIntervalSinceReferenceDate: .random(in: -1.3e10...2.4e11, using: &generator))
      #expect(TimeText.stamp(date) == date.formatted(style))
      #expect(TimeText.stamp(date, milliseconds: false) == date.formatted(.iso8601))
    }
  }

  @Test(arguments: [Double.nan, .infinity, -.infinity, 1e300, -1e300])
  func `a date that no calendar has gives a text all the same`(_ seconds: Double) {
    #expect(TimeText.stamp(Date(timeIntervalSinceReferenceDate: seconds)).utf8.count == 24)
  }
}

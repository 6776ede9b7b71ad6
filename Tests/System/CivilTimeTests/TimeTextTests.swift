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

  @Test(arguments: [
    ("20200327_151500.mp4", "2020-03-27T14:15:00.000Z"),
    ("IMG_20200327_151500.jpg", "2020-03-27T14:15:00.000Z"),
    ("VID20200327151500.mp4", "2020-03-27T14:15:00.000Z"),
    ("PXL_20200327_151500123.mp4", "2020-03-27T15:15:00.123Z"),
    ("PXL_20200327_151500123~2.TS.mp4", "2020-03-27T15:15:00.123Z"),
    ("2020-03-27 15.15.00.mov", "2020-03-27T14:15:00.000Z"),
    ("2020-03-27_15-15-00 (1).mp4", "2020-03-27T14:15:00.000Z"),
    ("Recording 2020-03-27 at 3.15.00 PM.mov", "2020-03-27T14:15:00.000Z"),
    ("Recording 2020-03-27 at 12.15.00\u{202F}AM.mov", "2020-03-26T23:15:00.000Z"),
    ("2020-07-27T15:15:00Z.mkv", "2020-07-27T15:15:00.000Z"),
    ("20200727T151500+0530.mkv", "2020-07-27T09:45:00.000Z"),
    ("20200727T151500-0001.mkv", "2020-07-27T15:16:00.000Z"),
    ("sub-20_20200727_151500_151500.mkv", "2020-07-27T13:15:00.000Z"),
    ("20200101_000000-20200727_151500.mkv", "2019-12-31T23:00:00.000Z"),
    // Clocks leave this hour out, and show that one twice.
    ("20200329_023000.mp4", "2020-03-29T01:30:00.000Z"),
    ("20201025_023000.mp4", "2020-10-25T00:30:00.000Z"),
  ])
  func `a name with a date and a time to the second says when`(
    _ name: String, _ stamp: String
  ) throws {
    let zone = try #require(ZoneRules(identifier: "Europe/Berlin"))
    let date = try #require(TimeText.date(inName: name, in: zone), "\(name)")
    #expect(TimeText.stamp(date) == stamp)
  }

  @Test(arguments: [
    "", "finger.mp4", "20200327.mp4", "VID-20200327-WA0001.mp4", "20200327_1515.mp4",
    "20201327_151500.mp4", "20200230_151500.mp4", "20200327_251500.mp4", "20200327_156000.mp4",
    "20200327_151560.mp4", "120200327_151500.mp4", "20200327_1515001.mp4", "18990327_151500.mp4",
    "2020-0327_151500", "2020-03-27 1.15.00.mov", "2020-03-27 at 13.15.00 PM.mov",
    "2020-03-27 15.15",
    "２０２０0327_151500.mp4", "2020-03-27 15.15.0",
  ])
  func `a name that may count something else says nothing`(_ name: String) {
    #expect(TimeText.date(inName: name, in: .utc) == nil)
  }

  @Test func `no name is too strange to be looked at`() {
    var generator = SeededGenerator(seed: 31)
    let marks = Array("0123456789_-. T:Z+PXLAMpm\u{202F}é")
    for _ in 0..<20_000 {
      let name = String(
        (0..<Int.random(in: 0...30, using: &generator)).map { _ in
          marks.randomElement(using: &generator) ?? "0"
        })
      if let date = TimeText.date(inName: "2020" + name, in: .utc) {
        #expect((1970...2100).contains(CivilMoment(date, in: .utc).date.year), "\(name)")
      }
    }
  }

  @Test(arguments: [Double.nan, .infinity, -.infinity, 1e300, -1e300])
  func `a date that no calendar has gives a text all the same`(_ seconds: Double) {
    #expect(TimeText.stamp(Date(timeIntervalSinceReferenceDate: seconds)).utf8.count == 24)
  }
}

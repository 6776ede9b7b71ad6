import CivilTime
import CommandLineParsing
import FoundationEssentials
import SampleStore
import Testing

@testable import SampleSelection

/// Dates as people type them in options.
struct TypedDateTests {
  private let zone: ZoneRules
  private let now: Date

  init() throws {
    zone = try #require(ZoneRules(identifier: "Europe/Berlin"))
    // A Friday.
    now = try #require(TimeText.date(iso: "2026-11-27T12:30:00+01:00"))
  }

  @Test(arguments: [
    ("2026/11/26", "2026-11-26T00:00:00+01:00"), ("26.11.2026", "2026-11-26T00:00:00+01:00"),
    ("2026-11-26", "2026-11-26T00:00:00+01:00"), ("2026-11-26T09:00", "2026-11-26T09:00:00+01:00"),
    ("2026-11-26T09:00:00Z", "2026-11-26T09:00:00Z"),
    ("Nov 26 2026 8:00", "2026-11-26T08:00:00+01:00"),
    ("8am", "2026-11-27T08:00:00+01:00"), ("20:15", "2026-11-27T20:15:00+01:00"),
    ("now", "2026-11-27T12:30:00+01:00"), ("today", "2026-11-27T00:00:00+01:00"),
    ("Yesterday 8pm", "2026-11-26T20:00:00+01:00"), ("yesterday", "2026-11-26T00:00:00+01:00"),
    ("2w", "2026-11-13T12:30:00+01:00"), ("-12h", "2026-11-27T00:30:00+01:00"),
    ("30min", "2026-11-27T12:00:00+01:00"), ("last week", "2026-11-16T00:00:00+01:00"),
    ("this week", "2026-11-23T00:00:00+01:00"), ("this year", "2026-01-01T00:00:00+01:00"),
    ("1y", "2025-11-27T06:30:00+01:00"),
    ("last month", "2026-10-01T00:00:00+02:00"), ("last year", "2025-01-01T00:00:00+01:00"),
    ("13/11/2026", "2026-11-13T00:00:00+01:00"), ("2026-07-01 08:00", "2026-07-01T08:00:00+02:00"),
  ])
  func `a date is read as people write it`(text: String, expected: String) throws {
    let date = try TypedDate(text, now: now).date(in: zone, now: now)
    #expect(date == TimeText.date(iso: expected), "\(date)")
  }

  @Test(arguments: [
    ("2026-02-30", "there is no such day"), ("31.4.2026", "there is no such day"),
    ("03/04/2026", "may be 2026-04-03 or 2026-03-04"), ("soon", "must be a date"),
    ("", "must be a date"),
    ("yesterday soon", "must be a date"), ("last tuesday", "must be a date"),
    ("99:99", "must be a date"),
    ("2026-13-01", "there is no such day"), ("5000000000d", "must be a date"),
  ])
  func `what is no date, no day or two days is named as such`(text: String, reason: String) {
    let error = #expect(throws: InvalidValue.self) { try TypedDate(text, now: now) }
    #expect(error?.reason.contains(reason) == true, "\(String(describing: error))")
  }

  @Test func `no text of these characters stops the program`() {
    var generator = SystemRandomNumberGenerator()
    let characters = Array("0123456789-/:. TZapmyeslaтwd+")
    for _ in 0..<20_000 {
      let text = String(
        (0..<Int.random(in: 0..<16)).map { _ in characters.randomElement(using: &generator)! })
      _ = (try? TypedDate(text, now: now))?.date(in: zone, now: now)
    }
  }
}

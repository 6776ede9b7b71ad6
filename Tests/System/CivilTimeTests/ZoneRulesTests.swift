import CivilTime
import Foundation
import TestSupport
import Testing

/// Which zone a machine is in, and what clocks show there.
struct ZoneRulesTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func zone(_ name: String?, file: String = "/etc/localtime") throws -> ZoneRules {
    try ZoneRules.current(environment: name.map { ["TZ": $0] } ?? [:], file: file)
  }

  @Test func `TZ names a zone, a file or a rule, as the C library reads it`() throws {
    let berlin = try #require(ZoneRules(identifier: "Europe/Berlin"))
    #expect(try zone("Asia/Tokyo").identifier == "Asia/Tokyo")
    #expect(try zone(":Asia/Tokyo").identifier == "Asia/Tokyo")
    #expect(try zone("").identifier == "UTC")
    #expect(try zone(":/usr/share/zoneinfo/Europe/Berlin") == berlin)
    // The dates of the United States, where a rule has none.
    let eastern = try zone("XXX5YYY")
    let newYork = try #require(ZoneRules(identifier: "America/New_York"))
    for time in stride(from: 1_700_000_000, to: 1_800_000_000, by: 86_400) {
      #expect(eastern.offset(at: time) == newYork.offset(at: time))
    }
  }

  @Test func `without TZ it is the zone of the machine's file, with the name that a link has`()
    throws
  {
    let copy = folder.file("localtime")
    try Data(contentsOf: URL(filePath: "/usr/share/zoneinfo/Europe/Berlin"))
      .write(to: URL(filePath: copy))
    #expect(try zone(nil, file: copy).offset(at: 1_780_000_000) == 7200)
    #expect(try zone(nil, file: copy).identifier == "localtime")
    let link = folder.file("link")
    try FileManager.default.createSymbolicLink(
      atPath: link, withDestinationPath: "/usr/share/zoneinfo/Europe/Berlin")
    #expect(try zone(nil, file: link).identifier == "Europe/Berlin")
    // A machine without the file is in UTC.
    for name in [nil, ":" + folder.file("missing")] {
      #expect(try zone(name, file: folder.file("missing")).identifier == "UTC")
    }
  }

  @Test func `a zone that is not known is an error, and not UTC`() throws {
    for name in ["Nowhere/Land", "../../etc/passwd", "/etc/passwd", ":/missing", "JST", "Mars"] {
      #expect(throws: UnknownZone.self) { try zone(name) }
    }
    let file = try folder.write("no zone", to: "localtime")
    let error = #expect(throws: UnknownZone.self) { try zone(nil, file: file) }
    #expect(error?.description == "\(file) is no time zone; set TZ to a name such as Europe/Berlin")
  }

  @Test func `a moment's text has the offset that tells two equal hours apart`() throws {
    let berlin = try #require(ZoneRules(identifier: "Europe/Berlin"))
    // 2026-10-25, an hour before and at the change.
    let texts = [1_792_886_400.0, 1_792_890_000].map {
      let moment = CivilMoment(Date(timeIntervalSince1970: $0), in: berlin)
      return "\(moment.day) \(moment.clock) \(moment.offsetText)"
    }
    #expect(texts == ["2026-10-25 02:00:00 +0200", "2026-10-25 02:00:00 +0100"])
    let far = CivilMoment(Date(timeIntervalSince1970: .nan), in: berlin)
    #expect(far.day == "1970-01-01")
    let west = try #require(ZoneRules(identifier: "America/St_Johns"))
    #expect(CivilMoment(Date(timeIntervalSince1970: 0), in: west).offsetText == "-0330")
  }

  @Test func `a local time that comes twice is the first, and one that is left out is later`()
    throws
  {
    let berlin = try #require(ZoneRules(identifier: "Europe/Berlin"))
    func seconds(_ text: String) -> Double? {
      TimeText.date(local: text, in: berlin)?.timeIntervalSince1970
    }
    #expect(seconds("2026-10-25 02:00") == 1_792_886_400)
    #expect(seconds("2026-03-29T02:30") == 1_774_747_800)
    #expect(seconds("2026-03-29 03:30:00.5") == 1_774_747_800.5)
    #expect(seconds("2026-03-29 03:30Z") == nil && seconds("2026-02-30") == nil)
    let day = try #require(TimeText.span(of: "2026-10-25", in: berlin))
    #expect(day.upperBound.timeIntervalSince(day.lowerBound) == 25 * 3600)
    let month = try #require(TimeText.span(of: "2026-02", in: berlin))
    #expect(month.upperBound.timeIntervalSince(month.lowerBound) == 28 * 86_400)
    let year = try #require(TimeText.span(of: "2026", in: berlin))
    #expect(year.upperBound.timeIntervalSince(year.lowerBound) == 365 * 86_400)
    for text in ["26", "2026-1", "2026-00-01", "２０２６", "today", ""] {
      #expect(TimeText.span(of: text, in: berlin) == nil, "\(text)")
    }
  }
}

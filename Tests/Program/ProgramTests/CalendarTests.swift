import FoundationEssentials
import TestSupport
import Testing

@testable import TestPrograms

/// All commands and the page count by one calendar: the system's rules for a zone, however it is named.
struct CalendarTests {
  private let folder: TemporaryFolder
  private var store: String { folder.file("health.db") }

  init() throws { folder = try TemporaryFolder() }

  /// Berlin as a name, as a file without one, as `/etc/localtime` is, and as a rule.
  static let zones = ["name", "file", "rule"]

  private func berlin(_ kind: String) throws -> String {
    switch kind {
    case "name": return "Europe/Berlin"
    case "rule": return "CET-1CEST,M3.5.0,M10.5.0/3"
    default:
      let copy = folder.file("localtime")
      let zone = try Data(contentsOf: URL(filePath: "/usr/share/zoneinfo/Europe/Berlin"))
      try zone.write(to: URL(filePath: copy))
      return ":" + copy
    }
  }

  private func run(_ words: [String], zone: String) throws -> ProcessResult {
    try Heartcam.start(words + ["--store", store], environment: ["TZ": zone]).result()
  }

  /// Steps per hour before and an hour after Berlin's midnight, on one day of UTC.
  private func fillWithSteps() throws {
    let file = try folder.write(
      """
      type,start,end,value,unit
      StepCount,2026-07-01T21:00:00Z,2026-07-01T21:30:00Z,100,count
      StepCount,2026-07-01T22:30:00Z,2026-07-01T23:00:00Z,1000,count

      """, to: "steps.csv")
    #expect(try run(["store", "import", file], zone: "UTC").ending == .exit(0))
  }

  /// The sums of a table or of CSV.
  private func sums(_ result: ProcessResult, separator: Character) -> [Double] {
    result.output.split(separator: "\n").dropFirst().compactMap { line in
      let cells = line.split(separator: separator)
      return Double(separator == "," ? cells[2] : cells[3])
    }
  }

  @Test(arguments: zones)
  func `charts, statistics and the page have the same days`(kind: String) throws {
    try fillWithSteps()
    let zone = try berlin(kind)
    let chart = try run(["chart", "steps", "--by", "day", "--data", "-"], zone: zone)
    #expect(sums(chart, separator: ",") == [100, 1000], "\(chart)")
    let stats = try run(["store", "stats", "--by", "day", "--type", "StepCount"], zone: zone)
    #expect(sums(stats, separator: " ") == [100, 1000], "\(stats)")
    let served = try ServedProgram(store: store, zone: zone)
    let visitor = try PageVisitor(to: served)
    for query in ["", "&zone=Europe/Berlin"] {
      let answer = try visitor.get("/api/chart?type=StepCount&range=week" + query)
      let sums = answer.value["rows"]?.elements.map { $0.elements.last?.number }
      #expect(sums == [100, 1000], "\(answer)")
      // The week of the newest sample, from Monday.
      #expect(answer.value["from"]?.string == "2026-06-28T22:00:00.000Z")
    }
  }

  @Test func `the zone that an option names counts in every command, for typed days too`() throws {
    try fillWithSteps()
    let words = [
      ["chart", "steps", "--by", "day", "--data", "-"],
      ["store", "stats", "--by", "day", "--type", "StepCount"],
    ]
    for (words, separator) in zip(words, [",", " "] as [Character]) {
      #expect(sums(try run(words, zone: "Asia/Tokyo"), separator: separator) == [1100])
      let named = words + ["--timezone", "Europe/Berlin"]
      #expect(sums(try run(named, zone: "Asia/Tokyo"), separator: separator) == [100, 1000])
      let later = try run(named + ["--since", "2026-07-02"], zone: "Asia/Tokyo")
      #expect(sums(later, separator: separator) == [1000])
      let unknown = try run(words + ["--timezone", "Mars"], zone: "UTC")
      #expect(unknown.ending == .exit(64) && unknown.errors.contains("must be a time zone"))
    }
  }

  @Test(arguments: zones)
  func `an hour that comes twice is shown with its offset`(kind: String) throws {
    let file = try folder.write(
      """
      type,start,end,value,unit
      HeartRate,2026-10-25T00:10:00Z,2026-10-25T00:10:00Z,60,count/min
      HeartRate,2026-10-25T01:10:00Z,2026-10-25T01:10:00Z,70,count/min
      HeartRate,2026-10-25T02:10:00Z,2026-10-25T02:10:00Z,80,count/min

      """, to: "night.csv")
    #expect(try run(["store", "import", file], zone: "UTC").ending == .exit(0))
    let stats = try run(
      ["store", "stats", "--by", "hour", "--type", "HeartRate"], zone: try berlin(kind))
    let starts = stats.output.split(separator: "\n").dropFirst().map {
      $0.prefix(22).trimmingPrefix("2026-10-25 ").filter { $0 != " " }
    }
    #expect(starts == ["02:00+0200", "02:00+0100", "03:00"], "\(stats)")
  }

  @Test func `a zone that nobody knows is refused, and nothing is counted by another`() throws {
    try fillWithSteps()
    for words in [["store", "stats"], ["chart", "steps"], ["store", "list"], ["serve"]] {
      let result = try run(words, zone: "Nowhere/Land")
      #expect(result.ending == .exit(64) && result.output.isEmpty, "\(result)")
      #expect(result.errors.hasPrefix("heartcam: TZ is 'Nowhere/Land', which is no time zone"))
    }
  }

  @Test func `weight is drawn with its own unit, and breaths are no beats`() throws {
    let file = try folder.write(
      """
      type,start,end,value,unit
      BodyMass,2026-07-01T07:00:00Z,2026-07-01T07:00:00Z,70,kg
      BodyMass,2026-07-02T07:00:00Z,2026-07-02T07:00:00Z,71,kg
      RespiratoryRate,2026-07-01T07:00:00Z,2026-07-01T07:00:00Z,12,count/min
      RespiratoryRate,2026-07-01T08:00:00Z,2026-07-01T08:00:00Z,16,count/min

      """, to: "values.csv")
    #expect(try run(["store", "import", file], zone: "UTC").ending == .exit(0))
    let served = try ServedProgram(store: store)
    let visitor = try PageVisitor(to: served)
    for (type, name) in [("BodyMass", "kg"), ("RespiratoryRate", "Breaths per minute")] {
      let answer = try visitor.get("/api/chart?type=\(type)&range=week&date=2026-07-01").value
      #expect(
        answer["columns"]?.elements.map(\.string)
          == ["Start", "End", "Samples", "Lowest", "Highest", "Average"])
      #expect(answer["svg"]?.string?.contains(">\(name), average") == true)
      let picture = folder.file(type + ".svg")
      let stats = try run(
        ["store", "stats", "--by", "day", "--type", type, "--plot", picture], zone: "UTC")
      #expect(stats.ending == .exit(0), "\(stats)")
      #expect(try folder.text(of: type + ".svg").contains(">\(name), average"))
    }
  }
}

import Foundation
import TestSupport
import Testing

@testable import TestPrograms

/// Sleep in `heartcam store stats`, on the page and in charts, against a count of minutes.
struct SleepLawTests {
  /// One sample, in minutes since 1970.
  private struct Stretch {
    let stage: Int
    let source: Int
    let minutes: Range<Int>
  }

  /// What a night should give: minutes and samples of each stage.
  private struct Sleep {
    var minutes: [Int: Int] = [:]
    var counts: [Int: Int] = [:]

    var asleep: Double? { sum([1, 3, 4, 5]) }

    func sum(_ stages: [Int]) -> Double? {
      // Who lay awake is known not to have slept.
      (stages == [1, 3, 4, 5] ? stages + [2] : stages).contains { counts[$0] != nil }
        ? Double(stages.reduce(0) { $0 + (minutes[$1] ?? 0) }) / 60 : nil
    }
  }

  private static let sources = ["watch", "phone", "ring"]

  private let served: ServedProgram
  private let visitor: PageVisitor

  init() throws {
    served = try ServedProgram()
    visitor = try PageVisitor(to: served)
  }

  /// Nights, naps and time in bed around a change of the clocks; some nights have only the time in bed.
  private static func history(_ seed: UInt64) -> [Stretch] {
    var generator = SeededGenerator(seed: seed)
    // From 24 March or 20 October 2026.
    let begin = [1_774_310_400, 1_792_454_400][Int(seed % 2)] / 60
    var all: [Stretch] = []
    for day in 0..<16 {
      let kind = Int.random(in: 0..<6, using: &generator)
      for source in 0..<3 where Bool.random(using: &generator) {
        var time = begin + day * 1440 + Int.random(in: 0..<1440, using: &generator)
        let stages = kind == 0 ? 0...0 : kind == 1 ? 1...5 : 0...5
        for _ in 0..<Int.random(in: 1...6, using: &generator) {
          let length = Int.random(in: 1...150, using: &generator)
          all.append(
            Stretch(
              stage: Int.random(in: stages, using: &generator), source: source,
              minutes: time..<(time + length)))
          time += Int.random(in: 0...length, using: &generator)
        }
      }
    }
    return all
  }

  /// The nights by the day on which they end, minute by minute.
  private static func nights(_ all: [Stretch], in zone: String) throws -> [String: Sleep] {
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = try #require(TimeZone(identifier: zone))
    func day(of minute: Int) -> String {
      let date = Date(timeIntervalSince1970: Double(minute * 60))
      var parts = calendar.dateComponents([.year, .month, .day, .hour], from: date)
      if parts.hour ?? 0 >= 12 {
        parts.day = (parts.day ?? 0) + 1
        parts.hour = 12
        let next = calendar.date(from: parts) ?? date
        parts = calendar.dateComponents([.year, .month, .day], from: next)
      }
      func two(_ number: Int?) -> String { String("0\(number ?? 0)".suffix(2)) }
      return "\(parts.year ?? 0)-\(two(parts.month))-\(two(parts.day))"
    }
    let vagueness = [4: 0, 5: 1, 3: 2, 2: 3, 1: 4, 0: 5]
    var nights: [String: Sleep] = [:]
    let span =
      (all.map(\.minutes.lowerBound).min() ?? 0)..<(all.map(\.minutes.upperBound).max() ?? 0)
    for minute in span {
      let present = all.filter { $0.minutes.contains(minute) }
      guard !present.isEmpty else { continue }
      for isBed in [true, false] {
        let best = present.filter { ($0.stage == 0) == isBed }.min {
          ($0.source, vagueness[$0.stage] ?? 9) < ($1.source, vagueness[$1.stage] ?? 9)
        }
        if let best {
          nights[day(of: minute), default: Sleep()].minutes[best.stage, default: 0] += 1
        }
      }
    }
    for stretch in all {
      for day in Set(stretch.minutes.map(day)) {
        nights[day, default: Sleep()].counts[stretch.stage, default: 0] += 1
      }
    }
    return nights
  }

  private func lines(_ words: String...) throws -> [JSONValue] {
    let result = try Heartcam.start(words + ["--store", served.store]).result()
    #expect(result.ending == .exit(0), "\(result)")
    return try result.output.split(separator: "\n").map { try JSONValue.value(of: Array($0.utf8)) }
  }

  private static let parts: [(name: String, stages: [Int])] = [
    ("asleep", [1, 3, 4, 5]), ("in bed", [0]), ("awake", [2]), ("core", [3]), ("deep", [4]),
    ("REM", [5]),
  ]

  @Test(
    arguments: [
      "Europe/Berlin", "America/St_Johns", "Asia/Kathmandu", "Australia/Lord_Howe", "Pacific/Apia",
    ], [1, 2] as [UInt64])
  func `statistics, page and chart agree with a count of minutes`(zone: String, seed: UInt64) throws
  {
    let all = Self.history(seed + UInt64(zone.utf8.count))
    let text = all.map { stretch in
      let times = [stretch.minutes.lowerBound, stretch.minutes.upperBound].map {
        Date(timeIntervalSince1970: Double($0 * 60)).ISO8601Format()
      }
      let source = Self.sources[stretch.source]
      return
        #"{"kind":"category","type":"HKCategoryTypeIdentifierSleepAnalysis","start":"\#(times[0])","#
        + #""end":"\#(times[1])","value":\#(stretch.stage),"source":{"name":"\#(source)","bundle_identifier":"\#(source)"}}"#
    }
    let file = try served.folder.write(text.joined(separator: "\n") + "\n", to: "sleep.ndjson")
    _ = try lines("store", "import", file)
    let order = try visitor.post(
      "/api/sources/priority", #"{"type":"SleepAnalysis","order":["watch","phone","ring"]}"#)
    #expect(order.status == 200)
    let nights = try Self.nights(all, in: zone)
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = try #require(TimeZone(identifier: zone))
    func day(of text: String?) throws -> String {
      let date = try Date(
        try #require(text).replacing(".000", with: ""), strategy: .iso8601)
      return date.formatted(
        Date.ISO8601FormatStyle(timeZone: calendar.timeZone).year().month().day())
    }
    // Statistics by day, and of all time.
    var found = 0
    for row in try lines(
      "store", "stats", "--json", "--type", "SleepAnalysis", "--by", "day", "--timezone", zone)
    {
      let part = try #require(Self.parts.first { $0.name == row["part"]?.string })
      let night = try #require(nights[try day(of: row["start"]?.string)], "\(row.text)")
      #expect(
        abs((row["sum"]?.number ?? .nan) - (night.sum(part.stages) ?? .nan)) < 1e-6, "\(row.text)")
      #expect(
        row["count"]?.number == Double(part.stages.reduce(0) { $0 + (night.counts[$1] ?? 0) }),
        "\(row.text)")
      found += 1
    }
    let expected = nights.values.reduce(0) { sum, night in
      sum + Self.parts.count { night.sum($0.stages) != nil }
    }
    #expect(found == expected)
    for row in try lines("store", "stats", "--json", "--type", "SleepAnalysis", "--timezone", zone)
    {
      let part = try #require(Self.parts.first { $0.name == row["part"]?.string })
      let sum = nights.values.compactMap { $0.sum(part.stages) }.reduce(0, +)
      #expect(abs((row["sum"]?.number ?? .nan) - sum) < 1e-6, "\(row.text)")
    }
    // The chart of all, each night by itself, and the card.
    let last = try #require(nights.keys.max())
    let chart = try visitor.get(
      "/api/chart?type=SleepAnalysis&zone=\(zone)&from=\(try #require(nights.keys.min()))&to=\(last)T20:00"
    ).value
    let columns = chart["columns"]?.elements.compactMap(\.string) ?? []
    var drawn = 0
    for row in chart["rows"]?.elements ?? [] {
      let cells = Dictionary(uniqueKeysWithValues: zip(columns, row.elements))
      let night = try #require(nights[try day(of: cells["Start"]?.string)], "\(row.text)")
      for (column, stages) in [
        ("Asleep", [1, 3, 4, 5]), ("In bed", [0]), ("Awake", [2]), ("Core", [3]), ("Deep", [4]),
      ] {
        let (shown, sum) = (cells[column]?.number, night.sum(stages))
        #expect(
          (shown == nil) == (sum == nil) && abs((shown ?? 0) - (sum ?? 0)) < 0.006,
          "\(column) \(row.text)")
      }
      drawn += 1
    }
    #expect(drawn == nights.count, "\(columns)")
    for (day, night) in nights.sorted(by: { $0.key < $1.key }).suffix(5) {
      let chart = try visitor.get(
        "/api/chart?type=SleepAnalysis&range=day&zone=\(zone)&date=\(day)T08:00"
      ).value
      var facts: [String: Double] = [:]
      for fact in chart["facts"]?.elements ?? [] {
        facts[fact["name"]?.string ?? ""] = fact["number"]?.number
      }
      for (name, stages) in [("Asleep", [1, 3, 4, 5]), ("In bed", [0]), ("REM", [5])] {
        #expect(
          abs((facts[name] ?? 0) - (night.sum(stages) ?? 0)) < 1e-6, "\(day) \(name) \(facts)")
      }
      let count = all.count { stretch in
        night.counts[stretch.stage] != nil
          && (try? Self.nights([stretch], in: zone))?[day] != nil
      }
      #expect(chart["count"]?.number == Double(count), "\(day)")
    }
    let overview = try visitor.get("/api/overview?zone=\(zone)").value
    let card = overview["cards"]?.elements.first
    let asleep = nights[last]?.asleep
    #expect(
      asleep == nil
        ? card?["number"] == nil && card?["unit"]?.string == "in bed"
        : abs((card?["number"]?.number ?? .nan) - (asleep ?? 0)) < 1e-6, "\(card?.text ?? "")")
  }
}

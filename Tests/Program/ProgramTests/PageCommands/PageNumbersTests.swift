import FoundationEssentials
import TestSupport
import Testing

@testable import TestPrograms

/// The numbers of cards and details against those of `heartcam store stats`.
struct PageNumbersTests {
  /// The days around both changes of the clock in the zones below, in seconds since 1970: from 25 February to
  /// 12 April 2026, and from 25 September to 10 November.
  private static let times = [1_771_977_600..<1_775_952_000, 1_790_294_400..<1_794_268_800]

  /// A store of rates, weights, steps of two sources that overlap, and nights.
  private static func store(seed: UInt64, _ served: ServedProgram) throws {
    var generator = SeededGenerator(seed: seed)
    var lines: [String] = []
    func add(_ kind: String, _ start: Int, _ length: Int, _ source: String, _ rest: String) {
      func text(_ second: Int) -> String {
        Date(timeIntervalSince1970: Double(second)).ISO8601Format()
      }
      lines.append(
        #"{"kind":"\#(kind)","start":"\#(text(start))","end":"\#(text(start + length))",\#(rest),"#
          + #""source":{"name":"\#(source)","bundle_identifier":"org.example.\#(source)"}}"#)
    }
    func quantity(_ type: String, _ value: Double, _ unit: String) -> String {
      #""type":"HKQuantityTypeIdentifier\#(type)","value":\#(value),"unit":"\#(unit)""#
    }
    for times in times {
      for _ in 0..<400 {
        let time = Int.random(in: times, using: &generator)
        switch Int.random(in: 0..<5, using: &generator) {
        case 0:
          add(
            "quantity", time, Int.random(in: 0...600, using: &generator), "watch",
            quantity(
              "HeartRate", Double(Int.random(in: 380...1800, using: &generator)) / 10, "count/min"))
        case 1:
          add(
            "quantity", time, 0, "scale",
            quantity("BodyMass", Double(Int.random(in: 600...900, using: &generator)) / 10, "kg"))
        case 2:
          add(
            "quantity", time, 0, "watch",
            quantity(
              "OxygenSaturation", Double(Int.random(in: 85...100, using: &generator)) / 100, "%"))
        default:
          // A sample may reach from one day, or from one hour, into the next.
          add(
            "quantity", time, Int.random(in: 60...7200, using: &generator),
            Bool.random(using: &generator) ? "watch" : "phone",
            quantity("StepCount", Double(Int.random(in: 1...3000, using: &generator)), "count"))
        }
      }
      for day in stride(from: times.lowerBound, to: times.upperBound - 86_400, by: 86_400) {
        var time = day + Int.random(in: 70_000...86_000, using: &generator)
        for _ in 0..<Int.random(in: 0...6, using: &generator) {
          let length = Int.random(in: 600...6000, using: &generator)
          add(
            "category", time, length, "watch",
            #""type":"HKCategoryTypeIdentifierSleepAnalysis","value":\#(Int.random(in: 1...5, using: &generator))"#
          )
          time += length
        }
      }
    }
    let file = try served.folder.write(lines.joined(separator: "\n") + "\n", to: "all.ndjson")
    let result = try Heartcam.run("store", "import", "--store", served.store, file)
    guard result.ending == .exit(0) else { throw UnexpectedOutput(description: "\(result)") }
  }

  private let served: ServedProgram
  private let visitor: PageVisitor

  init() throws {
    served = try ServedProgram()
    visitor = try PageVisitor(to: served)
  }

  private func stats(_ type: String, _ zone: String, _ options: String...) throws -> [JSONValue] {
    let result = try Heartcam.start(
      ["store", "stats", "--json", "--store", served.store, "--type", type, "--timezone", zone]
        + options
    ).result()
    return try result.output.split(separator: "\n").map {
      try JSONValue.value(of: Array($0.utf8))
    }
  }

  private func equal(_ a: Double?, _ b: Double?) -> Bool {
    guard let a, let b else { return a == nil && b == nil }
    return abs(a - b) <= 1e-9 * max(1, abs(a))
  }

  private static func text(_ time: Date) -> String { time.ISO8601Format() }

  @Test(
    arguments: [
      "Europe/Berlin", "America/New_York", "Australia/Lord_Howe", "Asia/Kolkata",
      "America/Santiago",
    ], [7, 8])
  func `cards and details are what store stats says, over both changes of the clock`(
    zone: String, seed: UInt64
  ) throws {
    try Self.store(seed: seed, served)
    try compareCards(zone)
    var generator = SeededGenerator(seed: seed + 100)
    for (type, isSum) in [
      ("HeartRate", false), ("BodyMass", false), ("OxygenSaturation", false), ("StepCount", true),
    ] {
      for (range, unit) in [
        ("day", "hour"), ("week", "day"), ("month", "day"), ("half_year", ""), ("year", ""),
      ] {
        let time = Int.random(in: Self.times.randomElement(using: &generator)!, using: &generator)
        try compareDetail(type, isSum, zone, range, unit, time)
      }
    }
  }

  /// Each card's number, and the days of its line.
  private func compareCards(_ zone: String) throws {
    let overview = try visitor.get("/api/overview?zone=\(zone)").value
    let cards = overview["cards"]?.elements ?? []
    #expect(cards.count == 5)
    for card in cards {
      let key = try #require(card["key"]?.string)
      let when = try #require(card["when"]?.string)
      let days = card["days"]?.elements.map(\.number) ?? []
      #expect(days.count == 14)
      if key == "SleepAnalysis" {
        // A night is from noon to noon; the card's day is the one on which it ends.
        let day = try #require(try? Date(when.replacing(".000", with: ""), strategy: .iso8601))
        let asleep = try stats(
          key, zone, "--since", Self.text(day), "--until", Self.text(day.addingTimeInterval(1))
        ).first { $0["part"]?.string == "asleep" }
        #expect(equal(card["number"]?.number, asleep?["sum"]?.number), "\(key) \(card.text)")
        continue
      }
      let rows = try stats(key, zone, "--by", "day")
      let isSum = key == "StepCount"
      let last = try #require(rows.last { !isSum || $0["count"]?.number != 0 })
      #expect(
        equal(card["number"]?.number, last[isSum ? "sum" : "most_recent"]?.number),
        "\(key) \(card.text)")
      if isSum { #expect(last["start"]?.string == when) }
      let known = days.compactMap { $0 }
      let expected = rows.filter { row in
        guard let start = row["start"]?.string, let end = last["start"]?.string else {
          return false
        }
        // Text in UTC sorts as time does; fourteen days are the last ones.
        return start <= end
      }.compactMap { $0[isSum ? "sum" : "average"]?.number }
      #expect(known.count <= expected.count)
      for (one, other) in zip(known.reversed(), expected.reversed()) {
        #expect(equal(one, other), "\(key): \(one), \(other)")
      }
    }
  }

  private func compareDetail(
    _ type: String, _ isSum: Bool, _ zone: String, _ range: String, _ unit: String, _ time: Int
  ) throws {
    let chart = try visitor.get("/api/chart?type=\(type)&range=\(range)&zone=\(zone)&date=@\(time)")
      .value
    let place = "\(type) \(range) \(zone) \(time)"
    let from = try #require(chart["from"]?.string, "\(place)")
    let to = try #require(chart["to"]?.string, "\(place)")
    var facts: [String: Double] = [:]
    for fact in chart["facts"]?.elements ?? [] {
      facts[fact["name"]?.string ?? ""] = fact["number"]?.number
    }
    let bounds = ["--since", from, "--until", to]
    if !isSum {
      let all = try stats(type, zone, bounds[0], bounds[1], bounds[2], bounds[3]).first
      if all?["count"]?.number ?? 0 > 1 {
        #expect(equal(facts["Average"], all?["average"]?.number), "\(place)")
        #expect(equal(facts["Lowest"], all?["minimum"]?.number), "\(place)")
        #expect(equal(facts["Highest"], all?["maximum"]?.number), "\(place)")
      }
      #expect(equal(facts["Newest"], all?["most_recent"]?.number), "\(place)")
      #expect(chart["count"]?.number ?? 0 == all?["count"]?.number ?? 0, "\(place)")
    }
    let by = try stats(
      type, zone, "--by", unit.isEmpty ? "day" : unit, bounds[0], bounds[1], bounds[2], bounds[3]
    ).filter { from <= $0["start"]?.string ?? "" && $0["start"]?.string ?? to < to }
    if isSum {
      let sums = by.compactMap { $0["sum"]?.number }
      #expect(equal(facts["In all"] ?? 0, sums.reduce(0, +)), "\(place)")
      if range != "day", !sums.isEmpty {
        #expect(equal(facts["Most in a day"], sums.max()), "\(place)")
        #expect(equal(facts["Average a day"], sums.reduce(0, +) / Double(sums.count)), "\(place)")
      }
    }
    // Each bar of the chart.
    let rows = chart["rows"]?.elements ?? []
    if unit.isEmpty {
      if isSum {
        // A week's bar is the mean of its days that have samples.
        var counted = 0
        for cells in rows.map(\.elements) {
          let (start, end) = (cells[0].string ?? "", cells[1].string ?? "")
          let days = by.filter {
            start <= $0["start"]?.string ?? "" && $0["start"]?.string ?? end < end
          }
          .compactMap { $0["sum"]?.number }
          let mean = days.reduce(0, +) / Double(max(1, days.count))
          #expect(abs((cells[2].number ?? .nan) - mean) < 0.006, "\(place)")
          counted += days.count
        }
        #expect(counted == by.count, "\(place)")
      }
      return
    }
    #expect(rows.count == by.count, "\(place)")
    for (row, line) in zip(rows, by) {
      let cells = row.elements
      #expect(cells.first?.string == line["start"]?.string, "\(place)")
      let names = isSum ? ["sum"] : ["minimum", "maximum", "average"]
      for (cell, name) in zip(cells.suffix(names.count), names) {
        #expect(
          abs((cell.number ?? .nan) - (line[name]?.number ?? .nan)) < 0.006, "\(place) \(name)")
      }
    }
  }
}

import FoundationEssentials
import HealthCharts
import JSONCoding
import SampleStore
import TestSupport
import Testing

@testable import PageCommands

/// What cards and details say of a day that is not over, and of a part of a period.
struct PageTodayTests {
  private let folder: TemporaryFolder
  private let store: HealthStore

  /// The first of July 2026, at midnight in Greenwich.
  private let start = Date(timeIntervalSince1970: 1_782_864_000)

  init() throws {
    folder = try TemporaryFolder()
    store = try HealthStore(location: StoreLocation(path: folder.file("health.db")))
  }

  /// Steps at noon of a number of days, and few on the last one.
  private func fill(_ days: Int, _ steps: Double, last: Double) throws {
    let source = Source(name: "Watch", bundleIdentifier: "org.example.watch")
    for day in 0..<days {
      let noon = start + 86_400 * Double(day) + 43_200
      try store.save([
        QuantitySample(
          type: .stepCount, quantity: Quantity(day == days - 1 ? last : steps, .count), start: noon,
          end: noon + 60, source: source)
      ])
    }
  }

  private func facts(_ span: PagePeriod.Span, now: Date) throws -> [String: Double] {
    let period = try PagePeriod(
      span, around: start + 13 * 86_400 + 50_000, of: .quantity(.stepCount), in: .utc)
    let chart = try PageChart(
      type: .quantity(.stepCount), period, zone: .utc, size: (700, 300), in: store, now: now)
    return Dictionary(
      uniqueKeysWithValues: chart.facts.compactMap { fact in
        fact.number.map { (fact.name, $0) }
      })
  }

  @Test func `a day that is not over is not the least, and no part of an average`() throws {
    try fill(14, 8000, last: 500)
    let noon = start + 13 * 86_400 + 45_000
    for span in [PagePeriod.Span.week, .month, .year] {
      let now = try facts(span, now: noon)
      #expect(now["Least in a day"] == 8000 && now["Average a day"] == 8000, "\(span)")
      let later = try facts(span, now: noon + 86_400)
      #expect(later["Least in a day"] == 500, "\(span)")
      #expect(now["In all"] == later["In all"], "\(span)")
    }
  }

  @Test func `seven days are compared with seven whole ones`() throws {
    try fill(14, 8000, last: 500)
    let noon = start + 13 * 86_400 + 45_000
    func card(_ now: Date) throws -> JSONValue {
      try #require(
        try PageCard(of: .quantity(.stepCount), in: store, zone: .utc, now: now)
      ).json
    }
    let today = try card(noon)
    #expect(today["trend"]?.number == 0)
    #expect(today["is_over"] == .bool(false) && today["number"]?.number == 500)
    let later = try card(noon + 86_400)
    #expect(later["trend"]?.number == -13)
    #expect(later["is_over"] == .bool(true))
  }

  @Test func `while a day is not over, the seven before it are compared with as many`() throws {
    let source = Source(name: "Watch", bundleIdentifier: "org.example.watch")
    for day in 0...15 {
      let noon = start + 86_400 * Double(day) + 43_200
      try store.save([
        QuantitySample(
          type: .stepCount, quantity: Quantity(1000 * Double(day), .count), start: noon,
          end: noon + 60, source: source)
      ])
    }
    func trend(_ now: Date) throws -> Double? {
      try PageCard(of: .quantity(.stepCount), in: store, zone: .utc, now: now)?.json["trend"]?
        .number
    }
    // 8 to 14 against 1 to 7 thousand, then 9 to 15 against 2 to 8.
    #expect(try trend(start + 15 * 86_400 + 45_000) == 175)
    #expect(try trend(start + 16 * 86_400) == 140)
  }

  @Test func `a month with a week of resting rates stands beside the one before`() throws {
    let source = Source(name: "Watch", bundleIdentifier: "org.example.watch")
    func save(_ rate: Double, _ days: Range<Int>) throws {
      try store.save(
        try days.map { day in
          try QuantitySample(
            type: .restingHeartRate, quantity: Quantity(rate, .countPerMinute),
            start: start + 86_400 * Double(day), end: start + 86_400 * Double(day), source: source)
        })
    }
    func months() throws -> JSONValue? {
      try PageCard(
        of: .quantity(.restingHeartRate), in: store, zone: .utc, now: start + 86_400 * 40)?
        .json["months"]
    }
    try save(65.4, 0..<31)
    #expect(try months() == nil)
    try save(90, 31..<34)
    // Three days of August say nothing yet.
    #expect(try months() == nil)
    try save(62.4, 34..<60)
    let found = try months()
    #expect(found?["text"]?.string == "65" && found?["change"]?.number == 0)
    try save(40, 60..<62)
    #expect(try months()?["start"]?.string == "2026-08-01T00:00:00.000Z")
  }

  @Test func `a value of a day has a day and no time, and a weight its first place`() throws {
    let source = Source(name: "Watch", bundleIdentifier: "org.example.watch")
    let kilograms = QuantityType.bodyMass.customaryUnit
    try store.save([
      QuantitySample(
        type: .restingHeartRate, quantity: Quantity(61, .countPerMinute), start: start,
        end: start + 86_340, source: source),
      QuantitySample(
        type: .bodyMass, quantity: Quantity(168.4, kilograms), start: start + 60, end: start + 60,
        source: source),
    ])
    func card(_ type: QuantityType) throws -> JSONValue {
      try #require(
        try PageCard(of: .quantity(type), in: store, zone: .utc, now: start + 32_400)
      ).json
    }
    let resting = try card(.restingHeartRate)
    #expect(
      resting["is_day"] == .bool(true) && resting["when"]?.string == "2026-07-01T00:00:00.000Z")
    let weight = try card(.bodyMass)
    #expect(weight["text"]?.string == "168.4" && weight["is_day"] == .bool(false))
  }

  @Test func `a night that only says in bed has no number, and no part in an average`() throws {
    let source = Source(name: "Phone", bundleIdentifier: "org.example.phone")
    for (day, stages) in [(0.0, [0, 3]), (1, [0]), (2, [0, 3]), (3, [0])] {
      try store.save(
        stages.map { stage in
          Sample.category(
            try CategorySample(
              type: .sleepAnalysis, value: stage, start: start + 86_400 * day,
              end: start + 86_400 * day + 25_200 + 3600 * day, source: source))
        })
    }
    let sleep = SampleType.category(.sleepAnalysis)
    let now = start + 86_400 * 3 + 50_000
    let card = try #require(try PageCard(of: sleep, in: store, zone: .utc, now: now)).json
    #expect(card["text"]?.string == "10 h" && card["unit"]?.string == "in bed")
    #expect(card["number"] == nil)
    #expect(card["days"]?.elements.suffix(4).map(\.number) == [7, nil, 9, nil])
    let period = try PagePeriod(.month, around: now, of: sleep, in: .utc)
    let chart = try PageChart(
      type: sleep, period, zone: .utc, size: (700, 300), in: store, now: now)
    #expect(
      chart.facts.map { "\($0.name) \($0.number ?? .nan)" } == [
        "Average asleep 8.0", "Shortest night 7.0", "Longest night 9.0",
      ])
  }

  @Test func `a sample of a clock that is far ahead is not the newest, unless there is no other`()
    throws
  {
    let weight = SampleType.quantity(.bodyMass)
    func save(_ kilograms: Double, after days: Double) throws {
      try store.save([
        QuantitySample(
          type: .bodyMass, quantity: Quantity(kilograms, QuantityType.bodyMass.customaryUnit),
          start: start + 86_400 * days, end: start + 86_400 * days,
          source: Source(name: "Scale", bundleIdentifier: "org.example.scale"))
      ])
    }
    func number() throws -> Double? {
      try PageCard(of: weight, in: store, zone: .utc, now: start)?.json["number"]?.number
    }
    try save(90, after: 36_500)
    #expect(try number() == 90)
    try save(70, after: -3)
    #expect(try number() == 70)
    // Tomorrow is today elsewhere.
    try save(71, after: 0.5)
    #expect(try number() == 71)
  }

  /// Hours that are enlarged, the bars that they have room for, and how long one is.
  @Test(arguments: [
    (0.4, "minute", 60.0), (3, "5 minutes", 300), (12, "quarter of an hour", 900),
    (50, "hour", 3600), (100, "6 hours", 21_600), (1000, "day", 86_400), (3000, "week", 604_800),
  ])
  func `a part that is enlarged begins and ends with a bar`(
    hours: Double, name: String, length: Double
  ) throws {
    let from = start + 12_345.6
    let period = try PagePeriod(
      from: from, to: from + 3600 * hours, of: .quantity(.stepCount), in: .utc)
    #expect(period.barName == name)
    #expect(period.bounds.contains(from) && period.bounds.upperBound >= from + 3600 * hours)
    let bars = period.bounds.upperBound.timeIntervalSince(period.bounds.lowerBound) / length
    #expect(bars == bars.rounded() && bars <= 74)
    #expect(bars * length < 3600 * hours + 2 * length)
  }
}

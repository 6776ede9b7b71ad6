import Charts
import SampleStore
import TestSupport
import Testing

@testable import HealthCharts

/// From a store's samples to a chart.
@Suite struct StoredChartsTests {
  private let folder: TemporaryFolder
  private let store: HealthStore
  private let source = Source(name: "Watch", bundleIdentifier: "org.example.watch")

  /// The first of July 2026, at midnight in Greenwich.
  private let start = Date(timeIntervalSince1970: 1_782_864_000)

  init() throws {
    folder = try TemporaryFolder()
    store = try HealthStore(location: StoreLocation(path: folder.file("health.db")))
  }

  private func save(
    _ type: QuantityType, _ value: Double, _ unit: QuantityUnit, hours: Double
  ) throws {
    let date = start + 3600 * hours
    try store.save([
      QuantitySample(
        type: type, quantity: Quantity(value, unit), start: date, end: date, source: source)
    ])
  }

  private func sleep(from first: Double, to last: Double) throws {
    _ = try store.saveNew(
      stride(from: first, to: last, by: 1).map { hour in
        .category(
          try CategorySample(
            type: .sleepAnalysis, value: 3, start: start + 3600 * hour,
            end: start + 3600 * (hour + 1), source: source))
      })
  }

  @Test(arguments: [
    (QuantityType.heartRate, "Beats per minute"), (.sessionHeartRate, "Beats per minute"),
    (.respiratoryRate, "Breaths per minute"), (.bodyMass, "kg"), (.oxygenSaturation, "%"),
    (.bodyTemperature, "°C"),
  ])
  func `a type's axis is named by what the type is`(type: QuantityType, name: String) throws {
    try save(type, 0.9, type.customaryUnit, hours: 1)
    let days = CalendarIntervals(by: .day, in: .utc)
    let chart = try StoredCharts(of: store).values(of: type, by: days, title: "by day")
    let svg = try ChartRenderer(try #require(chart as? RangesChart), zone: .utc).svg()
    #expect(svg.contains(">\(name), mean"))
    let isRate = name == "Beats per minute"
    #expect(chart?.table.columns.last == (isRate ? "mean_bpm" : "mean"))
    // A rate in another unit is not called one by the minute.
    #expect(StoredCharts.name(of: .countPerSecond, for: .heartRate) == "beats/s")
  }

  @Test func `more days than have room are bands with the quantiles of their values`() throws {
    var values: [Int: [Double]] = [:]
    for day in 0..<50 where day != 20 {
      for hour in 0..<(day % 5 + 1) {
        let value = Double(50 + (day * 7 + hour * 13) % 40)
        values[day / 5, default: []].append(value)
        try save(.heartRate, value, .countPerMinute, hours: Double(24 * day + 2 * hour))
      }
    }
    let days = CalendarIntervals(by: .day, in: .utc)
    let charts = StoredCharts(of: store)
    #expect(
      try charts.values(of: .heartRate, by: days, title: "", room: 49) is RangesChart)
    let chart = try charts.values(of: .heartRate, by: days, title: "", room: 10)
    let bands = try #require(chart as? BandsChart).bands
    #expect(bands.count == 10)
    for (index, band) in bands.enumerated() {
      let sorted = try #require(values[index]).sorted()
      let exact = BandsChart.Band.shares.map {
        sorted[Int(($0 * Double(sorted.count) - 1e-9).rounded(.up)) - 1]
      }
      #expect(band.count == sorted.count)
      #expect(zip(band.quantiles, exact).allSatisfy { abs($0 - $1) < 1e-9 })
      #expect(band.minimum == sorted.first && band.maximum == sorted.last)
      #expect(band.start == start + Double(index) * 5 * 86_400)
      #expect(band.end == start + Double(index + 1) * 5 * 86_400)
    }
  }

  @Test func `bands in a terminal have a shade each, and the median is a line`() throws {
    let renderer = try Examples.renderer("bands")
    let text = try renderer.terminal(ChartTerminal(columns: 80, rows: 20, colors: .none))
    for sign in ["░", "▒", "▓"] { #expect(text.contains(sign)) }
    let isLine: (Character) -> Bool = { ("\u{2801}"..."\u{28FE}").contains($0) }
    #expect(text.split(separator: "\n").contains { $0.count(where: isLine) > 8 }, "\(text)")
    let plain = try renderer.terminal(
      ChartTerminal(columns: 80, rows: 20, characters: .ascii, colors: .none))
    #expect(plain.allSatisfy(\.isASCII) && plain.contains("+++") && plain.contains("##"))
  }

  @Test func `what is counted is summed by the days of a zone`() throws {
    let berlin = try #require(ZoneRules(identifier: "Europe/Berlin"))
    for (hours, steps) in [(21.5, 100.0), (22.5, 1000)] {
      try save(.stepCount, steps, .count, hours: hours)
    }
    func sums(_ zone: ZoneRules) throws -> [Double]? {
      let chart = try StoredCharts(of: store).values(
        of: .stepCount, by: CalendarIntervals(by: .day, in: zone), title: "Steps")
      return (chart as? SumsChart)?.sums.map(\.value)
    }
    #expect(try sums(.utc) == [1100])
    #expect(try sums(berlin) == [100, 1000])
    #expect(
      try StoredCharts(of: store, matching: SampleQuery(to: start)).values(
        of: .stepCount, by: CalendarIntervals(by: .day, in: .utc), title: "Steps") == nil)
  }

  @Test func `the last night is whole, and a period of a day shows what was slept in it`() throws {
    // From ten in the evening to six, and the night after it.
    try sleep(from: 22, to: 30)
    try sleep(from: 46, to: 53)
    let charts = StoredCharts(of: store)
    #expect(try charts.lastNight()?.stages.count == 7)
    #expect(try charts.sleep()?.stages.count == 15)
    // A picture of a few pixels has a few stages.
    #expect(try charts.lastNight(width: 6)?.stages.count ?? 9 <= 2)
    let noon = StoredCharts.nights(in: .utc)
    let night = noon.interval(containing: start + 3600 * 23)
    #expect(night == (start + 3600 * 12)..<(start + 3600 * 36))
    let shown = try charts.chart(
      of: .category(.sleepAnalysis), by: CalendarIntervals(by: .hour, in: .utc), title: "Sleep",
      over: PeriodAxis(night.lowerBound...night.upperBound), width: 700)
    #expect((shown as? HypnogramChart)?.stages.count == 8)
  }

  @Test func `longer periods show one bar a night, on the day on which it ends`() throws {
    try sleep(from: 22, to: 30)
    try sleep(from: 46, to: 53)
    let days = CalendarIntervals(by: .day, in: .utc)
    func nights(by intervals: CalendarIntervals) throws -> [NightsChart.Night] {
      let chart = try StoredCharts(of: store).chart(
        of: .category(.sleepAnalysis), by: intervals, title: "Sleep",
        over: PeriodAxis(start...start + 86_400 * 7), width: 700)
      return (chart as? NightsChart)?.nights ?? []
    }
    let single = try nights(by: days)
    #expect(single.map(\.asleep) == [8, 7])
    #expect(single.map(\.start) == [start + 86_400, start + 2 * 86_400])
    // A week is the mean of its nights.
    let week = try nights(by: CalendarIntervals(by: .year, in: .utc))
    #expect(week.map(\.asleep) == [7.5] && week.first?.count == 2)
  }

  @Test func `what has no number is counted`() throws {
    _ = try store.saveNew([
      .category(
        try CategorySample(
          type: CategoryType(identifier: "HKCategoryTypeIdentifierHeadache"), value: 2,
          start: start + 60, end: start + 120, source: source))
    ])
    let chart = try StoredCharts(of: store).chart(
      of: .category(CategoryType(identifier: "HKCategoryTypeIdentifierHeadache")),
      by: CalendarIntervals(by: .day, in: .utc), title: "Headache",
      over: PeriodAxis(start...start + 86_400), width: 700)
    #expect((chart as? SumsChart)?.sums.map(\.value) == [1])
    #expect((chart as? SumsChart)?.markTexts.first?.text == "1 sample")
  }
}

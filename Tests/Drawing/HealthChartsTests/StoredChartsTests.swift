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
    try store.save([sample(type, value, unit, hours: hours)])
  }

  private func sample(
    _ type: QuantityType, _ value: Double, _ unit: QuantityUnit, hours: Double
  ) throws -> QuantitySample {
    let date = start + 3600 * hours
    return try QuantitySample(
      type: type, quantity: Quantity(value, unit), start: date, end: date, source: source)
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
    #expect(svg.contains(">\(name), average"))
    let isRate = name == "Beats per minute"
    #expect(chart?.table.columns.last == (isRate ? "mean_bpm" : "mean"))
    // A rate in another unit is not called one by the minute.
    #expect(StoredCharts.name(of: .countPerSecond, for: .heartRate) == "beats/s")
  }

  @Test(arguments: ["UTC", "Europe/Berlin", "America/New_York"], [7, 10, 48])
  func `more days than have room are bands of whole days with the quantiles of their values`(
    zone: String, room: Int
  ) throws {
    let rules = try #require(ZoneRules(identifier: zone))
    var random = SeededGenerator(seed: UInt64(room))
    var samples: [QuantitySample] = []
    // Clocks change in both zones after the hundred days.
    for day in 100..<150 where day != 120 {
      for hour in 0..<(day % 5 + 1) {
        let hours = Double(24 * day + 2 * hour) + 6.5
        let value = Double(Int.random(in: 50...90, using: &random))
        samples.append(try sample(.heartRate, value, .countPerMinute, hours: hours))
      }
    }
    try store.save(samples)
    let days = CalendarIntervals(by: .day, in: rules)
    let charts = StoredCharts(of: store)
    let ranges = try charts.values(of: .heartRate, by: days, title: "Days", room: 50)
    #expect(try #require(ranges as? RangesChart).title == "Days")
    let chart = try #require(
      try charts.values(of: .heartRate, by: days, title: "Days", room: room) as? BandsChart)
    let bands = chart.bands
    #expect(bands.count <= room && bands.count > room / 2 - 1)
    #expect(chart.title.hasPrefix("Days, ") && chart.title.hasSuffix(" days a band"))
    #expect(bands.reduce(0) { $0 + $1.count } == samples.count)
    for band in bands {
      let sorted = samples.filter { (band.start..<band.end).contains($0.start) }
        .map(\.quantity.value).sorted()
      let exact = Statistics.quantileShares.map {
        sorted[max(Int(($0 * Double(sorted.count) - 1e-9).rounded(.up)), 1) - 1]
      }
      #expect(band.count == sorted.count)
      let found = [band.minimum] + band.quantiles + [band.maximum]
      let ends = [sorted.first ?? .nan] + exact + [sorted.last ?? .nan]
      #expect(zip(found, ends).allSatisfy { abs($0 - $1) < 1e-9 })
      for end in [band.start, band.end] {
        #expect(days.boundary(days.index(containing: end)) == end, "whole days")
      }
    }
    #expect(zip(bands, bands.dropFirst()).allSatisfy { $0.end <= $1.start })
  }

  @Test func `hours that are too many are bands of several, and statistics at hand give the same`()
    throws
  {
    let unit = QuantityType.bodyMass.customaryUnit
    try store.save(
      (0..<200).map { try sample(.bodyMass, 70 + Double($0 % 7), unit, hours: Double($0)) })
    let charts = StoredCharts(of: store)
    let hours = CalendarIntervals(by: .hour, in: .utc)
    let chart = try #require(
      try charts.values(of: .bodyMass, by: hours, title: "", room: 30) as? BandsChart)
    #expect(chart.title == "7 h a band" && chart.bands.count <= 30)
    #expect(chart.bands.reduce(0) { $0 + $1.count } == 200)
    let rows = try store.statisticsCollection(
      of: .bodyMass, [.discreteMin, .discreteMax, .discreteAverage], by: hours
    ).populated
    let same = try charts.values(
      rows, of: .bodyMass, by: hours, in: QuantityType.bodyMass.readUnit, title: "", room: 30)
    #expect(try #require(same as? BandsChart).bands == chart.bands)
  }

  @Test func `each chart says what a mark stands for`() {
    #expect(
      Examples.ranges.markMeaning
        == "A bar is from the lowest to the highest value, its dot the average")
    #expect(
      Examples.weeks.markMeaning
        == "A bar is from the lowest to the highest value, the line the average")
    let single = (0..<40).map { hour in
      RangesChart.Bucket(
        start: Examples.start + 3600 * Double(hour), end: Examples.start + 3600 * Double(hour + 1),
        minimum: 70, maximum: 70, mean: 70, count: 1)
    }
    #expect(RangesChart(buckets: single, title: "", unit: "kg").markMeaning == "A dot is a value")
    #expect(Examples.sums.markMeaning == "A bar is a sum")
    #expect(Examples.nights.markMeaning == "A bar is a night, by its stages")
  }

  @Test func `the line of averages breaks where weeks are missing`() throws {
    // One stretch before the gap and one after it.
    let lines = try ChartRenderer(Examples.weeks, zone: .utc).svg()
      .matches(of: /<(?:path|polyline)[^>]*fill="none"[^>]*>/)
    #expect(lines.filter { $0.output.contains("round") }.count == 2)
  }

  @Test func `of a part of a night its stages are drawn as far as it reaches`() throws {
    try sleep(from: 0, to: 4)
    let (from, to) = (start + 5400, start + 3 * 3600)
    let chart = try StoredCharts(of: store).night(
      over: PeriodAxis(from...to), title: "", width: 600)
    let marks = try #require(chart).markTexts
    #expect(marks.first?.start == from && marks.last?.end == to)
  }

  @Test func `a chart of bands names them in its legend, its description and each mark`() throws {
    let chart = Examples.bands
    let svg = try ChartRenderer(chart, title: chart.title, zone: .utc).svg()
    for name in ["median", "25 to 75%", "5 to 95%", "range"] {
      #expect(svg.contains(">\(name)</text>"), "\(name)")
    }
    #expect(svg.contains("39 bands: the median of the values in each, 25 to 75%"))
    let text = try #require(chart.markTexts.first).text
    #expect(
      text == "median 64 beats per minute, 25 to 75% from 58 to 73, 5 to 95% from 50 to 94, "
        + "all from 42 to 134")
    #expect(
      chart.table.columns == [
        "start", "end", "count", "minimum_bpm", "p5_bpm", "p25_bpm", "median_bpm", "p75_bpm",
        "p95_bpm", "maximum_bpm",
      ])
  }

  @Test func `bands in a terminal have a shade each, and the median is a line`() throws {
    let renderer = try Examples.renderer("bands")
    let text = try renderer.terminal(ChartTerminal(columns: 80, rows: 20, colors: .none))
    for name in ["▓ 25 to 75%", "▒ 5 to 95%", "░ range"] {
      #expect(text.contains(name), "\(text)")
    }
    let isLine: (Character) -> Bool = { ("\u{2801}"..."\u{28FE}").contains($0) }
    #expect(text.split(separator: "\n").contains { $0.count(where: isLine) > 8 }, "\(text)")
    let plain = try renderer.terminal(
      ChartTerminal(columns: 80, rows: 20, characters: .ascii, colors: .none))
    #expect(plain.allSatisfy(\.isASCII) && plain.contains("+++") && plain.contains("##"))
    #expect(plain.contains("+ 25 to 75%  : 5 to 95%  . range"), "\(plain)")
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
    #expect(try charts.lastNight(in: .utc)?.stages.count == 7)
    // A picture of a few pixels has a few stages.
    #expect(try charts.lastNight(in: .utc, width: 6)?.stages.count ?? 9 <= 2)
    let noon = CalendarIntervals.nights(in: .utc)
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

  /// The chart of samples of a category by day, each a value with its first and its last hour.
  private func occurrences(
    of name: String, _ samples: [(value: Int, from: Double, to: Double)]
  ) throws -> OccurrencesChart? {
    let type = CategoryType(identifier: "HKCategoryTypeIdentifier\(name)")
    _ = try store.saveNew(
      samples.map { value, from, to in
        .category(
          try CategorySample(
            type: type, value: value, start: start + 3600 * from, end: start + 3600 * to,
            source: source))
      })
    return try StoredCharts(of: store).chart(
      of: .category(type), by: CalendarIntervals(by: .day, in: .utc), title: name,
      over: PeriodAxis(start...start + 3 * 86_400), width: 700) as? OccurrencesChart
  }

  @Test func `what is noted in words is counted, each word apart and the strongest last`() throws {
    let headache = try #require(
      try occurrences(of: "Headache", [(4, 1, 2), (2, 3, 4), (2, 5, 6), (3, 25, 26)]))
    #expect(headache.markTexts.map(\.text) == ["Mild (2), Severe", "Moderate"])
    #expect(
      headache.table.csv.split(separator: "\n").map { $0.split(separator: ",").dropFirst(2) } == [
        ["samples", "mild", "moderate", "severe"], ["3", "2", "0", "1"], ["1", "0", "1", "0"],
      ])
    // To have stood, which is noted as 0, is more than to have been idle.
    let hours = try occurrences(of: "AppleStandHour", [(0, 8, 9), (1, 9, 10)])
    #expect(hours?.markTexts.map(\.text) == ["Idle, Stood"])
  }

  @Test func `what says only that it was has its minutes, and what lasts for days is counted`()
    throws
  {
    let sessions = try occurrences(of: "MindfulSession", [(0, 8, 8.25), (0, 9, 9.5), (0, 30, 31)])
    #expect(sessions?.markTexts.map(\.text) == ["45 min", "1 h"])
    #expect(sessions?.table.columns.last == "minutes")
    let pregnancy = try occurrences(of: "Pregnancy", [(0, 8, 8 + 40 * 7 * 24)])
    #expect(pregnancy?.markTexts.map(\.text) == ["1 sample"])
  }

  @Test func `a week's bar is an average day of it, and the dashed line that of all days`() throws {
    for (day, steps) in [(0.0, 1000.0), (1, 3000), (8, 5000)] {
      try save(.stepCount, steps, .count, hours: 24 * day + 1)
    }
    let days = CalendarIntervals(by: .day, in: .utc)
    let rows = try store.statisticsCollection(
      of: .stepCount, matching: SampleQuery(), .cumulativeSum, by: days
    ).populated
    let weeks = try #require(
      CalendarIntervals(anchor: start, step: .init(days: 7), zone: .utc))
    let chart = StoredCharts(of: store).dailyMeans(
      rows, of: .stepCount, by: weeks, title: "Steps",
      over: PeriodAxis(start...start + 14 * 86_400))
    #expect(chart?.sums.map(\.value) == [2000, 5000] && chart?.mean == 3000)
    #expect(chart?.markTexts.first?.text == "2,000 steps per day")
  }

  @Test func `values of a course are joined, and ranges have a dot at their average`() throws {
    for day in 0..<4 {
      try save(.bodyMass, 70 + Double(day), QuantityUnit("kg"), hours: 24 * Double(day))
    }
    let days = CalendarIntervals(by: .day, in: .utc)
    func svg() throws -> String {
      let chart = try StoredCharts(of: store).values(of: .bodyMass, by: days, title: "Weight")
      return try ChartRenderer(try #require(chart as? RangesChart), zone: .utc).svg()
    }
    let (curve, line) = (try svg(), "stroke-width=\"1.5\"")
    try save(.bodyMass, 60, QuantityUnit("kg"), hours: 1)
    let ranges = try svg()
    #expect(curve.contains(line) && !ranges.contains(line))
    #expect(ranges.split(separator: "#ffffff").count == curve.split(separator: "#ffffff").count + 1)
  }
}

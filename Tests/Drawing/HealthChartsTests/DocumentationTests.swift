import Charts
@testable import HealthCharts
import Photoplethysmography
import SampleStore
import TestSupport
import Testing

/// The examples in the docstrings do what they say.
@Suite struct DocumentationTests {
  private let start = Examples.start

  private func picture(_ draw: (URL) throws -> Void) throws {
    let folder = try TemporaryFolder()
    let file = URL(filePath: folder.file("picture.png"))
    try draw(file)
    #expect(try Data(contentsOf: file).starts(with: [0x89, 0x50, 0x4E, 0x47]))
  }

  @Test func `two methods have a bias`() {
    let chart = AgreementChart(
      pairs: [.init(first: 61, second: 60), .init(first: 72, second: 74)],
      first: "Camera", second: "Strap")
    #expect(chart.bias == -0.5)
  }

  @Test func `ranges have a mean, a picture and a table`() throws {
    let buckets = [
      RangesChart.Bucket(
        start: start, end: start + 86_400, minimum: 52, maximum: 141, mean: 68, count: 1440)
    ]
    let chart = RangesChart(buckets: buckets, title: "Heart rate by day", unit: "Beats per minute")
    #expect(chart.mean == 68)
    let svg = try ChartRenderer(chart, title: chart.title).svg()
    let csv = chart.table.csv
    #expect(svg.hasPrefix("<svg"))
    #expect(csv.split(separator: "\n").count == 2)
  }

  @Test func `bands have a picture and a table`() throws {
    let bands = [
      BandsChart.Band(
        start: start, end: start + 86_400, count: 1440, minimum: 48,
        quantiles: [52, 58, 64, 77, 118], maximum: 151)
    ]
    let chart = BandsChart(bands: bands, title: "Heart rate", unit: "Beats per minute")
    #expect(try ChartRenderer(chart).svg().hasPrefix("<svg"))
    #expect(chart.table.csv.hasSuffix(",1440,48,52,58,64,77,118,151\n"))
  }

  @Test func `sums have a mean`() {
    let week = SumsChart(
      sums: [
        .init(start: start, end: start + 86_400, value: 7_000),
        .init(start: start + 86_400, end: start + 172_800, value: 9_000),
      ], unit: "steps", title: "Steps by day")
    #expect(week.mean == 8000)
  }

  @Test func `a night has its stages in the table`() {
    let bedtime = start
    let night = HypnogramChart(stages: [
      .init(start: bedtime, end: bedtime + 3600, name: "Core"),
      .init(start: bedtime + 3600, end: bedtime + 5400, name: "Deep"),
    ])
    #expect(night.table.rows.map(\.last) == [.text("Core"), .text("Deep")])
  }

  @Test func `nights have a mean`() {
    let (monday, tuesday) = (start, start + 86_400)
    let chart = NightsChart(nights: [
      .init(start: monday, end: tuesday, hours: ["Core": 4.5, "Deep": 1, "REM": 1.5])
    ])
    #expect(chart.mean == 7)
    #expect(
      chart.markTexts.first?.text == "7 h asleep: REM 1 h 30 min, Core 4 h 30 min, Deep 1 h")
  }

  @Test func `readings are drawn into a file`() throws {
    let readings = try Examples.readings()
    try picture { file in
      let chart = ReadingsChart(readings: readings, title: "A minute at rest")
      try ChartRenderer(chart, width: 600, height: 300).png().write(to: file)
    }
  }

  @Test func `a recording has all its charts`() throws {
    let readings = try Examples.readings()
    let series = BeatSeries(readings: readings)
    let variability = HeartRateVariability(of: series, rhythm: RhythmRegularity(of: series))
    let charts = RecordingCharts(readings: readings, variability: variability, firstTime: 0)
    let intervals = charts.tachogram.table.csv
    let paper = try charts.pulsePages(on: .a4).pdf(title: "Pulse")
    let pages = PulsePages(readings: readings, paper: .a4)
    let pdf = try pages.pdf(title: "Pulse")
    #expect(pdf == paper)
    #expect(intervals.hasPrefix("time_s,interval_ms,kind\n"))
    #expect(paper.starts(with: Data("%PDF".utf8)))
  }

  @Test func `a store has charts of its samples`() throws {
    let folder = try TemporaryFolder()
    let store = try HealthStore(location: StoreLocation(path: folder.file("health.db")))
    let end = start + 86_400
    let charts = StoredCharts(of: store, matching: SampleQuery(from: start, to: end))
    let days = CalendarIntervals(by: .day, in: .utc)
    let chart = try charts.values(of: .bodyMass, by: days, title: "Weight by day")
    #expect(chart == nil)
  }

  @Test func `every line of the examples stands in these tests`() throws {
    let code = try String(contentsOfFile: #filePath, encoding: .utf8).split(separator: "\n").map {
      $0.trimming { $0 == " " }
    }
    let room = URL(filePath: try Repository.room("HealthCharts"))
    var exampleCount = 0
    for name in try FileManager.default.contentsOfDirectory(atPath: room.path)
    where name.hasSuffix(".swift") {
      let text = try String(contentsOf: room.appending(path: name), encoding: .utf8)
      for example in text.components(separatedBy: "/// ```swift\n").dropFirst() {
        exampleCount += 1
        for line in example.components(separatedBy: "/// ```")[0].split(separator: "\n") {
          // The results in comments are expected here.
          let wanted = line.dropFirst(3).trimming { $0 == " " }
          #expect(wanted.contains("  // ") || code.contains(wanted), "\(name): \(wanted)")
        }
      }
    }
    #expect(exampleCount >= 7)
  }
}

extension Substring {
  fileprivate func trimming(_ isTrimmed: (Character) -> Bool) -> Substring {
    var rest = drop(while: isTrimmed)
    while let last = rest.last, isTrimmed(last) { rest.removeLast() }
    return rest
  }
}

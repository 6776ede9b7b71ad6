import TestDrawings
import Charts
import HealthCharts
import TestSupport
import Testing

/// What is measured and kept here looks as it did, and shows its numbers.
@Suite struct HealthChartTests {
  private static let pictures = KnownPictures(besides: #filePath)

  @Test(arguments: Examples.kinds, [ChartColorScheme.light, .dark])
  func `a chart's pixels are those of its picture`(
    kind: String, scheme: ChartColorScheme
  ) throws {
    let drawn = try Examples.renderer(kind).png(scale: 1, scheme: scheme)
    let known = try PixelPicture(png: Self.pictures.known("\(kind)-\(scheme).png", drawn))
    let difference = try PixelPicture(png: drawn).difference(from: known)
    #expect(difference.isOfSmoothing, "\(difference)")
  }

  @Test(arguments: Examples.kinds)
  func `a chart's SVG is that of its picture, to the letter`(kind: String) throws {
    let drawn = try Examples.renderer(kind).svg()
    let known = try Self.pictures.known("\(kind).svg", Data(drawn.utf8))
    #expect(drawn == String(decoding: known, as: UTF8.self))
  }

  @Test(arguments: Examples.kinds)
  func `a chart's table has a value or nothing for each column`(kind: String) throws {
    let table = try Examples.chart(kind).table
    #expect(!table.rows.isEmpty)
    #expect(table.rows.allSatisfy { $0.count == table.columns.count })
    let lines = table.csv.split(separator: "\n")
    #expect(lines.count == table.rows.count + 1)
    #expect(lines[0] == table.columns.joined(separator: ","))
  }

  @Test func `the mean of the ranges weighs each value alike`() throws {
    let start = Examples.start
    let chart = RangesChart(
      buckets: [
        .init(start: start, end: start + 60, minimum: 60, maximum: 80, mean: 70, count: 1),
        .init(start: start + 60, end: start + 120, minimum: 90, maximum: 110, mean: 100, count: 2),
      ], title: "Heart rate", unit: RangesChart.beatsPerMinute)
    #expect(chart.mean == 90)
    #expect(RangesChart(buckets: [], title: "", unit: "").mean == nil)
  }

  @Test(arguments: [9e18, 1e19, 1e300, -1e300, .greatestFiniteMagnitude, .infinity, .nan])
  func `a value that no integer holds is drawn or left out`(value: Double) throws {
    let start = Examples.start
    let ranges = RangesChart(
      buckets: [
        .init(start: start, end: start + 60, minimum: 60, maximum: value, mean: value, count: 2)
      ], title: "Weight", unit: "kg")
    #expect(!ranges.table.csv.isEmpty)
    _ = try? ChartRenderer(ranges).svg()
    _ = try? ChartRenderer(ranges).png()
  }

  @Test func `a bucket of one value is a dot, and an empty one a gap`() throws {
    let svg = try Examples.renderer("ranges").svg()
    // Twelve capsules with names, one dot without.
    #expect(svg.components(separatedBy: "beats per minute</title>").count - 1 == 12)
    #expect(svg.components(separatedBy: "fill=\"#c02145\"").count - 1 == 13)
  }

  @Test func `bias and limits are those of Bland and Altman's definition`() throws {
    let chart = AgreementChart(
      pairs: [(10, 9), (20, 22), (30, 28), (40, 39)].map { .init(first: $0.0, second: $0.1) },
      first: "a", second: "b")
    // Differences 1, -2, 2, 1: mean 0.5, standard deviation √3.
    let limits = try #require(chart.limits)
    #expect(abs((chart.bias ?? 0) - 0.5) < 1e-12)
    #expect(abs(limits.high - (0.5 + 1.96 * 3.0.squareRoot())) < 1e-12)
    #expect(abs(limits.low - (0.5 - 1.96 * 3.0.squareRoot())) < 1e-12)
  }

  @Test func `paper takes 25 mm for each second of the pulse`() throws {
    let chart = PulseWaveformChart(readings: try Examples.readings(), millimetersPerSecond: 25)
    let size = try #require(chart.preferredSize)
    let renderer = ChartRenderer(chart, width: size.width, height: size.height)
    let svg = try renderer.svg()
    #expect(svg.contains("25 mm/s"))
    func place(_ label: String) throws -> Double {
      let line = try #require(svg.split(separator: "\n").first { $0.hasSuffix(">\(label)</text>") })
      return try #require(Double(line.components(separatedBy: " x=\"")[1].prefix { $0 != "\"" }))
    }
    let millimeters = (try place("80") - place("10")) / 72 * 25.4
    #expect(abs(millimeters - 70 * 25) < 0.05)
  }

  @Test func `both axes of a Poincaré plot have one scale`() throws {
    let svg = try Examples.renderer("poincare").svg()
    func place(_ label: String, _ axis: String) throws -> Double {
      let lines = svg.split(separator: "\n").filter { $0.hasSuffix(">\(label)</text>") }
      let values = try lines.map { line in
        try #require(Double(line.components(separatedBy: " \(axis)=\"")[1].prefix { $0 != "\"" }))
      }
      return try #require(axis == "x" ? values.min() : values.min())
    }
    let across = try place("950", "x") - place("850", "x")
    let down = try place("850", "y") - place("950", "y")
    #expect(abs(across - down) < 0.5 && across > 50)
  }

  @Test func `a refused interval leaves a gap in the pulse`() throws {
    let chart = PulseWaveformChart(readings: try Examples.readings())
    let times = chart.table.rows.compactMap { row -> Double? in
      if case .number(let time, _) = row[0] { time } else { nil }
    }
    #expect(times.contains { $0 < 30 } && times.contains { $0 >= 50 })
    #expect(!times.contains { (30..<50).contains($0) })
    let svg = try ChartRenderer(chart).svg()
    let pulse = try #require(svg.split(separator: "\n").last { $0.contains("stroke=\"#ff3b30\"") })
    #expect(pulse.contains("M"))
    #expect(svg.components(separatedBy: "stroke=\"#ff3b30\"").count - 1 == 2)
  }
}

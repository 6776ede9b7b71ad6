public import Charts
import SampleStore

/// Values of too many intervals to distinguish: their median, 25 to 75% and 5 to 95% of them, and their range.
///
/// ```swift
/// let bands = [
///   BandsChart.Band(
///     start: start, end: start + 86_400, count: 1440, minimum: 48,
///     quantiles: [52, 58, 64, 77, 118], maximum: 151)
/// ]
/// let chart = BandsChart(bands: bands, title: "Heart rate", unit: "Beats per minute")
/// ```
public struct BandsChart: ReadableChart {
  /// The values in one interval of time.
  public struct Band: Sendable, Equatable {
    package var start: Date
    package var end: Date
    package var count: Int
    package var minimum: Double

    /// Up to which 5, 25, 50, 75 and 95% of the values lie.
    package var quantiles: [Double]
    package var maximum: Double

    package var median: Double { quantiles[2] }

    /// Makes a band of `count` values, which are in the chart's unit.
    ///
    /// - Parameter quantiles: Up to which 5, 25, 50, 75 and 95% of the values lie.
    public init(
      start: Date, end: Date, count: Int, minimum: Double, quantiles: [Double], maximum: Double
    ) {
      precondition(
        quantiles.count == Statistics.quantileShares.count, "a band has five quantiles")
      (self.start, self.end, self.count) = (start, end, count)
      (self.minimum, self.quantiles, self.maximum) = (minimum, quantiles, maximum)
    }

    /// Creates a band of the store's statistics; `nil` if they lack the minimum, the maximum or the quantiles.
    init?(_ statistics: Statistics, in unit: QuantityUnit) {
      let values = statistics.all
      let quantiles = values.quantiles.compactMap { try? $0.writtenValue(in: unit) }
      guard let low = try? values.minimum?.writtenValue(in: unit),
        let high = try? values.maximum?.writtenValue(in: unit),
        quantiles.count == Statistics.quantileShares.count
      else { return nil }
      self.init(
        start: statistics.start, end: statistics.end, count: values.count, minimum: low,
        quantiles: quantiles, maximum: high)
    }
  }

  package let bands: [Band]
  /// The title above the picture.
  public var title: String
  private let unit: String
  private let words: String
  private let color: Color
  private let period: PeriodAxis?

  /// Makes a chart of bands in the order of time.
  ///
  /// - Parameters:
  ///   - unit: The unit of the values.
  ///   - words: The unit within a sentence; `nil` for the unit in small letters.
  ///   - color: The color of the bands; `nil` for that of heart rates.
  ///   - period: The time that the axis covers; `nil` for the time of the bands.
  public init(
    bands: [Band], title: String, unit: String, words: String? = nil, color: Color? = nil,
    period: PeriodAxis? = nil
  ) {
    (self.bands, self.title, self.unit, self.period) = (bands, title, unit, period)
    (self.words, self.color) = (words ?? unit.lowercased(), color ?? HealthGroup.heart.color)
  }

  /// A band at one moment, and the unbroken stretch that it belongs to.
  private struct Point {
    let time: Date
    let band: Band
    let stretch: Int
  }

  /// Each band at its middle; the first and the last of a stretch at its ends, too.
  private var points: [Point] {
    var points: [Point] = []
    var stretch = 0
    for (index, band) in bands.enumerated() {
      let begins = index == 0 || bands[index - 1].end != band.start
      let ends = index + 1 == bands.count || bands[index + 1].start != band.end
      if begins { points.append(Point(time: band.start, band: band, stretch: stretch)) }
      let middle = band.start.addingTimeInterval(band.end.timeIntervalSince(band.start) / 2)
      points.append(Point(time: middle, band: band, stretch: stretch))
      if ends {
        points.append(Point(time: band.end, band: band, stretch: stretch))
        stretch += 1
      }
    }
    return points
  }

  /// A band's two sides, its name in the legend, and how strongly it is shaded.
  private struct Side {
    let name: String
    let opacity: Double
    let low: @Sendable (Band) -> Double
    let high: @Sendable (Band) -> Double
  }

  private static let sides = [
    Side(name: "range", opacity: 0.12, low: { $0.minimum }, high: { $0.maximum }),
    Side(name: "5 to 95%", opacity: 0.22, low: { $0.quantiles[0] }, high: { $0.quantiles[4] }),
    Side(name: "25 to 75%", opacity: 0.32, low: { $0.quantiles[1] }, high: { $0.quantiles[3] }),
  ]
  private static let median = "median"

  /// The strength of a band's color, on top of the wider ones.
  private static let shades = sides.indices.map { index in
    1 - sides[...index].reduce(1) { $0 * (1 - $1.opacity) }
  }

  /// The three bands, each on top of the wider one, and the median as a line.
  public var body: some View {
    let points = points
    let (sides, shades) = (Self.sides, Self.shades)
    Chart {
      ForEach(sides.indices, id: \.self) { index in
        let side = sides[index]
        ForEach(points, id: \.time) { point in
          AreaMark(
            x: .value("Time", point.time), yStart: .value(unit, side.low(point.band)),
            yEnd: .value(unit, side.high(point.band)),
            series: .value("Band", "\(side.name) \(point.stretch)"))
        }
        .foregroundStyle(by: .value("Values", side.name))
        .opacity(side.opacity / shades[index])
      }
      ForEach(points, id: \.time) { point in
        LineMark(
          x: .value("Time", point.time), y: .value(unit, point.band.median),
          series: .value("Band", "\(Self.median) \(point.stretch)"))
      }
      .foregroundStyle(by: .value("Values", Self.median))
      .lineStyle(StrokeStyle(lineWidth: 1.5, lineJoin: .round))
    }
    // A terminal has few rows to round up to.
    .chartYScale(domain: bands.flatMap { [$0.minimum, $0.maximum] })
    .timeAxis(period, of: bands.map { $0.start..<$0.end })
    .chartYAxisLabel(unit)
    .chartForegroundStyleScale(
      domain: [Self.median] + sides.reversed().map(\.name),
      range: [color] + shades.reversed().map { color.opacity($0) }
    )
    .accessibilityLabel(
      "\(bands.count) bands: the median of the values in each, 25 to 75% and 5 to 95% of them, and their range"
    )
  }

  package var markMeaning: String { "" }

  package var markTexts: [(start: Date, end: Date, text: String)] {
    bands.map { band in
      let values = band.quantiles.map { $0.readText(in: words) }
      return (
        band.start, band.end,
        "median \(values[2]) \(words), 25 to 75% from \(values[1]) to \(values[3]), 5 to 95% from "
          + "\(values[0]) to \(values[4]), all from \(band.minimum.readText(in: words)) to "
          + band.maximum.readText(in: words)
      )
    }
  }

  /// A row for each band: start, end, count, minimum, five quantiles and maximum.
  public var table: ChartTable {
    let suffix = unit == RangesChart.beatsPerMinute ? "_bpm" : ""
    var table = ChartTable(
      "start", "end", "count", "minimum" + suffix, "p5" + suffix, "p25" + suffix, "median" + suffix,
      "p75" + suffix, "p95" + suffix, "maximum" + suffix)
    for band in bands {
      table.add(
        [.date(band.start), .date(band.end), .number(Double(band.count), decimals: 0)]
          + ([band.minimum] + band.quantiles + [band.maximum]).map { .number($0, decimals: 2) })
    }
    return table
  }
}

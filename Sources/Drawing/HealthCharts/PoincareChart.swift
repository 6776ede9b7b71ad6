public import Charts
public import Photoplethysmography

/// Each interval between beats over the one before, both axes alike, with the ellipse of SD1 and SD2.
public struct PoincareChart: HealthChart {
  let series: BeatSeries
  /// The title above the picture.
  public var title: String

  /// The standard deviations across and along the diagonal, in milliseconds; `nil` if there were too
  /// few beats.
  private let deviations: (sd1: Double, sd2: Double)?

  /// Makes a chart of the normal intervals of a series.
  ///
  /// - Parameter variability: The source of SD1 and SD2; without them there is no ellipse.
  public init(
    series: BeatSeries, variability: HeartRateVariability,
    title: String = "Poincaré plot"
  ) {
    self.series = series
    self.title = title
    deviations = variability.sd1.flatMap { sd1 in variability.sd2.map { (sd1, $0) } }
  }

  private struct Pair: Identifiable {
    let id: Int
    let before: Double
    let after: Double
  }

  private var pairs: [Pair] {
    zip(series.intervals, series.intervals.dropFirst()).enumerated().compactMap { index, pair in
      guard pair.0.kind == .normal, pair.1.kind == .normal, pair.1.isAdjacent else { return nil }
      return Pair(id: index, before: pair.0.duration * 1000, after: pair.1.duration * 1000)
    }
  }

  /// Returns one domain for both axes.
  private func domain(_ pairs: [Pair]) -> ClosedRange<Double> {
    pairs.flatMap { [$0.before, $0.after] }.range(by: 50, room: 20) ?? 500...1200
  }

  /// Returns the ellipse around the mean, its half axes SD2 along the diagonal and SD1 across it.
  private func ellipse(_ pairs: [Pair]) -> [Pair] {
    guard let deviations, !pairs.isEmpty else { return [] }
    let before = pairs.reduce(0) { $0 + $1.before } / Double(pairs.count)
    let after = pairs.reduce(0) { $0 + $1.after } / Double(pairs.count)
    return (0...72).map { step in
      let angle = Double(step) / 72 * 2 * .pi
      let along = deviations.sd2 * cos(angle)
      let across = deviations.sd1 * sin(angle)
      return Pair(
        id: step, before: before + (along - across) / 2.0.squareRoot(),
        after: after + (along + across) / 2.0.squareRoot())
    }
  }

  private var note: String? {
    deviations.map {
      "SD1 \(ChartNumber.short($0.sd1)) ms, SD2 \(ChartNumber.short($0.sd2)) ms"
    }
  }

  /// A square of 460 points.
  public var preferredSize: (width: Double, height: Double)? { (460, 460) }

  /// A point for each two normal intervals in a row, the line of equal ones, and the ellipse.
  public var body: some View {
    let pairs = pairs
    let domain = domain(pairs)
    Chart {
      ForEach([domain.lowerBound, domain.upperBound], id: \.self) { end in
        LineMark(
          x: .value("Before", end), y: .value("After", end), series: .value("Line", "identity"))
      }
      .foregroundStyle(.gray).lineStyle(StrokeStyle(lineWidth: 1, dash: [4, 3]))
      ForEach(pairs) { pair in
        PointMark(x: .value("Before", pair.before), y: .value("After", pair.after))
          .foregroundStyle(.red)
          .opacity(0.6)
          .symbolSize(18)
      }
      ForEach(ellipse(pairs)) { point in
        LineMark(
          x: .value("Before", point.before), y: .value("After", point.after),
          series: .value("Line", "ellipse")
        )
        .foregroundStyle(.blue)
        .lineStyle(StrokeStyle(lineWidth: 1.5))
      }
    }
    .chartXScale(domain: domain)
    .chartYScale(domain: domain)
    .chartXAxisLabel("Interval (ms)" + (note.map { " · " + $0 } ?? ""))
    .chartYAxisLabel("Next interval (ms)")
    .chartPlotStyle { plot in plot.aspectRatio(1, contentMode: .fit).clipped() }
  }

  /// A row for each two normal intervals in a row, in milliseconds.
  public var table: ChartTable {
    var table = ChartTable("interval_ms", "next_interval_ms")
    for pair in pairs {
      table.add(.number(pair.before, decimals: 2), .number(pair.after, decimals: 2))
    }
    return table
  }
}

package import Charts

/// A plot with three charts for each length of reading: agreement with the reference (Bland and Altman 1986), error
/// against the share of readings kept by quality, and predicted against observed error of intervals.
package struct AccuracyPlot: View {
  /// Errors above this, in beats per minute, lie outside the chart.
  private static let largestError = 15.0

  private let groups: [AccuracyGroup]
  private let datasets: [String]

  package init(groups: [AccuracyGroup]) {
    self.groups = groups
    datasets = Set(groups.map(\.dataset)).sorted()
  }

  /// The text of an SVG file. Throws if the typeface is missing.
  package var svg: String {
    get throws { try ChartRenderer(self).svg() }
  }

  private struct Series: Identifiable {
    /// The dataset.
    let id: String
    let color: Color
    let figures: AccuracyFigures
  }

  private struct Row: Identifiable {
    /// The length of readings in seconds.
    let id: Double
    let series: [Series]
  }

  private var rows: [Row] {
    Set(groups.map(\.seconds)).sorted().map { seconds in
      Row(
        id: seconds,
        series: groups.filter { $0.seconds == seconds && !$0.total.figures.answers.isEmpty }.map {
          Series(
            id: $0.dataset,
            color: PlotText.color(datasets.firstIndex(of: $0.dataset) ?? 0),
            figures: $0.total.figures)
        })
    }
  }

  package var body: some View {
    VStack(alignment: .leading, spacing: 20) {
      ForEach(rows) { row in
        HStack(alignment: .top, spacing: 24) {
          PlotPanel("\(row.id.plain) s: agreement") { agreement(row.series) }
          PlotPanel("\(row.id.plain) s: error of the best by quality") { risk(row.series) }
          PlotPanel("\(row.id.plain) s: promised and observed error") { calibration(row.series) }
        }
      }
    }
    .chartForegroundStyleScale(domain: datasets, range: datasets.indices.map(PlotText.color))
  }

  private struct Point: Identifiable {
    let id: Int
    let dataset: String
    let x: Double
    let y: Double
  }

  private func points(
    _ series: [Series], _ values: (AccuracyFigures) -> [(x: Double, y: Double)]
  ) -> [Point] {
    series.flatMap { series in values(series.figures).map { (series.id, $0) } }.enumerated().map {
      Point(id: $0.offset, dataset: $0.element.0, x: $0.element.1.x, y: $0.element.1.y)
    }
  }

  /// Difference against mean of reading and reference, with bias and limits for each set.
  private func agreement(_ series: [Series]) -> some View {
    let answers = points(series) { figures in
      figures.answers.map { (($0.rate + $0.reference) / 2, $0.error) }
    }
    let limits = series.map(\.figures.limitsOfAgreement)
    let errors = answers.map { abs($0.y) } + limits.flatMap { [abs($0.low), abs($0.high)] }
    let reach = min(Self.largestError, max(1, (errors.filter(\.isFinite).max() ?? 1) * 1.08))
    let low = ((answers.map(\.x).min() ?? 60) - 3).rounded(.down)
    let high = max(low + 10, ((answers.map(\.x).max() ?? 90) + 3).rounded(.up))
    // Few dots are drawn stronger than many.
    let opacity = min(0.7, max(0.15, 60 / Double(max(answers.count, 1))))
    return Chart {
      ForEach(answers) { point in
        PointMark(x: .value("Mean", point.x), y: .value("Difference", point.y))
          .foregroundStyle(by: .value("Recordings", point.dataset))
          .opacity(opacity)
          .symbolSize(16)
      }
      ForEach(series) { series in
        RuleMark(y: .value("Difference", series.figures.bias))
          .foregroundStyle(series.color)
      }
      ForEach(series) { series in
        RuleMark(y: .value("Difference", series.figures.limitsOfAgreement.low))
          .foregroundStyle(series.color)
          .lineStyle(StrokeStyle(lineWidth: 1.3, dash: [5, 4]))
        RuleMark(y: .value("Difference", series.figures.limitsOfAgreement.high))
          .foregroundStyle(series.color)
          .lineStyle(StrokeStyle(lineWidth: 1.3, dash: [5, 4]))
      }
    }
    .chartXScale(domain: low...high)
    .chartYScale(domain: -reach...reach)
    .chartXAxisLabel("mean of reading and reference, beats/min")
    .chartYAxisLabel("reading - reference, beats/min")
  }

  private func risk(_ series: [Series]) -> some View {
    let curve = points(series) { figures in
      figures.riskAgainstCoverage.map { (100 * $0.share, $0.error) }
    }
    return Chart(curve) { point in
      LineMark(x: .value("Kept", point.x), y: .value("Error", point.y))
        .foregroundStyle(by: .value("Recordings", point.dataset))
        .symbol(.circle)
    }
    .chartXScale(domain: 0...100)
    .chartXAxisLabel("kept, % of readings")
    .chartYAxisLabel("mean absolute error, beats/min")
  }

  /// Observed against predicted errors. On the diagonal, intervals predict the error; below it they are too wide.
  private func calibration(_ series: [Series]) -> some View {
    let bins = points(series) { figures in
      figures.calibration.map { ($0.predictedError, $0.observedError) }
    }
    let end = (bins.flatMap { [$0.x, $0.y] }.filter(\.isFinite).max() ?? 1) * 1.08
    return Chart {
      ForEach([0, end], id: \.self) { value in
        LineMark(
          x: .value("Promised", value), y: .value("Observed", value),
          series: .value("Line", "equal")
        )
        .foregroundStyle(.gray)
        .lineStyle(StrokeStyle(lineWidth: 1, dash: [3, 3]))
      }
      ForEach(bins) { point in
        LineMark(x: .value("Promised", point.x), y: .value("Observed", point.y))
          .foregroundStyle(by: .value("Recordings", point.dataset))
          .symbol(.circle)
      }
    }
    .chartXScale(domain: 0...max(end, 0.1))
    .chartYScale(domain: 0...max(end, 0.1))
    .chartXAxisLabel("mean absolute error promised by the interval")
    .chartYAxisLabel("mean absolute error")
  }
}

/// A plot with three panels for each length of reading: agreement with the reference (Bland and Altman 1986), error
/// against the share of readings kept by quality, and predicted against observed error of intervals.
package struct AccuracyPlot {
  /// Colours that people with red-green blindness can distinguish (Okabe and Ito 2008).
  private static let colors = ["#0072B2", "#D55E00", "#009E73", "#CC79A7", "#E69F00", "#56B4E9"]
  private static let columnWidth = 355.0
  private static let rowHeight = 300.0
  private static let top = 70.0

  /// Errors above this, in beats a minute, are drawn at the panel's edge.
  private static let largestError = 15.0

  private let groups: [AccuracyGroup]
  private let datasets: [String]

  package init(groups: [AccuracyGroup]) {
    self.groups = groups
    datasets = Set(groups.map(\.dataset)).sorted()
  }

  /// The text of an SVG file.
  package var svg: String {
    let lengths = Set(groups.map(\.seconds)).sorted()
    var drawing = SVGDrawing(
      width: 3 * Self.columnWidth + 20, height: Self.top + Self.rowHeight * Double(lengths.count))
    drawLegend(on: &drawing)
    for (row, seconds) in lengths.enumerated() {
      let rowGroups = groups.filter { $0.seconds == seconds }
        .map { (color: color(of: $0.dataset), figures: $0.total.figures) }
        .filter { !$0.figures.answers.isEmpty }
      let y = Self.top + Self.rowHeight * Double(row)
      drawAgreement(rowGroups, "\(seconds.plain) s: agreement", at: (60, y), on: &drawing)
      drawRisk(
        rowGroups, "\(seconds.plain) s: error of the best by quality",
        at: (60 + Self.columnWidth, y), on: &drawing)
      drawCalibration(
        rowGroups, "\(seconds.plain) s: promised and observed error",
        at: (60 + 2 * Self.columnWidth, y), on: &drawing)
    }
    return drawing.text
  }

  private typealias Series = (color: String, figures: AccuracyFigures)

  private func color(of dataset: String) -> String {
    Self.colors[(datasets.firstIndex(of: dataset) ?? 0) % Self.colors.count]
  }

  private func drawLegend(on drawing: inout SVGDrawing) {
    var x = 60.0
    for dataset in datasets {
      drawing.dot((x + 4, 22), radius: 5, color: color(of: dataset))
      drawing.text(dataset, at: (x + 14, 26), size: 12)
      x += 34 + 7 * Double(dataset.count)
    }
  }

  /// Draws difference against mean of reading and reference, with bias and limits for each set.
  private func drawAgreement(
    _ series: [Series], _ title: String, at origin: (x: Double, y: Double),
    on drawing: inout SVGDrawing
  ) {
    let answers = series.flatMap(\.figures.answers)
    let means = answers.map { ($0.rate + $0.reference) / 2 }
    let limits = series.map(\.figures.limitsOfAgreement).flatMap { [abs($0.low), abs($0.high)] }
    let reach = min(
      Self.largestError,
      max(1, ((answers.map { abs($0.error) } + limits).filter(\.isFinite).max() ?? 1) * 1.08))
    let low = ((means.min() ?? 60) - 3).rounded(.down)
    let panel = PlotPanel(
      title: title, xTitle: "mean of reading and reference, beats/min",
      yTitle: "reading - reference", x: low...max(low + 10, ((means.max() ?? 90) + 3).rounded(.up)),
      y: -reach...reach, origin: origin)
    panel.drawFrame(on: &drawing)
    for (color, figures) in series {
      // Few dots are drawn stronger than many.
      let opacity = min(0.7, max(0.15, 60 / Double(max(figures.answers.count, 1))))
      for answer in figures.answers {
        drawing.dot(
          panel.place((answer.rate + answer.reference) / 2, answer.error), radius: 2.2,
          color: color, opacity: opacity)
      }
    }
    for (color, figures) in series {
      let limits = figures.limitsOfAgreement
      for (value, dashes) in [(figures.bias, nil), (limits.low, "5 4"), (limits.high, "5 4")]
      where value.isFinite && abs(value) <= reach {
        drawing.line(
          panel.place(panel.x.lowerBound, value), panel.place(panel.x.upperBound, value),
          color: color, width: 1.3, dashes: dashes)
      }
    }
  }

  private func drawRisk(
    _ series: [Series], _ title: String, at origin: (x: Double, y: Double),
    on drawing: inout SVGDrawing
  ) {
    let curves = series.map { series in
      (series.color, series.figures.riskAgainstCoverage.filter(\.error.isFinite))
    }
    let panel = PlotPanel(
      title: title, xTitle: "kept, % of readings", yTitle: "mean absolute error", x: 0...100,
      y: PlotPanel.range(ofPositive: curves.flatMap(\.1).map(\.error)), origin: origin)
    panel.drawFrame(on: &drawing)
    for (color, curve) in curves {
      let places = curve.map { panel.place(100 * $0.share, $0.error) }
      drawing.polyline(places, color: color)
      for place in places { drawing.dot(place, radius: 2.6, color: color) }
    }
  }

  /// Draws observed against predicted errors. On the diagonal, intervals predict the error; below it they are too wide.
  private func drawCalibration(
    _ series: [Series], _ title: String, at origin: (x: Double, y: Double),
    on drawing: inout SVGDrawing
  ) {
    let bins = series.map { ($0.color, $0.figures.calibration) }
    let errors = bins.flatMap(\.1).flatMap { [$0.predictedError, $0.observedError] }
    let range = PlotPanel.range(ofPositive: errors)
    let panel = PlotPanel(
      title: title, xTitle: "mean absolute error promised by the interval",
      yTitle: "mean absolute error", x: range, y: range, origin: origin)
    panel.drawFrame(on: &drawing)
    drawing.line(
      panel.place(0, 0), panel.place(range.upperBound, range.upperBound), color: "#999",
      dashes: "3 3")
    for (color, bins) in bins {
      let places = bins.map { panel.place($0.predictedError, $0.observedError) }
      drawing.polyline(places, color: color)
      for place in places { drawing.dot(place, radius: 2.6, color: color) }
    }
  }
}

/// Readings after steps of the heart rate: a panel for each step, with the truth and a course of readings for each
/// length, drawn at the times of their appearance.
package struct StepResponsePlot {
  package struct Course: Sendable {
    let name: String

    /// Seconds from the step, and beats a minute.
    let points: [(seconds: Double, rate: Double)]

    package init(name: String, points: [(seconds: Double, rate: Double)]) {
      self.name = name
      self.points = points
    }
  }

  package struct Step: Sendable {
    let from: Double
    let to: Double
    let courses: [Course]

    package init(from: Double, to: Double, courses: [Course]) {
      self.from = from
      self.to = to
      self.courses = courses
    }
  }

  /// Colours that people with red-green blindness can distinguish (Okabe and Ito 2008).
  private static let colors = ["#0072B2", "#D55E00", "#009E73", "#CC79A7"]
  private static let columnWidth = 355.0
  private static let rowHeight = 300.0
  private static let top = 70.0

  /// The seconds that the plot shows.
  private static let time = -10.0...30.0

  private let steps: [Step]

  package init(steps: [Step]) { self.steps = steps }

  /// The text of an SVG file.
  package var svg: String {
    let rows = (steps.count + 1) / 2
    var drawing = SVGDrawing(
      width: 2 * Self.columnWidth + 20, height: Self.top + Self.rowHeight * Double(rows))
    var x = 60.0
    for (index, course) in (steps.first?.courses ?? []).enumerated() {
      drawing.dot((x + 4, 22), radius: 5, color: Self.color(index))
      drawing.text(course.name, at: (x + 14, 26), size: 12)
      x += 44 + 6 * Double(course.name.count)
    }
    drawing.line((x, 22), (x + 18, 22), color: "#666", width: 1.5, dashes: "4 3")
    drawing.text("the heart", at: (x + 24, 26), size: 12)
    for (index, step) in steps.enumerated() {
      let origin = (
        x: 60 + Self.columnWidth * Double(index % 2),
        y: Self.top + Self.rowHeight * Double(index / 2)
      )
      draw(step, at: origin, on: &drawing)
    }
    return drawing.text
  }

  private static func color(_ index: Int) -> String { colors[index % colors.count] }

  private func draw(_ step: Step, at origin: (x: Double, y: Double), on drawing: inout SVGDrawing) {
    let panel = PlotPanel(
      title: "\(step.from.plain) to \(step.to.plain) beats a minute",
      xTitle: "seconds from the step",
      yTitle: "beats a minute", x: Self.time,
      y: min(step.from, step.to) - 10...max(step.from, step.to) + 10, origin: origin)
    panel.drawFrame(on: &drawing)
    let truth = [
      (Self.time.lowerBound, step.from), (0, step.from), (0, step.to),
      (Self.time.upperBound, step.to),
    ].map { panel.place($0.0, $0.1) }
    for (a, b) in zip(truth, truth.dropFirst()) {
      drawing.line(a, b, color: "#666", width: 1.5, dashes: "4 3")
    }
    for (index, course) in step.courses.enumerated() {
      let shown = course.points.filter { Self.time.contains($0.seconds) }
        .map { panel.place($0.seconds, $0.rate) }
      drawing.polyline(shown, color: Self.color(index))
      for point in shown { drawing.dot(point, radius: 2, color: Self.color(index)) }
    }
  }
}

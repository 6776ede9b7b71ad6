package import Charts

/// Readings after steps of the heart rate: a chart for each step, with the truth and a course of readings for each
/// length, drawn at the times of their appearance.
package struct StepResponsePlot: View {
  package struct Course: Sendable {
    let name: String

    /// Seconds from the step, and beats per minute.
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

  /// The seconds that the plot shows.
  private static let time = -10.0...30.0
  private static let heart = "the heart"

  private let steps: [Step]

  package init(steps: [Step]) { self.steps = steps }

  /// The text of an SVG file. Throws if the typeface is missing.
  package var svg: String {
    get throws { try ChartRenderer(self).svg() }
  }

  package var body: some View {
    let names = (steps.first?.courses ?? []).map(\.name)
    return VStack(alignment: .leading, spacing: 20) {
      ForEach(Array(stride(from: 0, to: steps.count, by: 2)), id: \.self) { first in
        HStack(alignment: .top, spacing: 24) {
          ForEach(Array(steps[first..<min(first + 2, steps.count)].enumerated()), id: \.offset) {
            panel($0.element)
          }
        }
      }
    }
    .chartForegroundStyleScale(
      domain: names + [Self.heart], range: names.indices.map(PlotText.color) + [.gray])
  }

  private struct Point: Identifiable {
    let id: Int
    let course: String
    let seconds: Double
    let rate: Double
  }

  private func panel(_ step: Step) -> some View {
    let truth = [
      (Self.time.lowerBound, step.from), (0, step.from), (0, step.to),
      (Self.time.upperBound, step.to),
    ]
    let points = step.courses.flatMap { course in
      course.points.filter { Self.time.contains($0.seconds) }.map { (course.name, $0) }
    }.enumerated().map {
      Point(
        id: $0.offset, course: $0.element.0, seconds: $0.element.1.seconds,
        rate: $0.element.1.rate)
    }
    return PlotPanel("\(step.from.plain) to \(step.to.plain) beats per minute") {
      Chart {
        ForEach(Array(truth.enumerated()), id: \.offset) { corner in
          LineMark(
            x: .value("Seconds", corner.element.0), y: .value("Rate", corner.element.1)
          )
          .foregroundStyle(by: .value("Readings", Self.heart))
          .lineStyle(StrokeStyle(lineWidth: 1.5, dash: [4, 3]))
        }
        ForEach(points) { point in
          LineMark(x: .value("Seconds", point.seconds), y: .value("Rate", point.rate))
            .foregroundStyle(by: .value("Readings", point.course))
            .symbol(.circle)
            .symbolSize(14)
        }
      }
      .chartXScale(domain: Self.time)
      .chartYScale(domain: min(step.from, step.to) - 10...max(step.from, step.to) + 10)
      .chartXAxisLabel("seconds from the step")
      .chartYAxisLabel("beats per minute")
    }
  }
}

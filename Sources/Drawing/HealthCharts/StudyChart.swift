public import Charts

/// The heart rate over a study's run, with the steps that recorded it shaded and named.
public struct StudyChart: HealthChart {
  /// A step with its readings.
  public struct Step: Sendable {
    /// The step's name.
    let name: String

    /// When it began, in seconds from the run's start.
    let start: Double

    /// When it ended.
    let end: Double

    /// Seconds from the run's start, and beats per minute.
    let points: [(time: Double, rate: Double)]

    /// Makes a step.
    public init(
      name: String, start: Double, end: Double, points: [(time: Double, rate: Double)]
    ) {
      (self.name, self.start, self.end, self.points) = (name, start, end, points)
    }
  }

  /// The steps in their order.
  let steps: [Step]
  /// The title above the picture.
  public var title: String

  /// Makes a chart of steps.
  public init(steps: [Step], title: String = "Heart rate by step") {
    self.steps = steps
    self.title = title
  }

  /// Whether there is anything to draw.
  public var hasPoints: Bool { steps.contains { !$0.points.isEmpty } }

  private var length: Double { max((steps.last?.end ?? 1) - (steps.first?.start ?? 0), 1) }

  private var rates: ClosedRange<Double> {
    steps.flatMap(\.points).map(\.rate).range(by: 5, room: 2) ?? 40...120
  }

  /// A shade with a name for each step, and a line through its points.
  public var body: some View {
    Chart {
      ForEach(Array(steps.enumerated()), id: \.offset) { item in
        RectangleMark(
          xStart: .value("Time (s)", item.element.start),
          xEnd: .value("Time (s)", item.element.end)
        )
        .foregroundStyle(item.offset.isMultiple(of: 2) ? .gray : .blue)
        .opacity(0.14)
        .accessibilityLabel(item.element.name)
        .annotation(position: .overlay, alignment: .top) {
          // A name that is wider than its step would lie on its neighbor.
          if item.element.end - item.element.start >= length / 8 {
            Text(item.element.name).foregroundStyle(.secondary)
          }
        }
      }
      ForEach(Array(steps.enumerated()), id: \.offset) { step in
        ForEach(Array(step.element.points.enumerated()), id: \.offset) { point in
          LineMark(
            x: .value("Time (s)", point.element.time),
            y: .value("Beats per minute", point.element.rate),
            series: .value("Step", "\(step.offset)")
          )
          .foregroundStyle(.red)
        }
      }
    }
    .chartYScale(domain: rates).chartPlotStyle { $0.clipped() }
    .chartLegend(.hidden)
    .chartXAxisLabel("Time (s)")
    .chartYAxisLabel("Beats per minute")
  }

  /// A row for each point: the step's name, the time in seconds, and the rate.
  public var table: ChartTable {
    var table = ChartTable("step", "time_s", "beats_per_minute")
    for step in steps {
      for point in step.points {
        table.add(
          .text(step.name), .number(point.time, decimals: 3), .number(point.rate, decimals: 3))
      }
    }
    return table
  }
}

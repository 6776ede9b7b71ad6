public import Charts
public import SampleStore

/// The stages of sleep over a night, from awake at the top to deep sleep.
///
/// ```swift
/// let night = HypnogramChart(stages: [
///   .init(start: bedtime, end: bedtime + 3600, name: "Core"),
///   .init(start: bedtime + 3600, end: bedtime + 5400, name: "Deep"),
/// ])
/// ```
public struct HypnogramChart: HealthChart {
  /// A stretch of one stage.
  public struct Stage: Sendable, Equatable {
    var start: Date
    var end: Date
    var name: String

    /// Makes a stretch of a stage.
    ///
    /// - Parameter name: `In bed`, `Awake`, `REM`, `Asleep` (its stage unknown), `Core` or `Deep`.
    public init(start: Date, end: Date, name: String) {
      self.start = start
      self.end = end
      self.name = name
    }

    /// A stage that the store keeps; `nil` if the sample is none.
    public init?(_ sample: CategorySample) {
      let names = ["In bed", "Asleep", "Awake", "Core", "Deep", "REM"]
      guard sample.type == .sleepAnalysis, names.indices.contains(sample.value) else { return nil }
      self.init(start: sample.start, end: sample.end, name: names[sample.value])
    }
  }

  let stages: [Stage]
  /// What stands above the picture.
  public var title: String

  /// Makes a chart of stages, in any order.
  public init(stages: [Stage], title: String = "Sleep") {
    self.stages = stages
    self.title = title
  }

  private static let order = ["In bed", "Awake", "REM", "Asleep", "Core", "Deep"]

  private static let colors: KeyValuePairs<String, Color> = [
    "In bed": .gray, "Awake": .orange, "REM": .cyan, "Asleep": .teal, "Core": .blue,
    "Deep": .indigo,
  ]

  /// A rectangle for each stage, in a row for each name that there is.
  public var body: some View {
    let present = Self.order.filter { name in stages.contains { $0.name == name } }
    Chart {
      ForEach(Array(stages.enumerated()), id: \.offset) { stage in
        RectangleMark(
          xStart: .value("Time", stage.element.start), xEnd: .value("Time", stage.element.end),
          y: .value("Stage", stage.element.name), height: .ratio(0.8)
        )
        .cornerRadius(2)
        .foregroundStyle(by: .value("Stage", stage.element.name))
      }
    }
    .chartYScale(domain: present)
    .chartForegroundStyleScale(Self.colors)
    .chartLegend(.hidden)
  }

  /// A row for each stage: its start, its end and its name.
  public var table: ChartTable {
    var table = ChartTable("start", "end", "stage")
    for stage in stages { table.add(.date(stage.start), .date(stage.end), .text(stage.name)) }
    return table
  }
}

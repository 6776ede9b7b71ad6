public import Charts
public import SampleStore

/// The stages of sleep over a night, from awake at the top to deep sleep.
public struct HypnogramChart: HealthChart {
  /// A stretch of one stage.
  public struct Stage: Sendable, Equatable {
    public var start: Date
    public var end: Date
    /// `In bed`, `Awake`, `REM`, `Asleep` (its stage unknown), `Core` or `Deep`.
    public var name: String

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

  public let stages: [Stage]
  public var title: String

  public init(stages: [Stage], title: String = "Sleep") {
    self.stages = stages
    self.title = title
  }

  private static let order = ["In bed", "Awake", "REM", "Asleep", "Core", "Deep"]

  private static let colors: KeyValuePairs<String, Color> = [
    "In bed": .gray, "Awake": .orange, "REM": .cyan, "Asleep": .teal, "Core": .blue,
    "Deep": .indigo,
  ]

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

  public var table: ChartTable {
    var table = ChartTable("start", "end", "stage")
    for stage in stages { table.add(.date(stage.start), .date(stage.end), .text(stage.name)) }
    return table
  }
}

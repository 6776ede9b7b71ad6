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
public struct HypnogramChart: ReadableChart {
  /// A stretch of one stage.
  public struct Stage: Sendable, Equatable {
    package var start: Date
    package var end: Date
    package var name: String

    /// Makes a stretch of a stage.
    ///
    /// - Parameter name: `In bed`, `Awake`, `REM`, `Asleep` (its stage unknown), `Core` or `Deep`.
    public init(start: Date, end: Date, name: String) {
      (self.start, self.end, self.name) = (start, end, name)
    }

    /// Creates a stage of a sample in the store; `nil` for other samples.
    public init?(_ sample: CategorySample) {
      guard sample.type == .sleepAnalysis, Self.names.indices.contains(sample.value) else {
        return nil
      }
      self.init(start: sample.start, end: sample.end, name: Self.names[sample.value])
    }

    /// In the order of `SleepReport.Stage`.
    static let names = ["In bed", "Asleep", "Awake", "Core", "Deep", "REM"]
  }

  package let stages: [Stage]
  /// The title above the picture.
  public var title: String
  private let period: PeriodAxis?

  /// Makes a chart of stages, in any order.
  ///
  /// - Parameter period: The time that the axis covers; `nil` for the time of the stages.
  public init(stages: [Stage], title: String = "Sleep", period: PeriodAxis? = nil) {
    (self.stages, self.title, self.period) = (stages, title, period)
  }

  package static let order = ["In bed", "Awake", "REM", "Asleep", "Core", "Deep"]

  /// Each stage is darker than the one before, and lighter on a dark background: readers who
  /// confuse hues can distinguish them.
  package static let colors: KeyValuePairs<String, Color> = [
    "In bed": Color(light: 0xC9CBD3, dark: 0x53565F),
    "Awake": Color(light: 0xF2A33C, dark: 0xFFC670),
    "REM": Color(light: 0x6CC5EA, dark: 0xA6E3FF), "Asleep": Color(light: 0x8B90D8, dark: 0x8F95E6),
    "Core": Color(light: 0x5A62DB, dark: 0x7B86FF), "Deep": Color(light: 0x2A2670, dark: 0x5148C8),
  ]

  /// One rectangle per stage, in one row per name.
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
    .timeAxis(period, of: [])
    .chartYScale(domain: present)
    .chartForegroundStyleScale(Self.colors)
    .chartLegend(.hidden)
  }

  package var markMeaning: String { "" }

  package var markTexts: [(start: Date, end: Date, text: String)] {
    stages.map {
      ($0.start, $0.end, "\($0.name), \($0.end.timeIntervalSince($0.start).lengthText)")
    }
  }

  /// A row for each stage: its start, its end and its name.
  public var table: ChartTable {
    var table = ChartTable("start", "end", "stage")
    for stage in stages { table.add(.date(stage.start), .date(stage.end), .text(stage.name)) }
    return table
  }
}

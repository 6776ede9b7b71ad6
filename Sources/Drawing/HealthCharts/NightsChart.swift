public import Charts
import SampleStore

/// The hours asleep of each night, with their stages; of several nights together, their mean.
///
/// ```swift
/// let chart = NightsChart(nights: [
///   .init(start: monday, end: tuesday, hours: ["Core": 4.5, "Deep": 1, "REM": 1.5])
/// ])
/// ```
public struct NightsChart: ReadableChart {
  /// One night, or the mean of several.
  public struct Night: Sendable, Equatable {
    package var start: Date
    package var end: Date

    /// Hours by the name of the stage.
    package var hours: [String: Double]
    package var count: Int

    /// Makes a night.
    ///
    /// - Parameters:
    ///   - start: Where its bar begins, such as the day on which the night ends.
    ///   - hours: Hours of the stages that `HypnogramChart.Stage` names.
    ///   - count: The nights whose mean it is.
    public init(start: Date, end: Date, hours: [String: Double], count: Int = 1) {
      self.start = start
      self.end = end
      self.hours = hours
      self.count = count
    }

    /// Makes a night of the seconds that a report has. Time in bed counts where nothing else is known.
    init(start: Date, end: Date, _ stages: SleepReport.Stages) {
      let hours = [
        "Awake": stages.awake, "REM": stages.asleepREM, "Asleep": stages.asleepUnspecified,
        "Core": stages.asleepCore, "Deep": stages.asleepDeep,
      ].filter { $0.value > 0 }
      self.init(
        start: start, end: end,
        hours: (hours.isEmpty ? ["In bed": stages.inBed] : hours).mapValues { $0 / 3600 })
    }

    /// Hours asleep, in any stage.
    package var asleep: Double {
      hours.reduce(0) { $0 + (["Awake", "In bed"].contains($1.key) ? 0 : $1.value) }
    }
  }

  package let nights: [Night]
  /// What stands above the picture.
  public var title: String
  private let period: PeriodAxis?

  /// Makes a chart of nights, in the order of time.
  ///
  /// - Parameter period: What the axis stands for; `nil` for the time of the nights.
  public init(nights: [Night], title: String = "Sleep by night", period: PeriodAxis? = nil) {
    self.nights = nights
    self.title = title
    self.period = period
  }

  /// The mean hours asleep of all nights; `nil` without any.
  public var mean: Double? {
    let count = nights.reduce(0) { $0 + $1.count }
    return count == 0 ? nil : nights.reduce(0) { $0 + $1.asleep * Double($1.count) } / Double(count)
  }

  private struct Part {
    let night: Night
    let stage: String
    let hours: Double
  }

  /// A bar for each night, deep sleep at the bottom, and a dashed line at the mean.
  public var body: some View {
    let parts = nights.flatMap { night in
      HypnogramChart.order.reversed().compactMap { stage in
        night.hours[stage].map { Part(night: night, stage: stage, hours: $0) }
      }
    }
    let present = HypnogramChart.colors.filter { color in parts.contains { $0.stage == color.key } }
    Chart {
      ForEach(Array(parts.enumerated()), id: \.offset) { part in
        BarMark(
          x: .value("Time", part.element.night.start..<part.element.night.end),
          y: .value("Hours", part.element.hours),
          width: .ratio(0.7, within: 0...(nights.count < 10 ? 56 : .infinity))
        )
        .foregroundStyle(by: .value("Stage", part.element.stage))
      }
      if let mean, nights.count > 1 {
        RuleMark(y: .value("Hours", mean))
          .foregroundStyle(.secondary)
          .lineStyle(StrokeStyle(lineWidth: 1, dash: [4, 3]))
      }
    }
    .timeAxis(period, of: nights.map { $0.start..<$0.end })
    .chartForegroundStyleScale(domain: present.map(\.key), range: present.map(\.value))
    .chartYAxisLabel(
      "Hours"
        + (nights.count > 1
          ? mean.map { ", average asleep \(($0 * 3600).lengthText) dashed" } ?? "" : ""))
  }

  package var markMeaning: String {
    nights.contains { $0.count > 1 }
      ? "A bar is an average night, by its stages" : "A bar is a night, by its stages"
  }

  package var markTexts: [(start: Date, end: Date, text: String)] {
    nights.map { night in
      let asleep = (night.asleep * 3600).lengthText
      let parts = HypnogramChart.order.compactMap { stage in
        night.hours[stage].map { "\(stage) \(($0 * 3600).lengthText)" }
      }
      return (
        night.start, night.end,
        "\(asleep) asleep\(night.count > 1 ? " a night" : ""): \(parts.joined(separator: ", "))"
      )
    }
  }

  /// A row for each night: start, end, the number of nights, hours asleep, and the hours of each stage.
  public var table: ChartTable {
    var table = ChartTable(
      "start", "end", "nights", "asleep_h", "awake_h", "rem_h", "core_h", "deep_h",
      "unknown_stage_h",
      "in_bed_h")
    for night in nights {
      func hours(_ stage: String) -> ChartTable.Cell { .optional(night.hours[stage], decimals: 2) }
      table.add(
        .date(night.start), .date(night.end), .number(Double(night.count), decimals: 0),
        .number(night.asleep, decimals: 2), hours("Awake"), hours("REM"), hours("Core"),
        hours("Deep"),
        hours("Asleep"), hours("In bed"))
    }
    return table
  }
}

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
      (self.start, self.end, self.hours, self.count) = (start, end, hours, count)
    }

    /// Makes the mean of the nights of some reports.
    init(start: Date, end: Date, meanOf reports: [SleepReport]) {
      var hours: [String: Double] = [:]
      let count = reports.count
      for report in reports {
        for stage in report.counts.keys {
          hours[HypnogramChart.Stage.names[stage.rawValue], default: 0] +=
            report[stage] / 3600 / Double(count)
        }
      }
      self.init(start: start, end: end, hours: hours, count: count)
    }

    /// Hours asleep, in any stage; `nil` without a recorded stage, as in `SleepReport.asleep`.
    package var asleep: Double? {
      stages.isEmpty ? nil : stages.reduce(0) { $0 + ($1.key == "Awake" ? 0 : $1.value) }
    }

    private var stages: [String: Double] { hours.filter { $0.key != "In bed" } }

    /// The hours that a bar shows: those in bed only without a recorded stage.
    fileprivate var drawn: [String: Double] { stages.isEmpty ? hours : stages }
  }

  package let nights: [Night]
  /// The title above the picture.
  public var title: String
  private let period: PeriodAxis?

  /// Makes a chart of nights, in the order of time.
  ///
  /// - Parameter period: The time that the axis covers; `nil` for the time of the nights.
  public init(nights: [Night], title: String = "Sleep by night", period: PeriodAxis? = nil) {
    (self.nights, self.title, self.period) = (nights, title, period)
  }

  /// The mean hours asleep of all nights with recorded sleep; `nil` without any.
  public var mean: Double? {
    let known = nights.compactMap { night in night.asleep.map { ($0, Double(night.count)) } }
    let count = known.reduce(0) { $0 + $1.1 }
    return count == 0 ? nil : known.reduce(0) { $0 + $1.0 * $1.1 } / count
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
        night.drawn[stage].flatMap {
          $0 > 0 ? Part(night: night, stage: stage, hours: $0) : nil
        }
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
      let asleep = night.asleep.map { "\(($0 * 3600).lengthText) asleep" } ?? "sleep not recorded"
      let parts = HypnogramChart.order.compactMap { stage in
        night.hours[stage].flatMap { $0 > 0 ? "\(stage) \(($0 * 3600).lengthText)" : nil }
      }
      return (
        night.start, night.end,
        "\(asleep)\(night.count > 1 ? " a night" : ""): \(parts.joined(separator: ", "))"
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
        .optional(night.asleep, decimals: 2), hours("Awake"), hours("REM"), hours("Core"),
        hours("Deep"),
        hours("Asleep"), hours("In bed"))
    }
    return table
  }
}

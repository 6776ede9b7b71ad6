public import Charts
public import SampleStore

/// Sums of counts, such as steps, by day or another calendar interval, with their mean.
///
/// ```swift
/// let week = SumsChart(
///   sums: [
///     .init(start: start, end: start + 86_400, value: 7_000),
///     .init(start: start + 86_400, end: start + 172_800, value: 9_000),
///   ], unit: "steps", title: "Steps by day")
/// week.mean  // 8000
/// ```
public struct SumsChart: ReadableChart {
  /// The sum of one interval.
  public struct Sum: Sendable, Equatable {
    package let start: Date
    package let end: Date
    package let value: Double

    /// Makes the sum of an interval, in the chart's unit.
    public init(start: Date, end: Date, value: Double) {
      (self.start, self.end, self.value) = (start, end, value)
    }

    /// Creates a sum of the store's statistics, in a unit; `nil` if they have none.
    public init?(_ statistics: Statistics, in unit: QuantityUnit) {
      guard let sum = try? statistics.all.sum?.writtenValue(in: unit) else { return nil }
      self.init(start: statistics.start, end: statistics.end, value: sum)
    }
  }

  package let sums: [Sum]
  /// The title above the picture.
  public var title: String
  private let unit: String
  private let period: PeriodAxis?
  private let color: Color

  /// The name of the values in the table.
  private let column: String

  /// The mean of the values behind means; `nil` if the values are sums.
  private let meanOfAll: Double?

  /// The sums of intervals that are over: those that the mean is of.
  private let wholeSums: [Sum]

  /// Makes a chart of sums.
  ///
  /// - Parameters:
  ///   - color: The color of the bars; `nil` for that of activity.
  ///   - period: The time that the axis covers; `nil` for the time of the sums.
  ///   - column: The name of the values in the table.
  ///   - mean: The mean of all days, if each value is the mean of some; `nil` if they are sums.
  ///   - now: The interval around this moment is not over, and is left out of the mean.
  public init(
    sums: [Sum], unit: String, title: String, color: Color? = nil, period: PeriodAxis? = nil,
    column: String = "sum", mean: Double? = nil, now: Date = .distantFuture
  ) {
    (self.sums, self.unit, self.title, self.period) = (sums, unit, title, period)
    (self.color, self.column, meanOfAll) = (color ?? HealthGroup.activity.color, column, mean)
    wholeSums = sums.filter { $0.end <= now }
  }

  /// The mean of the intervals that have a sum and are over, or of all days if each value is the mean of some; `nil`
  /// without any.
  public var mean: Double? {
    if let meanOfAll { return meanOfAll }
    return wholeSums.isEmpty
      ? nil : wholeSums.reduce(0) { $0 + $1.value } / Double(wholeSums.count)
  }

  private var isWhole: Bool { sums.allSatisfy { $0.value == $0.value.rounded() } }

  /// A bar for each interval, and a dashed line at the mean.
  public var body: some View {
    Chart {
      ForEach(Array(sums.enumerated()), id: \.offset) { sum in
        BarMark(
          x: .value("Time", sum.element.start..<sum.element.end),
          y: .value("Sum", sum.element.value)
        )
        .cornerRadius(2)
        .foregroundStyle(color)
      }
      if let mean, wholeSums.count > 1 {
        RuleMark(y: .value("Sum", mean))
          .foregroundStyle(.secondary)
          .lineStyle(StrokeStyle(lineWidth: 1, dash: [4, 3]))
      }
    }
    .timeAxis(period, of: sums.map { $0.start..<$0.end })
    // Counts have no halves.
    .chartYAxis { AxisMarks(values: isWhole ? .automatic(minimumStride: 1) : .automatic) }
    .chartYAxisLabel(
      unit + (wholeSums.count > 1 ? mean.map { ", average \($0.readText) dashed" } ?? "" : ""))
  }

  package var markMeaning: String {
    meanOfAll == nil ? "A bar is a sum" : "A bar is an average day"
  }

  package var markTexts: [(start: Date, end: Date, text: String)] {
    sums.map { sum in
      // "1 step"; a unit without a plural stays: "1 ms".
      let isOne = sum.value == 1 && unit.count > 3 && unit.hasSuffix("s")
      let words = isOne ? String(unit.dropLast()) : unit
      return (
        sum.start, sum.end, words.isEmpty ? sum.value.readText : "\(sum.value.readText) \(words)"
      )
    }
  }

  /// A row for each interval: start, end, and the sum or the mean of its days.
  public var table: ChartTable {
    var table = ChartTable("start", "end", column)
    for sum in sums {
      table.add(.date(sum.start), .date(sum.end), .number(sum.value, decimals: 3))
    }
    return table
  }
}

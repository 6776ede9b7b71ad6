public import Charts
import SignalProcessing

/// The difference of two methods over their mean, with the bias and the limits of agreement (Bland and
/// Altman 1986).
///
/// ```swift
/// let chart = AgreementChart(
///   pairs: [.init(first: 61, second: 60), .init(first: 72, second: 74)],
///   first: "Camera", second: "Strap")
/// chart.bias  // -0.5
/// ```
public struct AgreementChart: HealthChart {
  /// Two methods' simultaneous measurements.
  public struct Pair: Sendable, Equatable {
    package var first: Double
    package var second: Double

    /// Makes a pair of two values of one moment, in one unit.
    public init(first: Double, second: Double) {
      self.first = first
      self.second = second
    }
  }

  let pairs: [Pair]
  /// The title above the picture.
  public var title: String
  private let names: (first: String, second: String)

  /// Makes a chart of pairs.
  ///
  /// - Parameters:
  ///   - pairs: The values in beats per minute, in any order.
  ///   - first: The name of the first method.
  ///   - second: The name of the second method.
  public init(
    pairs: [Pair], first: String, second: String, title: String = "Agreement of two methods"
  ) {
    self.pairs = pairs
    names = (first, second)
    self.title = title
  }

  /// The mean difference, in the values' unit; `nil` without pairs.
  public var bias: Double? {
    pairs.isEmpty
      ? nil : pairs.reduce(0) { $0 + $1.first - $1.second } / Double(pairs.count)
  }

  /// The bias less and plus 1.96 standard deviations of the differences; `nil` below two pairs.
  public var limits: (low: Double, high: Double)? {
    guard let bias, pairs.count > 1 else { return nil }
    let reach = 1.96 * pairs.map { $0.first - $0.second }.sampleStandardDeviation
    return (bias - reach, bias + reach)
  }

  private struct Level: Identifiable {
    let id: String
    let value: Double
    var isBias = false
    /// Whether its name is below its line, off the points in the middle.
    var isBelow = false
  }

  private var levels: [Level] {
    var levels: [Level] = []
    if let bias { levels.append(Level(id: "bias", value: bias, isBias: true)) }
    if let limits {
      levels.append(Level(id: "+1.96 SD", value: limits.high))
      levels.append(Level(id: "−1.96 SD", value: limits.low, isBelow: true))
    }
    return levels
  }

  /// A point for each pair, and dashed lines at the limits of agreement.
  public var body: some View {
    Chart {
      ForEach(Array(pairs.enumerated()), id: \.offset) { pair in
        PointMark(
          x: .value("Mean", (pair.element.first + pair.element.second) / 2),
          y: .value("Difference", pair.element.first - pair.element.second)
        )
        .opacity(0.7)
        .symbolSize(22)
      }
      ForEach(levels) { level in
        RuleMark(y: .value("Difference", level.value))
          .foregroundStyle(level.isBias ? Color.red : .secondary)
          .lineStyle(StrokeStyle(lineWidth: 1, dash: level.isBias ? [] : [4, 3]))
          .annotation(position: level.isBelow ? .bottom : .top, alignment: .trailing) {
            Text("\(level.id) \(ChartNumber.short(level.value))")
              .background(.background.opacity(0.8))
          }
      }
    }
    .chartXScale(domain: .automatic(includesZero: false))
    .chartXAxisLabel("Mean of both (beats per minute)")
    .chartYAxisLabel("\(names.first) less \(names.second)")
  }

  /// A row for each pair, in its order: both values, their mean and their difference.
  public var table: ChartTable {
    var table = ChartTable("first_bpm", "second_bpm", "mean_bpm", "difference_bpm")
    for pair in pairs {
      table.add(
        .number(pair.first, decimals: 2), .number(pair.second, decimals: 2),
        .number((pair.first + pair.second) / 2, decimals: 2),
        .number(pair.first - pair.second, decimals: 2))
    }
    return table
  }
}

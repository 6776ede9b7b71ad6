public import Charts
public import Photoplethysmography

/// The time from each beat to the next, over the recording. Points show the kind of an interval.
public struct TachogramChart: HealthChart {
  let series: BeatSeries
  /// The title above the picture.
  public var title: String

  private let firstTime: Double

  /// Makes a chart of the intervals of a series.
  ///
  /// - Parameter firstTime: The time of the first frame, in seconds on the recording's clock.
  public init(
    series: BeatSeries, firstTime: Double = 0, title: String = "Time from beat to beat"
  ) {
    (self.series, self.firstTime, self.title) = (series, firstTime, title)
  }

  private struct Point: Identifiable {
    let id: Int
    let time: Double
    let milliseconds: Double
    let kind: String
    /// The index of the unbroken run of normal intervals to which it belongs; `nil` if it belongs to none.
    let run: Int?
  }

  private var points: [Point] {
    var run = 0
    var wasNormal = false
    return series.intervals.enumerated().map { index, interval in
      let isNormal = interval.kind == .normal
      if !(isNormal && wasNormal && interval.isAdjacent) { run += 1 }
      wasNormal = isNormal
      return Point(
        id: index, time: interval.end - firstTime, milliseconds: interval.duration * 1000,
        kind: interval.kind.name, run: isNormal ? run : nil)
    }
  }

  private static let colors: [(kind: String, color: Color)] = [
    ("normal", .red), ("early beat", .purple), ("pause after it", .indigo),
    ("artefact", .orange), ("unclear", .gray),
  ]

  /// From the start of the recording to its last beat, in seconds.
  private var span: ClosedRange<Double> { 0...max(1, points.last?.time ?? 1) }

  /// A point for each interval, and a line through the normal ones that follow each other.
  public var body: some View {
    let points = points
    // Only kinds that occur need a name.
    let present = Self.colors.filter { entry in points.contains { $0.kind == entry.kind } }
    Chart {
      ForEach(points) { point in
        if let run = point.run {
          LineMark(
            x: .value("Time (s)", point.time), y: .value("Interval (ms)", point.milliseconds),
            series: .value("Run", run)
          )
          .lineStyle(StrokeStyle(lineWidth: 1))
          .foregroundStyle(.secondary)
        }
      }
      ForEach(points) { point in
        PointMark(x: .value("Time (s)", point.time), y: .value("Interval (ms)", point.milliseconds))
          .foregroundStyle(by: .value("Kind", point.kind))
          .symbol(by: .value("Kind", point.kind))
          .symbolSize(16)
      }
    }
    .chartForegroundStyleScale(domain: present.map(\.kind), range: present.map(\.color))
    .chartLegend(present.count > 1 ? .visible : .hidden)
    .chartYScale(domain: .automatic(includesZero: false))
    .chartXScale(domain: span).chartPlotStyle { $0.clipped() }
    .chartXAxisLabel("Time (s)")
    .chartYAxisLabel("Interval (ms)")
  }

  /// A row for each interval: its end in seconds, its length in milliseconds, and its kind.
  public var table: ChartTable {
    var table = ChartTable("time_s", "interval_ms", "kind")
    for point in points {
      table.add(
        .number(point.time, decimals: 4), .number(point.milliseconds, decimals: 2),
        .text(point.kind))
    }
    return table
  }
}

extension BeatSeries.Kind {
  /// The kind in words.
  var name: String {
    switch self {
    case .normal: "normal"
    case .early: "early beat"
    case .pause: "pause after it"
    case .artefact: "artefact"
    case .unclear: "unclear"
    }
  }
}

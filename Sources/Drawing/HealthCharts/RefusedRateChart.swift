public import Charts
public import Photoplethysmography

/// The course of each color in an interval whose rate was refused, with a line at each beat that was not believed.
///
/// Colors that change alike are light; beats in one color alone may be an encoder's.
public struct RefusedRateChart: HealthChart {
  /// The title above the picture.
  public var title: String

  private let refused: RefusedRate
  private let firstTime: Double

  /// Makes a chart of a rate that is not reported.
  /// - Parameter firstTime: The time of the recording's first frame, in seconds on its clock.
  public init(_ refused: RefusedRate, firstTime: Double = 0, title: String = "Refused") {
    (self.refused, self.firstTime, self.title) = (refused, firstTime, title)
  }

  private struct Point {
    let time: Double
    let value: Double
    let name: String
  }

  /// Returns the color of a course, and its dashes: not everybody can distinguish the colors.
  private static func style(_ channel: ColorChannel) -> (color: Color, dash: [CGFloat]) {
    switch channel {
    case .red: (.red, [])
    case .green: (.green, [6, 3])
    case .blue: (.blue, [2, 2])
    default: (.gray, [])
    }
  }

  private static func name(_ channel: ColorChannel) -> String {
    channel.isCombination ? channel.rawValue.uppercased() : channel.rawValue.capitalized
  }

  private func points(of course: RefusedRate.Course) -> [Point] {
    course.values.enumerated().map { index, value in
      Point(
        time: refused.start - firstTime + Double(index) / HeartRateMonitor.sampleRate,
        value: Double(value), name: Self.name(course.channel))
    }
  }

  private var axisName: String {
    refused.courses.allSatisfy(\.isShareOfLevel)
      ? "Change of the light (%)" : "Change (arbitrary units)"
  }

  private var span: ClosedRange<Double> {
    let count = refused.courses.map(\.values.count).max() ?? 0
    let start = refused.start - firstTime
    return start...start + Double(max(count, 1)) / HeartRateMonitor.sampleRate
  }

  /// The courses over the time, and upright lines at the beats.
  public var body: some View {
    let names = refused.courses.map { Self.name($0.channel) }
    let colors = refused.courses.map { Self.style($0.channel).color }
    Chart {
      ForEach(refused.beats, id: \.self) { beat in
        RuleMark(x: .value("Time (s)", beat - firstTime))
      }
      .foregroundStyle(.gray)
      .opacity(0.5)
      .lineStyle(StrokeStyle(lineWidth: 1))
      ForEach(refused.courses, id: \.channel) { course in
        ForEach(points(of: course), id: \.time) { point in
          LineMark(
            x: .value("Time (s)", point.time), y: .value("Change", point.value),
            series: .value("Color", point.name))
        }
        .foregroundStyle(by: .value("Color", Self.name(course.channel)))
        .lineStyle(
          StrokeStyle(
            lineWidth: 1.5, lineJoin: .round, dash: Self.style(course.channel).dash))
      }
    }
    .chartForegroundStyleScale(domain: names, range: colors)
    .chartXScale(domain: span).chartPlotStyle { $0.clipped() }
    // Without grid lines, which would look like beats.
    .chartXAxis {
      AxisMarks { _ in
        AxisTick()
        AxisValueLabel()
      }
    }
    .chartYAxisLabel(axisName)
    .chartXAxisLabel("Time (s)")
  }

  /// A row for each point: its time in seconds, the color, and the change.
  public var table: ChartTable {
    var table = ChartTable("time_s", "channel", "change")
    for course in refused.courses {
      for point in points(of: course) {
        table.add(
          .number(point.time, decimals: 4), .text(course.channel.rawValue),
          .number(point.value, decimals: 5))
      }
    }
    return table
  }
}

public import Charts
public import Photoplethysmography

/// The pulse with its beats. Its height is in arbitrary units: light has no millivolts.
///
/// Where an interval was refused, the curve has a gap.
public struct PulseWaveformChart: HealthChart {
  let readings: [HeartRateReading]
  /// The title above the picture.
  public var title: String

  /// The millimeters of paper per second, so that it can be measured with a ruler; `nil` to fill
  /// the picture.
  public var millimetersPerSecond: Double?

  private let firstTime: Double
  private let range: ClosedRange<Double>?
  private let namesAxes: Bool

  /// Makes a chart of the pulse of readings.
  ///
  /// - Parameters:
  ///   - firstTime: The time of the recording's first frame, in seconds on its clock.
  ///   - range: The part to show, in seconds from the first frame; `nil` for all.
  ///   - namesAxes: Whether the axes have names; one of several strips may leave them to the page.
  public init(
    readings: [HeartRateReading], firstTime: Double = 0, range: ClosedRange<Double>? = nil,
    millimetersPerSecond: Double? = nil, namesAxes: Bool = true, title: String = "Pulse"
  ) {
    (self.readings, self.range, self.namesAxes) = (readings, range, namesAxes)
    (self.firstTime, self.millimetersPerSecond) = (firstTime, millimetersPerSecond)
    self.title = title
  }

  private struct Point {
    let time: Double
    let value: Double
    let stretch: Int
  }

  private var span: ClosedRange<Double> {
    range ?? readings.span(from: firstTime) ?? 0...1
  }

  /// The curve, and which unbroken stretch each point belongs to.
  private var points: [Point] {
    var points: [Point] = []
    var stretch = 0
    var end = -Double.infinity
    for reading in readings {
      guard !reading.pulse.isEmpty else { continue }
      if abs(reading.start - end) > 0.5 / HeartRateMonitor.sampleRate { stretch += 1 }
      end = reading.end
      let step = (reading.end - reading.start) / Double(reading.pulse.count)
      for (index, value) in reading.pulse.enumerated()
      where span.contains(reading.start - firstTime + step * Double(index)) {
        points.append(
          Point(
            time: reading.start - firstTime + step * Double(index), value: value,
            stretch: stretch))
      }
    }
    return points
  }

  private var beats: [Beat] {
    readings.flatMap(\.beats).filter { span.contains($0.time - firstTime) }
  }

  /// Whether each beat can have a line: on paper, or if they are few enough to distinguish.
  private var showsBeats: Bool { millimetersPerSecond != nil || beats.count <= 150 }

  /// Returns the curve's height around 0, without rare spikes: of all strips on paper, so that they can be compared.
  private func heights(_ points: [Point]) -> ClosedRange<Double> {
    let sizes =
      (millimetersPerSecond == nil
      ? points.map { abs($0.value) } : readings.flatMap(\.pulse).map(abs)).sorted()
    guard let size = sizes.isEmpty ? nil : sizes[Int(Double(sizes.count - 1) * 0.998)], size > 0
    else { return -1...1 }
    return -size * 1.05...size * 1.25
  }

  /// The size on paper in points; `nil` without `millimetersPerSecond`.
  public var preferredSize: (width: Double, height: Double)? {
    plotWidth.map { ($0 + 48, 240) }
  }

  private var plotWidth: Double? {
    guard let millimetersPerSecond else { return nil }
    let length = (span.upperBound - span.lowerBound) * millimetersPerSecond
    return length * PaperSize.pointsPerMillimeter
  }

  private var axisName: String {
    guard let millimetersPerSecond else { return "Time (s)" }
    let speed = ChartNumber.short(millimetersPerSecond)
    return "Time (s), \(speed) mm/s"
  }

  /// The curve, with an upright line at each beat if they are few enough.
  public var body: some View {
    let points = points
    let heights = heights(points)
    let span = span
    let width = plotWidth
    let chart = Chart {
      ForEach(showsBeats ? beats : [], id: \.time) { beat in
        RuleMark(x: .value("Time (s)", beat.time - firstTime))
      }
      .foregroundStyle(.gray)
      .opacity(0.35)
      .lineStyle(StrokeStyle(lineWidth: 1))
      // Styles of all points at once: minutes have tens of thousands.
      ForEach(points, id: \.time) { point in
        LineMark(
          x: .value("Time (s)", point.time), y: .value("Pulse", point.value),
          series: .value("Stretch", point.stretch)
        )
      }
      .lineStyle(StrokeStyle(lineWidth: 1.5, lineJoin: .round))
      .foregroundStyle(.red)
    }
    .chartXScale(domain: span)
    .chartYScale(domain: heights)
    .chartYAxis(.hidden)
    // Without grid lines, which would look like beats.
    .chartXAxis {
      AxisMarks { _ in
        AxisTick()
        AxisValueLabel()
      }
    }
    .chartPlotStyle { plot in plot.frame(width: width.map { CGFloat($0) }).clipped() }
    if namesAxes {
      chart
        .chartXAxisLabel(axisName)
        .chartYAxisLabel("Pulse (arbitrary units)" + (showsBeats ? ", lines at beats" : ""))
    } else {
      chart
    }
  }

  /// A row for each point of the curve: its time in seconds, and the pulse.
  public var table: ChartTable {
    var table = ChartTable("time_s", "pulse")
    for point in points {
      table.add(.number(point.time, decimals: 4), .number(point.value, decimals: 4))
    }
    return table
  }
}

enum ChartNumber {
  /// Returns a number with one decimal at most, and none if it is whole.
  static func short(_ value: Double) -> String {
    let rounded = (value * 10).rounded() / 10
    let text =
      rounded == rounded.rounded() && abs(rounded) < 1e15 ? "\(Int(rounded))" : "\(rounded)"
    return text.replacing("-", with: "−")
  }
}

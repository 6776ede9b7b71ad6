public import Charts
public import Photoplethysmography

/// The quality of each reading, and the reasons of refusals, as a strip over the recording: by height and by
/// color, since not everybody and not every terminal sees colors. Refused readings are low.
public struct QualityStripChart: HealthChart {
  let readings: [HeartRateReading]
  /// The title above the picture.
  public var title: String

  private let firstTime: Double

  /// Makes a chart of readings.
  ///
  /// - Parameter firstTime: The time of the first frame, in seconds on the recording's clock.
  public init(
    readings: [HeartRateReading], firstTime: Double = 0, title: String = "Quality"
  ) {
    (self.readings, self.firstTime, self.title) = (readings, firstTime, title)
  }

  /// 600 by 150 points.
  public var preferredSize: (width: Double, height: Double)? { (600, 150) }

  /// Words rather than numbers: a legend of three is read at a glance.
  private static func grade(_ reading: HeartRateReading) -> String {
    switch (reading.rate, reading.quality) {
    case (nil, _): "refused"
    case (_, HeartRateMonitor.sureQuality...): grades[0].name
    case (_, 0.6...): grades[1].name
    default: grades[2].name
    }
  }

  private static let grades: [(name: String, color: Color)] = [
    ("\(HeartRateMonitor.sureQuality) and above, reliable", .green),
    ("0.6 to \(HeartRateMonitor.sureQuality)", .yellow), ("below 0.6", .orange), ("refused", .gray),
  ]

  /// The seconds of the recording that have readings.
  private var span: ClosedRange<Double> {
    let first = (readings.first?.start ?? firstTime) - firstTime
    return first...max(first + 1, (readings.last?.end ?? firstTime) - firstTime)
  }

  /// A rectangle for each reading, as high as its quality; low if it was refused.
  public var body: some View {
    let names = Set(readings.map(Self.grade))
    let present = Self.grades.filter { names.contains($0.name) }
    Chart {
      ForEach(Array(readings.enumerated()), id: \.offset) { reading in
        RectangleMark(
          xStart: .value("Time (s)", reading.element.start - firstTime),
          xEnd: .value("Time (s)", reading.element.end - firstTime),
          yStart: .value("Quality", 0),
          yEnd: .value("Quality", reading.element.rate == nil ? 0.08 : reading.element.quality)
        )
        .foregroundStyle(by: .value("Quality", Self.grade(reading.element)))
        .accessibilityLabel(
          reading.element.reason?.name
            ?? "quality \(ChartNumber.short(reading.element.quality * 100))%")
      }
    }
    .chartForegroundStyleScale(domain: present.map(\.name), range: present.map(\.color))
    .chartXScale(domain: span).chartPlotStyle { $0.clipped() }
    .chartYScale(domain: 0...1)
    .chartYAxis(.hidden)
    .chartXAxisLabel("Time (s)")
  }

  /// A row for each reading: start and end in seconds, quality, and the reason of a refusal.
  public var table: ChartTable {
    var table = ChartTable("start_s", "end_s", "quality", "reason")
    for reading in readings {
      table.add(
        .number(reading.start - firstTime, decimals: 3),
        .number(reading.end - firstTime, decimals: 3), .number(reading.quality, decimals: 3),
        reading.reason.map { .text($0.rawValue) } ?? .missing)
    }
    return table
  }
}

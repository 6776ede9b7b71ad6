import Charts

/// Charts that the tests draw, from data that are the same each time.
enum Examples {
  static let berlin = calendar("Europe/Berlin")

  static func calendar(_ zone: String) -> Calendar {
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = TimeZone(identifier: zone) ?? .gmt
    return calendar
  }

  /// 9 May 2026, 08:13:20 in Berlin.
  static let start = Date(timeIntervalSinceReferenceDate: 800_000_000)

  struct Bucket: Identifiable {
    let id: Int
    let low: Int
    let high: Int
    var date: Date { start + Double(id) * 180 }
  }

  static let buckets = (0..<20).map {
    Bucket(id: $0, low: 80 + ($0 * 7) % 23, high: 110 + ($0 * 13) % 47)
  }

  /// A workout in capsules from the least to the greatest heart rate.
  static var capsules: some View {
    Chart(buckets) {
      BarMark(
        x: .value("Time", $0.date, unit: .minute), yStart: .value("Least", $0.low),
        yEnd: .value("Greatest", $0.high), width: .fixed(8)
      )
      .clipShape(Capsule())
      .foregroundStyle(.red)
    }
    .chartXAxis { AxisMarks(values: .stride(by: .minute, count: 15)) }
    .chartYScale(domain: 50...190)
  }

  /// Two series with a legend, a rule with a text, and names of the axes.
  static var series: some View {
    Chart {
      ForEach(0..<100, id: \.self) { index in
        LineMark(
          x: .value("Time", Double(index) / 10),
          y: .value("Rate", sin(Double(index) / 8) * 40 + 60)
        )
        .foregroundStyle(by: .value("Method", "autocorrelation"))
        .symbol(by: .value("Method", "autocorrelation"))
      }
      ForEach(0..<10, id: \.self) { index in
        PointMark(x: .value("Time", index), y: .value("Rate", cos(Double(index)) * 30 + 55))
          .foregroundStyle(by: .value("Method", "spectrum"))
          .symbol(by: .value("Method", "spectrum"))
      }
      RuleMark(y: .value("Rate", 60))
        .lineStyle(StrokeStyle(lineWidth: 1, dash: [4, 3]))
        .foregroundStyle(.gray)
        .annotation(position: .top, alignment: .trailing) { Text("mean 60") }
    }
    .chartXAxisLabel("Time (s)")
    .chartYAxisLabel("Beats per minute")
  }

  /// Bars on each other.
  static var stacked: some View {
    Chart {
      ForEach(Array(["Mon", "Tue", "Wed", "Thu", "Fri"].enumerated()), id: \.offset) { day in
        ForEach(Array(["Walk", "Run", "Swim"].enumerated()), id: \.offset) { sport in
          BarMark(
            x: .value("Day", day.element),
            y: .value("Minutes", 10 + (day.offset * 7 + sport.offset * 11) % 25)
          )
          .foregroundStyle(by: .value("Sport", sport.element))
        }
      }
    }
  }

  /// Bars by day across a change of the clocks.
  static var days: some View {
    let march = Date(timeIntervalSinceReferenceDate: 796_100_000)
    return Chart {
      ForEach(0..<14, id: \.self) { day in
        BarMark(
          x: .value("Day", march + Double(day) * 86_400, unit: .day),
          y: .value("Steps", 4000 + (day * 3771) % 8000)
        )
        .cornerRadius(3)
      }
    }
    .chartYAxisLabel("Steps")
  }

  /// Stages of a night, from the top down.
  static var stages: some View {
    let stages = ["Core", "Deep", "Core", "REM", "Awake", "Core", "REM"]
    return Chart {
      ForEach(Array(stages.enumerated()), id: \.offset) { stage in
        RectangleMark(
          xStart: .value("Time", start + Double(stage.offset) * 3600),
          xEnd: .value("Time", start + Double(stage.offset + 1) * 3600),
          y: .value("Stage", stage.element)
        )
        .foregroundStyle(by: .value("Stage", stage.element))
      }
    }
    .chartYScale(domain: ["Awake", "REM", "Core", "Deep"])
    .chartLegend(.hidden)
  }

  /// Points whose colors are numbers, on logarithmic axes.
  static var powers: some View {
    Chart {
      ForEach(1..<60, id: \.self) { index in
        PointMark(
          x: .value("Frequency", pow(1.15, Double(index))),
          y: .value("Power", 1e4 / Double(index * index))
        )
        .foregroundStyle(by: .value("Quality", Double(index) / 60))
      }
    }
    .chartXScale(type: .log)
    .chartYScale(type: .log)
    .chartXAxisLabel("Frequency (Hz)")
  }

  /// A band with a line in it, and a gap in both.
  static var band: some View {
    Chart {
      ForEach(0..<60, id: \.self) { index in
        let middle = 70 + 10 * sin(Double(index) / 9)
        let value = (24..<32).contains(index) ? Double.nan : middle
        AreaMark(
          x: .value("Time", start + Double(index) * 10), yStart: .value("Low", value - 4),
          yEnd: .value("High", value + 4)
        )
        .foregroundStyle(.blue)
        .opacity(0.2)
        LineMark(x: .value("Time", start + Double(index) * 10), y: .value("Rate", value))
          .interpolationMethod(.monotone)
      }
    }
    .chartYScale(domain: .automatic(includesZero: false))
  }

  /// Lying bars with long names.
  static var names: some View {
    let names = [
      "HeartcamSessionHeartRate", "Steps", "A name that nobody would give to anything", "Ü",
    ]
    return Chart {
      ForEach(Array(names.enumerated()), id: \.offset) { name in
        BarMark(x: .value("Count", (name.offset + 2) * 3), y: .value("Type", name.element))
          .annotation(position: .trailing) { Text("\((name.offset + 2) * 3)") }
      }
    }
  }

  static func renderer(_ name: String, width: Double = 600) -> ChartRenderer? {
    func made(_ view: some View, _ title: String?) -> ChartRenderer {
      ChartRenderer(view, width: width, height: 300, title: title, calendar: berlin)
    }
    return switch name {
    case "capsules": made(capsules, "Heart rate")
    case "series": made(series, "Two methods")
    case "stacked": made(stacked, nil)
    case "days": made(days, "Steps by day")
    case "stages": made(stages, "Sleep")
    case "powers": made(powers, nil)
    case "band": made(band, nil)
    case "names": made(names, "Samples by type")
    default: nil
    }
  }

  static let all = [
    "capsules", "series", "stacked", "days", "stages", "powers", "band", "names",
  ]
}

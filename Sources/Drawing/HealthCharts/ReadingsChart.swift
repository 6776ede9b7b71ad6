public import Charts
public import Photoplethysmography

/// The readings of a recording: rates with their 95% confidence intervals, and refusals shaded with
/// their reason.
///
/// ```swift
/// let chart = ReadingsChart(readings: readings, title: "A minute at rest")
/// try ChartRenderer(chart, width: 600, height: 300).png().write(to: file)
/// ```
public struct ReadingsChart: HealthChart {
  let readings: [HeartRateReading]
  /// The title above the picture.
  public var title: String

  /// The time of the recording's first frame, in seconds on its clock.
  private let firstTime: Double

  /// Makes a chart of readings.
  ///
  /// - Parameter firstTime: The time of the first frame, in seconds on the recording's clock.
  public init(
    readings: [HeartRateReading], firstTime: Double = 0, title: String = "Heart rate"
  ) {
    (self.readings, self.firstTime, self.title) = (readings, firstTime, title)
  }

  private var span: ClosedRange<Double> {
    readings.span(from: firstTime) ?? 0...1
  }

  /// Rates with room around them, in round numbers.
  private var rates: ClosedRange<Double> {
    readings.compactMap(\.rate).flatMap { [$0.low, $0.high] }.range(by: 5, room: 2) ?? 40...120
  }

  /// A line for each rate with its interval, and a shade for each stretch of refusals.
  public var body: some View {
    let refusals = RefusedStretch.joined(readings)
    Chart {
      ForEach(refusals, id: \.start) { stretch in
        RectangleMark(
          xStart: .value("Time (s)", stretch.start - firstTime),
          xEnd: .value("Time (s)", stretch.end - firstTime)
        )
        .foregroundStyle(.gray)
        .opacity(0.18)
        .accessibilityLabel(stretch.reason.rawValue)
        .annotation(position: .overlay, alignment: .top) {
          // A name that is wider than its stretch would lie on its neighbor.
          if stretch.end - stretch.start >= (span.upperBound - span.lowerBound) / 6 {
            Text(stretch.reason.name).foregroundStyle(.secondary)
          }
        }
      }
      ForEach(Array(readings.enumerated()), id: \.offset) { reading in
        if let rate = reading.element.rate {
          RectangleMark(
            xStart: .value("Time (s)", reading.element.start - firstTime),
            xEnd: .value("Time (s)", reading.element.end - firstTime),
            yStart: .value("Beats per minute", rate.low),
            yEnd: .value("Beats per minute", rate.high)
          )
          .foregroundStyle(.red)
          .opacity(0.22)
        }
      }
      ForEach(Array(readings.enumerated()), id: \.offset) { reading in
        if let rate = reading.element.rate {
          RuleMark(
            xStart: .value("Time (s)", reading.element.start - firstTime),
            xEnd: .value("Time (s)", reading.element.end - firstTime),
            y: .value("Beats per minute", rate.beatsPerMinute)
          )
          .lineStyle(StrokeStyle(lineWidth: 2.5))
          .foregroundStyle(.red)
        }
      }
    }
    .chartXScale(domain: span).chartPlotStyle { $0.clipped() }
    .chartYScale(domain: rates)
    .chartXAxisLabel("Time (s)")
    .chartYAxisLabel("Beats per minute, with 95% intervals")
  }

  /// One row per reading: times, rate with its interval, quality, reason; empty cells for missing values.
  public var table: ChartTable {
    var table = ChartTable("start_s", "end_s", "bpm", "bpm_low", "bpm_high", "quality", "reason")
    for reading in readings {
      table.add(
        .number(reading.start - firstTime, decimals: 3),
        .number(reading.end - firstTime, decimals: 3),
        .optional(reading.rate?.beatsPerMinute, decimals: 2),
        .optional(reading.rate?.low, decimals: 2), .optional(reading.rate?.high, decimals: 2),
        .number(reading.quality, decimals: 3), reading.reason.map { .text($0.rawValue) } ?? .missing
      )
    }
    return table
  }
}

extension [HeartRateReading] {
  /// Returns the time that they cover, in seconds from the first frame; `nil` if it has no length.
  func span(from firstTime: Double) -> ClosedRange<Double>? {
    guard let first, let last, last.end > first.start else { return nil }
    return first.start - firstTime...last.end - firstTime
  }
}

extension [Double] {
  /// Returns the range of an axis of the values: multiples of a step, with room around them; `nil` without values.
  func range(by step: Double, room: Double) -> ClosedRange<Double>? {
    guard let low = self.min(), let high = self.max() else { return nil }
    return ((low - room) / step).rounded(.down) * step...((high + room) / step).rounded(.up) * step
  }
}

/// Intervals one after the other that were refused for the same reason.
struct RefusedStretch {
  let start: Double
  var end: Double
  let reason: RefusalReason

  static func joined(_ readings: [HeartRateReading]) -> [RefusedStretch] {
    var stretches: [RefusedStretch] = []
    for reading in readings {
      guard let reason = reading.reason else { continue }
      if let last = stretches.last, last.reason == reason, abs(last.end - reading.start) < 1e-6 {
        stretches[stretches.count - 1].end = reading.end
      } else {
        stretches.append(
          RefusedStretch(start: reading.start, end: reading.end, reason: reason))
      }
    }
    return stretches
  }
}

extension RefusalReason {
  /// The reason in words: "no finger".
  public var name: String { rawValue.replacing("_", with: " ") }
}

public import Charts
public import Photoplethysmography
import SignalProcessing

/// The power density of the normal intervals between beats, with the bands of the Task Force of the
/// ESC and NASPE (1996).
public struct SpectrumChart: HealthChart {
  /// The title above the picture.
  public var title: String
  private let density: [(frequency: Double, power: Double)]

  /// Makes a chart of the normal intervals in the clean stretch of a series; empty below 8 of them.
  ///
  /// - Parameter variability: The source of the clean stretch of beats.
  public init(
    series: BeatSeries, variability: HeartRateVariability,
    title: String = "Spectrum of the intervals"
  ) {
    self.title = title
    guard let start = variability.start, variability.duration > 0 else {
      density = []
      return
    }
    let range = start - 1e-6...start + variability.duration + 1e-6
    let normal = series.intervals.filter {
      $0.kind == .normal && range.contains($0.start) && range.contains($0.end)
    }
    guard normal.count >= 8 else {
      density = []
      return
    }
    let times = normal.map(\.end)
    let values = normal.map { $0.duration * 1000 }.removingLinearTrend(at: times)
    let periodogram = LombScarglePeriodogram(
      times: times, values: values, from: Self.lowest, to: Self.highest,
      spacing: 1 / (4 * variability.duration))
    density = periodogram.density.enumerated().map {
      (periodogram.lowest + Double($0.offset) * periodogram.spacing, $0.element)
    }
  }

  private static let lowest = 0.0033
  private static let highest = 0.4

  private struct Band {
    let name: String
    let low: Double
    let high: Double
    let color: Color
  }

  private static let bands = [
    Band(name: "VLF", low: lowest, high: 0.04, color: .gray),
    Band(name: "LF", low: 0.04, high: 0.15, color: .blue),
    Band(name: "HF", low: 0.15, high: 0.4, color: .green),
  ]

  /// The density from 0 to 0.4 Hz, over its shaded and named bands.
  public var body: some View {
    let points = density
    Chart {
      ForEach(Self.bands, id: \.name) { band in
        RectangleMark(
          xStart: .value("Frequency (Hz)", band.low), xEnd: .value("Frequency (Hz)", band.high)
        )
        .foregroundStyle(band.color)
        .opacity(0.12)
        .annotation(position: .overlay, alignment: .top) {
          Text(band.name).foregroundStyle(.secondary)
        }
      }
      ForEach(Array(points.enumerated()), id: \.offset) { point in
        AreaMark(
          x: .value("Frequency (Hz)", point.element.frequency),
          y: .value("Power (ms²/Hz)", point.element.power)
        )
        .foregroundStyle(.red)
        .opacity(0.35)
        LineMark(
          x: .value("Frequency (Hz)", point.element.frequency),
          y: .value("Power (ms²/Hz)", point.element.power)
        )
        .foregroundStyle(.red)
        .lineStyle(StrokeStyle(lineWidth: 1.5))
      }
    }
    .chartXScale(domain: 0...0.4).chartPlotStyle { $0.clipped() }
    .chartXAxisLabel("Frequency (Hz)")
    .chartYAxisLabel("Power (ms²/Hz)")
  }

  /// A row for each frequency in Hz, with its power in ms²/Hz.
  public var table: ChartTable {
    var table = ChartTable("frequency_hz", "power_ms2_per_hz")
    for point in density {
      table.add(.number(point.frequency, decimals: 5), .number(point.power, decimals: 3))
    }
    return table
  }
}

public import Charts
public import Photoplethysmography

/// All charts of one recording.
public struct RecordingCharts {
  public let readings: [HeartRateReading]
  public let variability: HeartRateVariability
  public let series: BeatSeries
  private let firstTime: Double

  /// - Parameter firstTime: The time of the first frame, in seconds on the recording's clock.
  public init(
    readings: [HeartRateReading], variability: HeartRateVariability, firstTime: Double
  ) {
    self.readings = readings
    self.variability = variability
    self.firstTime = firstTime
    series = BeatSeries(readings: readings)
  }

  public var readingsChart: ReadingsChart {
    ReadingsChart(readings: readings, firstTime: firstTime)
  }

  public var qualityStrip: QualityStripChart {
    QualityStripChart(readings: readings, firstTime: firstTime)
  }

  /// - Parameter range: The part to show, in seconds from the first frame; `nil` for all.
  public func waveform(
    range: ClosedRange<Double>? = nil, millimetresPerSecond: Double? = nil,
    namesAxes: Bool = true
  ) -> PulseWaveformChart {
    PulseWaveformChart(
      readings: readings, firstTime: firstTime, range: range,
      millimetresPerSecond: millimetresPerSecond, namesAxes: namesAxes)
  }

  public var tachogram: TachogramChart { TachogramChart(series: series, firstTime: firstTime) }

  public var poincare: PoincareChart { PoincareChart(series: series, variability: variability) }

  public var spectrum: SpectrumChart { SpectrumChart(series: series, variability: variability) }

  /// The readings above the pulse, if there is one, in one picture.
  public var overview: some View {
    VStack(alignment: .leading, spacing: 12) {
      readingsChart
      if readings.contains(where: { !$0.pulse.isEmpty }) { waveform() }
    }
  }
}

public import Charts
public import Photoplethysmography

/// All charts of one recording.
///
/// ```swift
/// let charts = RecordingCharts(readings: readings, variability: variability, firstTime: 0)
/// let intervals = charts.tachogram.table.csv
/// let paper = try charts.pulsePages(on: .a4).pdf(title: "Pulse")
/// ```
public struct RecordingCharts {
  package let readings: [HeartRateReading]
  package let series: BeatSeries
  private let variability: HeartRateVariability
  private let firstTime: Double

  /// Makes the charts of a recording's readings.
  ///
  /// - Parameter firstTime: The time of the first frame, in seconds on the recording's clock.
  public init(
    readings: [HeartRateReading], variability: HeartRateVariability, firstTime: Double
  ) {
    (self.readings, self.variability, self.firstTime) = (readings, variability, firstTime)
    series = BeatSeries(readings: readings)
  }

  /// The rates with their intervals, and the refusals.
  public var readingsChart: ReadingsChart {
    ReadingsChart(readings: readings, firstTime: firstTime)
  }

  /// The quality of each reading.
  public var qualityStrip: QualityStripChart {
    QualityStripChart(readings: readings, firstTime: firstTime)
  }

  /// Returns the chart of the pulse.
  ///
  /// - Parameter range: The part to show, in seconds from the first frame; `nil` for all.
  public func waveform(
    range: ClosedRange<Double>? = nil, millimetersPerSecond: Double? = nil,
    namesAxes: Bool = true
  ) -> PulseWaveformChart {
    PulseWaveformChart(
      readings: readings, firstTime: firstTime, range: range,
      millimetersPerSecond: millimetersPerSecond, namesAxes: namesAxes)
  }

  /// Returns the chart of the first seconds that have a pulse; of a shorter recording, of all of it.
  package func waveform(seconds: Double) -> PulseWaveformChart {
    guard let first = readings.first(where: { !$0.pulse.isEmpty }), let last = readings.last,
      last.end - first.start > seconds
    else { return waveform() }
    let start = first.start - firstTime
    var chart = waveform(range: start...(start + seconds))
    chart.title +=
      ", \(ChartNumber.short(start)) to \(ChartNumber.short(start + seconds)) s of "
      + "\(ChartNumber.short(last.end - firstTime))"
    return chart
  }

  /// Returns the pulse as pages of paper, at 25 mm/s.
  public func pulsePages(on paper: PulsePages.Paper) -> PulsePages {
    PulsePages(readings: readings, firstTime: firstTime, paper: paper)
  }

  /// The time from each beat to the next.
  public var tachogram: TachogramChart { TachogramChart(series: series, firstTime: firstTime) }

  /// Each interval over the one before.
  public var poincare: PoincareChart { PoincareChart(series: series, variability: variability) }

  /// The power density of the normal intervals.
  public var spectrum: SpectrumChart { SpectrumChart(series: series, variability: variability) }

  /// The readings above the pulse, if there is one, in one picture.
  public var overview: some View {
    VStack(alignment: .leading, spacing: 12) {
      readingsChart
      if readings.contains(where: { !$0.pulse.isEmpty }) { waveform() }
    }
  }
}

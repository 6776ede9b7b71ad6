import Glibc
import SignalProcessing

/// The three values that breathing may modulate, beat by beat: intervals, amplitudes and levels.
struct BreathModulations {
  /// Values at the times of beats, in seconds.
  private struct Series {
    var times: [Double] = []
    var values: [Double] = []

    /// Returns the indices of the values from one time up to another.
    func indices(from start: Double, to end: Double) -> Range<Int> {
      func firstIndex(at time: Double) -> Int {
        var (low, high) = (0, times.count)
        while low < high {
          let middle = (low + high) / 2
          if times[middle] < time { low = middle + 1 } else { high = middle }
        }
        return low
      }
      let first = firstIndex(at: start)
      return first..<max(first, firstIndex(at: end))
    }
  }

  private var intervals = Series()
  private var amplitudes = Series()
  private var levels = Series()

  /// The minimum share of a window's beats that must have been found.
  private static let leastShare = 0.7

  /// The probability that chance makes a peak in a window. Two of three then do so and agree in one
  /// window in a hundred.
  private static let falsePeaks = 0.1

  init(_ readings: [HeartRateReading], _ series: BeatSeries) {
    for interval in series.intervals where interval.kind == .normal {
      intervals.times.append(interval.end)
      intervals.values.append(interval.duration)
    }
    // Each color has its own level and amplitude, so each run of one color is divided by its
    // mean.
    var first = readings.startIndex
    while first < readings.endIndex {
      let channel = readings[first].channel
      let last = readings[first...].firstIndex { $0.channel != channel } ?? readings.endIndex
      let beats = readings[first..<last].flatMap { zip($0.beats, $0.light) }
        .compactMap { beat, light in
          beat.quality >= BeatSeries.minimumQuality ? light.map { (beat.time, $0) } : nil
        }
      let count = Double(max(beats.count, 1))
      let level = beats.reduce(0) { $0 + $1.1.level } / count
      let amplitude = beats.reduce(0) { $0 + $1.1.relativeAmplitude } / count
      for (time, light) in beats where amplitude > 0 {
        amplitudes.times.append(time)
        amplitudes.values.append(light.relativeAmplitude / amplitude)
        levels.times.append(time)
        levels.values.append(light.level / level)
      }
      first = last
    }
  }

  /// Returns the rates in breaths per minute at which the modulations of a window have a peak that
  /// chance would hardly give; `nil` if too many beats are missing.
  func peaks(
    from start: Double, to end: Double, rates: ClosedRange<Double> = RespiratoryRate.rates
  ) -> [Double]? {
    let inside = intervals.indices(from: start, to: end)
    let covered = intervals.values[inside].reduce(0, +)
    guard covered >= Self.leastShare * (end - start) else { return nil }
    let meanInterval = covered / Double(inside.count)
    let highest = min(rates.upperBound / 60, 0.45 / meanInterval)
    return [intervals, amplitudes, levels].compactMap { series in
      Self.peak(
        of: series, from: start, to: end, lowest: rates.lowerBound / 60, highest: highest)
    }
  }

  private static func peak(
    of series: Series, from start: Double, to end: Double, lowest: Double, highest: Double
  ) -> Double? {
    let inside = series.indices(from: start, to: end)
    guard inside.count >= 12, highest > lowest else { return nil }
    let times = Array(series.times[inside])
    let values = Array(series.values[inside]).removingLinearTrend(at: times)
    // A grid that begins lower shows whether the lowest rate is a peak or the flank of a drift.
    let periodogram = LombScarglePeriodogram(
      times: times, values: limited(values), from: lowest - 0.02, to: highest + 0.02)
    guard let peak = periodogram.peak, peak.frequency >= lowest, peak.frequency <= highest
    else { return nil }
    // In noise, each of the independent frequencies explains more than a share z with the
    // probability (1 - z) to the power (n - 3) / 2 (Scargle 1982; Baluev 2008 for fitted means).
    let independent = max(1, (end - start) * (highest - lowest))
    let threshold = 1 - pow(falsePeaks / independent, 2 / Double(inside.count - 3))
    return peak.explainedShare >= threshold ? 60 * peak.frequency : nil
  }

  /// Returns the values, limited to three robust standard deviations, since a jolt is not a breath.
  private static func limited(_ values: [Double]) -> [Double] {
    let bound = 3 * 1.4826 * (values.map { abs($0) }.upperMedian ?? 0)
    return bound > 0 ? values.map { min(max($0, -bound), bound) } : values
  }
}

extension RespiratoryRate {
  /// The rate that the recording's beats tell, from three things that breathing does to a pulse: it
  /// quickens the heart, changes the pulse's height and shifts the light.
  ///
  /// In windows of 32 s each of them is looked at with Lomb and Scargle's periodogram. Where at least
  /// two have a peak that chance would hardly give, and all that have one agree, the window's rate is
  /// their median ("smart fusion" after Karlen 2013, who takes the mean of three that agree within a
  /// standard deviation of 4 breaths a minute; two alone must agree within 2, since the light's slow
  /// drift is taken for a breath more easily than not). The recording's is the median of its windows, if
  /// at least a third of them have one.
  /// - Parameter series: Of the readings' beats.
  public static func outcome(
    of readings: [HeartRateReading], series: BeatSeries, rhythm: RhythmRegularity
  ) -> Outcome {
    guard series.coveredDuration >= window else { return .refused(.tooShort) }
    guard rhythm != .irregular else { return .refused(.tooFewCleanBeats) }
    let modulations = BreathModulations(readings, series)
    let starts = Swift.stride(
      from: readings.first?.start ?? 0,
      through: (readings.last?.end ?? 0) - window + 1e-6, by: stride)
    var (rates, variances, usable, looks) = ([Double](), [Double](), 0, 0)
    for start in starts {
      looks += 1
      let peaks = modulations.peaks(from: start, to: start + window)
      guard let peaks else { continue }
      usable += 1
      guard peaks.count >= 2 else { continue }
      let deviation = HeartRateVariability.deviation(peaks)
      guard deviation <= (peaks.count > 2 ? tolerance : tolerance / 2), let rate = median(peaks)
      else { continue }
      rates.append(rate)
      variances.append(deviation * deviation / Double(peaks.count))
    }
    guard 2 * usable >= looks else { return .refused(.tooFewCleanBeats) }
    guard 3 * rates.count >= looks, let rate = median(rates) else { return .refused(.noAgreement) }
    // Windows overlap: only every fourth says something new. What the modulations differ by and what
    // the windows differ by are both doubt.
    let independent = max(1, Double(rates.count) * stride / window)
    let within = variances.reduce(0, +) / Double(variances.count)
    let between = HeartRateVariability.deviation(rates)
    let error = resolution * resolution + (within + between * between) / independent
    let halfWidth = 1.96 * error.squareRoot()
    guard halfWidth <= widest else { return .refused(.noAgreement) }
    return .rate(
      RespiratoryRate(
        breathsPerMinute: rate, low: max(0, rate - halfWidth), high: rate + halfWidth))
  }

  /// A rate that is not known within this, in breaths a minute, is none.
  private static let widest = 5.0

  /// What is left of a window's own width when all agree, in breaths a minute.
  private static let resolution = 0.3

  private static func median(_ values: [Double]) -> Double? {
    let sorted = values.sorted()
    guard let upper = sorted[safely: sorted.count / 2] else { return nil }
    return sorted.count % 2 == 1 ? upper : (upper + sorted[sorted.count / 2 - 1]) / 2
  }
}

extension [Double] {
  fileprivate subscript(safely index: Int) -> Double? {
    indices.contains(index) ? self[index] : nil
  }
}

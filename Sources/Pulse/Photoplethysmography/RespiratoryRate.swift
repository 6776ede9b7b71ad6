import SignalProcessing

/// Breaths per minute over a recording, with their uncertainty.
public struct RespiratoryRate: Sendable, Equatable, Codable {
  /// The rate in breaths per minute.
  public var breathsPerMinute: Double

  /// The lower end of the 95% confidence interval.
  public var low: Double

  /// The upper end of that interval.
  public var high: Double

  /// The reason why a recording has no rate.
  public enum Reason: String, Sendable, CaseIterable, Codable {
    /// The recording is shorter than one window.
    case tooShort = "too_short"

    /// Too few of the recording's beats are clear, or they follow no rhythm that breathing could
    /// modulate.
    case tooFewCleanBeats = "too_few_clean_beats"

    /// Breathing does not show, or intervals, pulse height and light do not agree on it.
    case noAgreement = "no_agreement"
  }

  /// A rate or a refusal.
  public enum Outcome: Sendable, Equatable, Codable {
    /// The recording has a rate.
    case rate(RespiratoryRate)

    /// The recording has no rate, for this reason.
    case refused(Reason)
  }

  /// The range of rates. Below 6 the slow waves of blood pressure look the same; at the
  /// upper end a heart that beats less than twice a breath cannot show it.
  public static let rates = 6.0...40.0

  /// Below this rate, all three modulations must agree unless the person was asked to breathe
  /// slowly: the waves of blood pressure around 0.1 Hz sway two of them.
  static let slow = 9.0

  /// Seconds of a window (Karlen 2013).
  static let window = 32.0

  /// Seconds from one window to the next.
  static let stride = 8.0

  /// The maximum standard deviation of the modulations' rates, in breaths per minute (Karlen 2013).
  static let tolerance = 4.0
}

extension RespiratoryRate {
  /// Returns the rate from three effects of breathing on a pulse: it quickens the heart, changes
  /// the pulse's height and shifts the light.
  ///
  /// In windows of 32 s each effect is analyzed with Lomb and Scargle's periodogram. If at least
  /// two have a peak that chance would hardly give, and all that have one agree, the window's rate
  /// is their median ("smart fusion" after Karlen 2013, who takes the mean of three that agree
  /// within a standard deviation of 4 breaths per minute; two alone must agree within 2, since the
  /// light's slow drift easily looks like a breath). The recording's rate is the median of its
  /// windows' rates, if at least a third of the windows have one.
  /// - Parameters:
  ///   - series: The series of the readings' beats.
  ///   - rates: Where a rate is looked for. A lower end below 6 is for a person who was asked to
  ///     breathe that slowly.
  public static func outcome(
    of readings: [HeartRateReading], series: BeatSeries, rhythm: RhythmRegularity,
    rates sought: ClosedRange<Double> = rates
  ) -> Outcome {
    guard series.coveredDuration >= window else { return .refused(.tooShort) }
    guard rhythm != .irregular else { return .refused(.tooFewCleanBeats) }
    let modulations = BreathModulations(readings, series)
    let starts = windowStarts(of: readings)
    var (rates, variances, usable, looks) = ([Double](), [Double](), 0, 0)
    for start in starts {
      looks += 1
      let peaks = modulations.peaks(from: start, to: start + window, rates: sought)
      guard let peaks else { continue }
      usable += 1
      guard peaks.count >= 2 else { continue }
      // Few people breathe so slowly unless they are asked to, and blood pressure sways intervals and heights as slowly.
      let isSlow = (peaks.median ?? 0) < slow && sought.lowerBound >= Self.rates.lowerBound
      if isSlow, peaks.count < 3 { continue }
      let deviation = peaks.sampleStandardDeviation
      guard deviation <= (peaks.count > 2 ? tolerance : tolerance / 2), let rate = peaks.median
      else { continue }
      rates.append(rate)
      variances.append(deviation * deviation / Double(peaks.count))
    }
    guard 2 * usable >= looks else { return .refused(.tooFewCleanBeats) }
    guard 3 * rates.count >= looks, let rate = rates.median else { return .refused(.noAgreement) }
    // Windows overlap, so only every fourth is independent. The differences between modulations and
    // those between windows both add to the uncertainty.
    let independent = max(1, Double(rates.count) * stride / window)
    let within = variances.reduce(0, +) / Double(variances.count)
    let between = rates.sampleStandardDeviation
    let error = resolution * resolution + (within + between * between) / independent
    let halfWidth = 1.96 * error.squareRoot()
    guard halfWidth <= widest else { return .refused(.noAgreement) }
    return .rate(
      RespiratoryRate(
        breathsPerMinute: rate, low: max(0, rate - halfWidth), high: rate + halfWidth))
  }

  /// Returns the starts of the windows in which something was read, on one grid from the first reading on. A
  /// jump in the times of a recording, which a wrong digit can make as long as years, has none.
  static func windowStarts(of readings: [HeartRateReading]) -> [Double] {
    guard let first = readings.first?.start, let end = readings.last?.end else { return [] }
    var starts: [Double] = []
    var next = 0.0
    for stretch in BeatSeries.coveredStretches(of: readings) {
      next = max(next, ((stretch.lowerBound - window - first) / stride).rounded(.down) + 1)
      while first + next * stride < stretch.upperBound {
        let start = first + next * stride
        guard start <= end - window + 1e-6 else { return starts }
        starts.append(start)
        next += 1
      }
    }
    return starts
  }

  /// The maximum uncertainty of a rate, in breaths per minute; above it the rate is refused.
  private static let widest = 5.0

  /// The uncertainty that remains when all windows agree, in breaths per minute.
  private static let resolution = 0.3
}

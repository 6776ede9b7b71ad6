import SignalProcessing

/// The variability of the time from one normal beat to the next over a recording.
///
/// Every measure follows the Task Force of the ESC and NASPE (1996). It is in milliseconds or their
/// square, and comes from the longest run of clean beats. A measure is `nil` if that run is too
/// short for it; `reason` says why.
public struct HeartRateVariability: Sendable, Equatable, Codable {
  /// The reasons why a measure is missing.
  public enum Reason: String, Sendable, CaseIterable, Codable {
    /// The recording itself is shorter than the measure needs.
    case tooShort = "too_short"

    /// The recording is long enough, but too few of its successive beats are clear.
    case tooFewCleanBeats = "too_few_clean_beats"

    /// There are too few frames, or the light is too indirect, to place beats exactly enough.
    case coarseTiming = "coarse_timing"

    /// The beats follow no rhythm, so variability has no meaning.
    case irregularRhythm = "irregular_rhythm"
  }

  /// The seconds of successive clean beats that each measure needs; `slack` may be missing.
  ///
  /// In the time domain, it is the shortest time that agreed with five minutes in studies of very
  /// short recordings (Munoz 2015 and Baek 2015 for RMSSD; Shaffer and Ginsberg 2017 for SDNN and
  /// pNN50). For a band it is about ten periods of its slowest wave, as the Task Force asks.
  public enum Need {
    /// The maximum difference in seconds between a recording's length and the time from its first
    /// beat to its last.
    public static let slack = 2.0

    /// Returns whether beats that span `duration` are enough for a measure that needs `seconds`.
    /// - Parameter interval: The usual one, since up to one is missing at each end of the recording.
    static func isMet(_ seconds: Double, by duration: Double, interval: Double = 0) -> Bool {
      duration + interval >= seconds - slack
    }

    /// The seconds for `rmssd`.
    public static let rmssd = 30.0

    /// The seconds for `sdnn`, `sd2` and `pnn50`.
    public static let sdnn = 60.0

    /// The seconds for `highFrequencyPower`.
    public static let highFrequency = 60.0

    /// The seconds for `lowFrequencyPower`.
    public static let lowFrequency = 120.0
  }

  /// The low band of the spectrum in hertz.
  public static let lowFrequencies = 0.04..<0.15

  /// The high band of the spectrum in hertz.
  public static let highFrequencies = 0.15..<0.4

  /// The mean of the normal intervals, in milliseconds.
  public private(set) var meanNN: Double?

  /// The standard deviation of the normal intervals, in milliseconds.
  public private(set) var sdnn: Double?

  /// The root mean square of the changes from each normal interval to the next, in milliseconds.
  public private(set) var rmssd: Double?

  /// The possible excess of `rmssd` in milliseconds due to errors in the timing of beats.
  public private(set) var rmssdExcess: Double?

  /// The share, from 0 to 1, of changes between normal intervals that are above 50 ms.
  public private(set) var pnn50: Double?

  /// The standard deviation across the diagonal of the Poincaré plot.
  public private(set) var sd1: Double?

  /// The standard deviation along that diagonal.
  public private(set) var sd2: Double?

  /// The power from 0.04 to 0.15 Hz, in ms².
  public private(set) var lowFrequencyPower: Double?

  /// The power from 0.15 to 0.4 Hz, in ms².
  public private(set) var highFrequencyPower: Double?

  /// The number of normal intervals that the measures are from.
  public private(set) var intervalCount = 0

  /// The start of the run of beats that the measures are from, in seconds on the source's clock;
  /// `nil` if there is no such run.
  public private(set) var start: Double?

  /// The seconds of that run of beats.
  public private(set) var duration = 0.0

  /// The number of early beats in the whole recording. None of their intervals is among the normal
  /// ones.
  public private(set) var earlyBeatCount = 0

  /// The reason why the first missing measure is missing; `nil` if none is missing.
  public private(set) var reason: Reason?

  /// Low-frequency power over high-frequency power; `nil` where there is next to none of the latter.
  public var powerRatio: Double? {
    guard let low = lowFrequencyPower, let high = highFrequencyPower, high >= 0.01 else {
      return nil
    }
    return low / high
  }

  /// The fewest frames per second at which beats are placed to the few milliseconds that variability
  /// needs.
  static let leastFrameRate = 12.0

  /// Creates a result without measures.
  public init(missing reason: Reason) { self.reason = reason }
}

extension HeartRateVariability {
  /// The share of the run of beats that normal intervals must cover.
  static let leastCleanShare = 0.8

  /// The fewest pairs of neighboring normal intervals from which changes are measured.
  static let fewestPairs = 15

  /// Measures the variability of a series that a camera saw, if its beats are placed exactly enough.
  /// - Parameters:
  ///   - rhythm: The rhythm of the same beats.
  ///   - channels: The channels that the beats were measured from, if they have been recorded.
  ///   - frameRate: Frames per second, as they came.
  ///   - timing: The causes of inexact times of the beats.
  public init(
    of series: BeatSeries, rhythm: RhythmRegularity, channels: [ColorChannel], frameRate: Double,
    timing: BeatTiming = BeatTiming()
  ) {
    let isExact =
      frameRate >= Self.leastFrameRate && !channels.contains(where: \.isCombination)
    if isExact {
      self.init(of: series, rhythm: rhythm, timing: timing)
    } else {
      self.init(missing: .coarseTiming)
    }
  }

  /// Measures the variability of a series.
  /// - Parameter rhythm: The rhythm of the same beats.
  public init(
    of series: BeatSeries, rhythm: RhythmRegularity, timing: BeatTiming = BeatTiming()
  ) {
    earlyBeatCount = series.earlyBeatCount
    guard rhythm != .irregular else {
      reason = .irregularRhythm
      return
    }
    let stretch = NormalStretch(series)
    start = stretch.intervals.first?.start
    duration = stretch.duration
    intervalCount = stretch.intervals.count
    let isClean =
      stretch.cleanShare >= Self.leastCleanShare && stretch.changes.count >= Self.fewestPairs
    let usual = stretch.intervals.map(\.duration).median ?? 0
    func has(_ seconds: Double) -> Bool {
      isClean && Need.isMet(seconds, by: duration, interval: usual)
    }

    let variance = timing.isExact ? 0 : max(Self.timingVariance(stretch), timing.variance)
    if has(Need.rmssd) { measureChanges(stretch, variance) }
    if has(Need.sdnn) { measureSpread(stretch) }
    if has(Need.highFrequency) {
      measureSpectrum(stretch, includesLow: has(Need.lowFrequency))
    }
    if has(Need.rmssd), removeSpoiled(by: variance) {
      reason = .coarseTiming
      return
    }
    let needs = [Need.rmssd, Need.sdnn, Need.highFrequency, Need.lowFrequency]
    if let missing = needs.first(where: { !has($0) }) {
      reason = Need.isMet(missing, by: series.coveredDuration) ? .tooFewCleanBeats : .tooShort
    }
  }

  /// Removes measures that may be errors of timing alone, except `rmssd`, whose excess is reported.
  /// Returns whether it has removed anything.
  private mutating func removeSpoiled(by variance: Double) -> Bool {
    guard let rmssd, 6 * variance > rmssd * rmssd else { return false }
    (sd1, pnn50, highFrequencyPower) = (nil, nil, nil)
    // The error of an interval is that of two beats.
    if let sdnn, 2 * variance > sdnn * sdnn {
      (self.sdnn, sd2, lowFrequencyPower) = (nil, nil, nil)
    }
    return true
  }

  private mutating func measureChanges(_ stretch: NormalStretch, _ variance: Double) {
    let durations = stretch.intervals.map { 1000 * $0.duration }
    let changes = stretch.changes.map { 1000 * $0 }
    let meanSquare = changes.reduce(0) { $0 + $1 * $1 } / Double(changes.count)
    meanNN = durations.reduce(0, +) / Double(durations.count)
    rmssd = meanSquare.squareRoot()
    sd1 = changes.sampleStandardDeviation / 2.0.squareRoot()
    // A change depends on the timing of three beats, on that of the middle one twice: 1 + 4 + 1.
    let noise = 6 * variance
    rmssdExcess = meanSquare.squareRoot() - max(meanSquare - noise, 0).squareRoot()
  }

  private mutating func measureSpread(_ stretch: NormalStretch) {
    sdnn = stretch.intervals.map { 1000 * $0.duration }.sampleStandardDeviation
    sd2 = stretch.sums.map { 1000 * $0 }.sampleStandardDeviation / 2.0.squareRoot()
    pnn50 =
      Double(stretch.changes.count { abs($0) > 0.05 }) / Double(stretch.changes.count)
  }

  /// Measures the bands with Lomb and Scargle's periodogram of the intervals, each at the beat that
  /// ends it. So gaps where an early beat was left out need not be filled. A linear trend is
  /// removed first, since it would leak into both bands.
  private mutating func measureSpectrum(_ stretch: NormalStretch, includesLow: Bool) {
    let times = stretch.intervals.map(\.end)
    let values = stretch.intervals.map { 1000 * $0.duration }.removingLinearTrend(at: times)
    let periodogram = LombScarglePeriodogram(
      times: times, values: values, from: Self.lowFrequencies.lowerBound,
      to: Self.highFrequencies.upperBound, spacing: 1 / (2 * stretch.duration))
    highFrequencyPower = periodogram.variance(
      from: Self.highFrequencies.lowerBound, to: Self.highFrequencies.upperBound)
    if includesLow {
      lowFrequencyPower = periodogram.variance(
        from: Self.lowFrequencies.lowerBound, to: Self.lowFrequencies.upperBound)
    }
  }

  /// Returns the variance of the beats' timing in ms², from their correlation with the mean beat.
  ///
  /// A beat's correlation q with the mean beat makes its noise over its signal 1/q² - 1. Fitted to
  /// the intervals of every second of 11 fingertips with chest straps: 5.5 ms remained in the clearest
  /// beats, most of it the pulse's own travel time, which is no error of timing.
  static func timingVariance(_ stretch: NormalStretch) -> Double {
    let variances = stretch.intervals.map { interval in
      let correlation = max(interval.quality, BeatSeries.minimumQuality)
      return 4 + 400 * (1 / (correlation * correlation) - 1)
    }
    return variances.reduce(0, +) / Double(max(variances.count, 1))
  }
}

/// How the time from one normal beat to the next varies over a recording.
///
/// Every measure follows the Task Force of the ESC and NASPE (1996) and is in milliseconds, or in their
/// square, from the longest stretch of clean beats. It is `nil` where that stretch is too short for it;
/// `reason` says why.
public struct HeartRateVariability: Sendable, Equatable {
  /// Why a measure is missing.
  public enum Reason: String, Sendable, CaseIterable {
    /// The recording itself is shorter than the measure needs.
    case tooShort = "too_short"

    /// It is long enough, but too few of its beats in a row are sure.
    case tooFewCleanBeats = "too_few_clean_beats"

    /// Frames are too few, or the light too indirect, to place beats as exactly as it takes.
    case coarseTiming = "coarse_timing"

    /// The beats follow no rhythm, of which variability would be a departure.
    case irregularRhythm = "irregular_rhythm"
  }

  /// Seconds of clean beats in a row that each measure needs, less `slack`.
  ///
  /// Of the time domain, the shortest that agreed with five minutes in studies of very short recordings
  /// (Munoz 2015 and Baek 2015 for RMSSD; Shaffer and Ginsberg 2017 for SDNN and pNN50); of the bands,
  /// ten periods of their slowest wave or nearly so, as the Task Force asks.
  public enum Need {
    /// A recording's first and last beat stand this much less apart than its ends, at most.
    public static let slack = 2.0
    public static let rmssd = 30.0
    public static let sdnn = 60.0
    public static let highFrequency = 60.0
    public static let lowFrequency = 120.0
  }

  /// The bands of the spectrum in hertz.
  public static let lowFrequencies = 0.04..<0.15
  public static let highFrequencies = 0.15..<0.4

  /// The mean of the normal intervals.
  public internal(set) var meanNN: Double?

  /// Their standard deviation.
  public internal(set) var sdnn: Double?

  /// The root mean square of the changes from each to the next.
  public internal(set) var rmssd: Double?

  /// By how many milliseconds the timing of beats may have raised `rmssd`.
  public internal(set) var rmssdExcess: Double?

  /// The share of such changes above 50 ms, from 0 to 1.
  public internal(set) var pnn50: Double?

  /// The standard deviations across and along the diagonal of the Poincaré plot.
  public internal(set) var sd1: Double?
  public internal(set) var sd2: Double?

  /// The power from 0.04 to 0.15 Hz and from 0.15 to 0.4 Hz, in ms².
  public internal(set) var lowFrequencyPower: Double?
  public internal(set) var highFrequencyPower: Double?

  /// Normal intervals that the measures are from.
  public internal(set) var intervalCount = 0

  /// When the stretch begins that they are from, in seconds on the source's clock; `nil` where there is
  /// none.
  public internal(set) var start: Double?

  /// Seconds of that stretch.
  public internal(set) var duration = 0.0

  /// Early beats in the whole recording; none of their intervals is among the normal ones.
  public internal(set) var earlyBeatCount = 0

  /// Why the first missing measure is missing; `nil` where all are there.
  public internal(set) var reason: Reason?

  /// Low-frequency power over high-frequency power.
  public var powerRatio: Double? {
    guard let low = lowFrequencyPower, let high = highFrequencyPower, high > 0 else { return nil }
    return low / high
  }

  /// Frames a second below which beats are not placed exactly enough.
  public static let leastFrameRate = 12.0

  /// No measure, and why.
  public init(missing reason: Reason) { self.reason = reason }
}

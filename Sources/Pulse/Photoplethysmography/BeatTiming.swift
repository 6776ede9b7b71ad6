import SignalProcessing

/// The causes of inexact times of a recording's beats, other than their shapes.
public struct BeatTiming: Sendable, Equatable {
  /// The standard deviation of the beats' times in seconds that the light shows (`UpstrokeFit`); 0 if it is not known.
  public var light = 0.0

  /// The standard deviation of the frames' times in seconds around an even clock.
  public var jitter = 0.0

  /// Whether the times are those of an electrocardiogram or a strap, and no camera's.
  private(set) var isExact = false

  /// Creates the timing of beats that a camera saw, without further knowledge of them.
  public init() {}

  /// The timing of beats from an exact source.
  public static let exact: BeatTiming = {
    var timing = BeatTiming()
    timing.isExact = true
    return timing
  }()

  /// Creates the timing of readings' beats.
  /// - Parameter jitter: In seconds.
  public init(of readings: [HeartRateReading], jitter: Double) {
    let errors = readings.filter { $0.rate != nil }.compactMap { $0.evidence?.timingError }
    (light, self.jitter) = (errors.median ?? 0, jitter)
  }

  /// The variance of the beats' times in ms². A beat is placed by several frames, whose times' errors average.
  var variance: Double {
    let light = 1000 * light
    let frames = 0.6 * 1000 * jitter
    return light * light + frames * frames
  }
}

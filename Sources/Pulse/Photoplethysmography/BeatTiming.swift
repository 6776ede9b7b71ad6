import Glibc
import SignalProcessing

/// The causes of inexact times of a recording's beats, other than their shapes.
public struct BeatTiming: Sendable, Equatable {
  /// The standard deviation in seconds that the light's noise makes, to first order; 0 if it is not known.
  public var noise = 0.0

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
    (noise, self.jitter) = (errors.median ?? 0, jitter)
  }

  /// The variance of the beats' times in ms².
  ///
  /// Noise that is not small compared with the slope's curvature finds other maxima, so that the error grows faster than
  /// to first order. Fitted to 100 simulated pulses of five heights, four shapes and four levels of noise. A beat is
  /// placed by several frames, whose errors average.
  var variance: Double {
    let noise = 0.5 * pow(1000 * noise, 1.44)
    let frames = 0.6 * 1000 * jitter
    return noise * noise + frames * frames
  }
}

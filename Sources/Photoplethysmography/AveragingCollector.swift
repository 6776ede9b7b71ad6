/// Collects heart rates between a start and an end and averages them, as the app does that logs one
/// number for a session.
public struct AveragingCollector: Sendable, Equatable {
  /// Seconds on the source's clock; `nil` while nothing has been collected.
  public private(set) var start: Double?
  public private(set) var end: Double?

  /// Readings collected that have a rate.
  public private(set) var count = 0

  private var weight = 0.0
  private var weightedRate = 0.0
  private var weightedVariance = 0.0
  private var weightedQuality = 0.0

  public init() {}

  /// Takes a reading. One without a rate extends neither average nor times.
  public mutating func append(_ reading: HeartRateReading) {
    guard let rate = reading.rate else { return }
    let duration = reading.end - reading.start
    // A reading counts for the time that it covers and for how far it can be trusted.
    let weight = duration * max(reading.quality, 0.01)
    let halfWidth = (rate.high - rate.low) / 2
    self.weight += weight
    weightedRate += weight * rate.beatsPerMinute
    weightedVariance += weight * weight * halfWidth * halfWidth
    weightedQuality += weight * reading.quality
    start = min(start ?? reading.start, reading.start)
    end = max(end ?? reading.end, reading.end)
    count += 1
  }

  /// The mean rate in beats a minute, weighed by time and quality; `nil` while there is none.
  public var average: Double? { rate?.beatsPerMinute }

  /// The mean rate with its 95 % interval; `nil` while there is none.
  public var rate: HeartRateReading.Rate? {
    guard count > 0 else { return nil }
    let mean = weightedRate / weight
    let halfWidth = weightedVariance.squareRoot() / weight
    return HeartRateReading.Rate(
      beatsPerMinute: mean, low: max(0, mean - halfWidth), high: mean + halfWidth)
  }

  /// The mean quality, from 0 to 1; `nil` while nothing has been collected.
  public var quality: Double? { count > 0 ? weightedQuality / weight : nil }

  /// Forgets everything, as after the average has been logged.
  public mutating func removeAll() { self = AveragingCollector() }
}

/// Averages the heart rates of readings, as an app does that logs one number for a session.
public struct AveragingCollector: Sendable, Equatable {
  /// When the first reading starts, in seconds on the source's clock; `nil` while nothing has been
  /// collected.
  public private(set) var start: Double?

  /// When the last reading ends, in seconds on the source's clock; `nil` while nothing has been
  /// collected.
  public private(set) var end: Double?

  /// The number of collected readings that have a rate.
  public private(set) var count = 0

  private var rates = RateAverage()
  private var weightedQuality = 0.0

  /// Creates a collector that has collected nothing.
  public init() {}

  /// Adds a reading. A reading without a rate changes neither the average nor the times.
  public mutating func append(_ reading: HeartRateReading) {
    guard let rate = reading.rate else { return }
    // A reading counts by the time that it covers and by its quality.
    let weight = (reading.end - reading.start) * max(reading.quality, 0.01)
    rates.add(rate, weight: weight)
    weightedQuality += weight * reading.quality
    start = min(start ?? reading.start, reading.start)
    end = max(end ?? reading.end, reading.end)
    count += 1
  }

  /// The mean rate in beats a minute, weighted by time and quality; `nil` while no reading had a
  /// rate.
  public var average: Double? { rate?.beatsPerMinute }

  /// The mean rate with its 95 % interval; `nil` while no reading had a rate.
  public var rate: HeartRateReading.Rate? { rates.rate }

  /// The mean quality, from 0 to 1; `nil` while nothing has been collected.
  public var quality: Double? { count > 0 ? weightedQuality / rates.weight : nil }

  /// Forgets everything, as after the average has been logged.
  public mutating func removeAll() { self = AveragingCollector() }
}

/// The weighted mean of rates with its 95 % interval, as if their errors were independent.
struct RateAverage: Sendable, Equatable {
  /// The sum of the weights so far.
  private(set) var weight = 0.0
  private var weightedRate = 0.0
  private var weightedVariance = 0.0

  /// Adds a rate. The weight is not negative.
  mutating func add(_ rate: HeartRateReading.Rate, weight: Double) {
    self.weight += weight
    weightedRate += rate.beatsPerMinute * weight
    let halfWidth = (rate.high - rate.low) / 2
    weightedVariance += halfWidth * halfWidth * weight * weight
  }

  /// The mean rate; `nil` while the weight is 0.
  var rate: HeartRateReading.Rate? {
    guard weight > 0 else { return nil }
    let mean = weightedRate / weight
    let halfWidth = weightedVariance.squareRoot() / weight
    return HeartRateReading.Rate(
      beatsPerMinute: mean, low: max(0, mean - halfWidth), high: mean + halfWidth)
  }
}

import Glibc

/// Averages the heart rates of readings, as an app does that logs one number for a session.
///
/// Readings count by their time, so that the average of a changing rate is its mean over time. It is the average of
/// the seconds that could be read: nothing is said of the others.
public struct AveragingCollector: Sendable, Equatable {
  /// When the first reading with a rate starts, in seconds on the source's clock; `nil` before that
  /// reading.
  public private(set) var start: Double?

  /// When the last reading with a rate ends, in seconds on the source's clock; `nil` while there is
  /// none.
  public private(set) var end: Double?

  /// The number of collected readings that have a rate.
  public private(set) var count = 0

  /// The seconds of readings without a rate.
  public private(set) var refusedDuration = 0.0

  private var rates = RateAverage()
  private var weightedQuality = 0.0
  private var greatestQuality = 0.0

  /// The last rate, and whether one has changed by more than a heart's does.
  private var lastRate: HeartRateReading.Rate?
  private var hasImpossible = false

  /// Creates a collector that has collected nothing.
  public init() {}

  /// Adds a reading. One without a rate changes neither the average nor the times.
  public mutating func append(_ reading: HeartRateReading) {
    append(reading.rate, quality: reading.quality, from: reading.start, to: reading.end)
  }

  /// Adds a rate over an interval in seconds; `nil` if the interval has none.
  package mutating func append(
    _ rate: HeartRateReading.Rate?, quality: Double, from first: Double, to last: Double
  ) {
    let duration = last - first
    guard let rate else {
      refusedDuration += duration
      return
    }
    if let lastRate, let end, Self.isImpossible(rate, first, after: lastRate, end) {
      hasImpossible = true
    }
    lastRate = rate
    greatestQuality = max(greatestQuality, quality)
    rates.add(rate, duration: duration)
    weightedQuality += duration * quality
    start = min(start ?? first, first)
    end = max(end ?? last, last)
    count += 1
  }

  /// The seconds of readings with a rate.
  public var duration: Double { rates.seen }

  /// The mean rate in beats per minute over the seconds that have a rate; `nil` while no reading had a
  /// rate.
  public var average: Double? { rate?.beatsPerMinute }

  /// The mean rate with the interval that holds 95% of those that are within 5 beats per minute; `nil` while no
  /// reading had a rate. Errors of readings are independent but for those that make an average doubtful.
  public var rate: HeartRateReading.Rate? {
    guard let quality, var rate = rates.rate, count > 1 else { return rates.rate }
    let halfWidth = hypot((rate.high - rate.low) / 2, Self.doubt * (1 - quality))
    (rate.low, rate.high) = (
      max(0, rate.beatsPerMinute - halfWidth), rate.beatsPerMinute + halfWidth
    )
    return rate
  }

  /// The chance, from 0 to 1, that the average lies within 5 beats per minute of the truth over the same seconds; `nil`
  /// while no reading had a rate. It is greater than the mean chance of the readings, since one that is off moves an
  /// average less, but no greater than the best of them, since all may have one doubt. Where neighboring rates differ
  /// by more than a heart's do, one of them is wrong.
  public var quality: Double? {
    guard count > 0 else { return nil }
    let mean = weightedQuality / rates.seen
    guard count > 1, mean > 0, mean < 1 else { return mean }
    let chance = 1 / (1 + exp(-Self.constant) * pow((1 - mean) / mean, Self.slope))
    return min(chance, hasImpossible ? Self.doubtfulChance : greatestQuality)
  }

  /// The ratio of rates at most so many seconds apart from which on one of them is likely half or twice the heart's, and
  /// the chance of an average over them at most.
  private static let (impossibleRatio, longestGap, doubtfulChance) = (1.6, 15.0, 0.5)

  /// Returns whether the rate changes from one reading to the next by more than a heart's does.
  static func isImpossible(from one: HeartRateReading, to next: HeartRateReading) -> Bool {
    guard let before = one.rate, let rate = next.rate else { return false }
    return isImpossible(rate, next.start, after: before, one.end)
  }

  private static func isImpossible(
    _ rate: HeartRateReading.Rate, _ start: Double, after before: HeartRateReading.Rate,
    _ end: Double
  ) -> Bool {
    let ratio = rate.beatsPerMinute / before.beatsPerMinute
    return max(ratio, 1 / ratio) > impossibleRatio && start - end <= longestGap
  }

  /// Fitted to 10,000 averages of 30 and 60 s (`heartcam-bench simulated --set averages`): the logarithm of an
  /// average's odds by that of its readings' mean chance, and the growth of half its interval as
  /// its chance falls from 1 to 0, in beats per minute.
  private static let (constant, slope, doubt) = (0.2, 1.23, 7.7)

  /// Forgets everything, as after the average has been logged.
  public mutating func removeAll() { self = AveragingCollector() }
}

/// The mean of rates over time with its 95% confidence interval, as if their errors were independent.
struct RateAverage: Sendable, Equatable {
  /// The seconds with a rate so far, and those without.
  private(set) var seen = 0.0
  private var unseen = 0.0
  private var weightedRate = 0.0
  private var weightedSquare = 0.0
  private var weightedVariance = 0.0

  /// Half the width of the 95% confidence interval of a heart rate's change within a second, in
  /// beats per minute: at the start of exercise it rises by 30 within half a minute.
  private static let change = 1.0

  /// The maximum half width of the mean rate in seconds that were not seen, in beats per minute.
  private static let greatestDoubt = 40.0

  /// Adds a rate over some seconds.
  mutating func add(_ rate: HeartRateReading.Rate, duration: Double) {
    seen += duration
    weightedRate += rate.beatsPerMinute * duration
    weightedSquare += rate.beatsPerMinute * rate.beatsPerMinute * duration
    let halfWidth = (rate.high - rate.low) / 2
    weightedVariance += halfWidth * halfWidth * duration * duration
  }

  /// Adds seconds without a rate.
  mutating func addUnseen(_ duration: Double) { unseen += duration }

  /// The mean rate; `nil` while there are no seconds with a rate.
  ///
  /// The rate in the seconds that were not seen is as uncertain as the seen rates differ, and as far
  /// as a heart can have changed by the middle of that time.
  var rate: HeartRateReading.Rate? {
    guard seen > 0 else { return nil }
    let mean = weightedRate / seen
    let own = weightedVariance.squareRoot() / seen
    let spread = 2 * max(weightedSquare / seen - mean * mean, 0).squareRoot()
    let elsewhere = unseen / (seen + unseen)
    let drift = min(Self.change * unseen / 2 + spread, Self.greatestDoubt)
    let squares = own * own + elsewhere * elsewhere * drift * drift
    let halfWidth = squares.squareRoot()
    return HeartRateReading.Rate(
      beatsPerMinute: mean, low: max(0, mean - halfWidth), high: mean + halfWidth)
  }
}

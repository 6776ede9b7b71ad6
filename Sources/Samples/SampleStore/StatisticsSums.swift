import FoundationEssentials
import Glibc

/// The sums over samples from which statistics are computed.
struct StatisticsSums {
  var count = 0
  var sum = 0.0
  var minimum = Double.infinity
  var maximum = -Double.infinity

  /// Seconds, and values times seconds.
  var seconds = 0.0
  var weighted = 0.0

  /// Seconds that instants cover, and their values times these.
  var heldSeconds = 0.0
  var held = 0.0

  /// For levels: the sum of powers, 10^(level / 10), times seconds and unweighted.
  var energySeconds = 0.0
  var energy = 0.0

  var latest: (start: Double, end: Double, value: Double)?

  /// The values from which quantiles are computed; `nil` if they were not requested.
  var distribution: ValueDistribution?

  /// Samples come in the order of start, end and insertion.
  mutating func add(from start: Double, to end: Double, _ value: Double, isLevel: Bool) {
    count += 1
    sum += value
    minimum = min(minimum, value)
    maximum = max(maximum, value)
    seconds += end - start
    weighted += value * (end - start)
    if isLevel {
      let power = Self.power(ofLevel: value)
      energy += power
      energySeconds += power * (end - start)
    }
    latest = (start, end, value)
    distribution?.add(value)
  }

  /// Adds the sums of other samples, but not their distribution.
  mutating func merge(_ other: StatisticsSums) {
    count += other.count
    sum += other.sum
    minimum = min(minimum, other.minimum)
    maximum = max(maximum, other.maximum)
    seconds += other.seconds
    if let theirs = other.latest,
      latest.map({ ($0.start, $0.end) < (theirs.start, theirs.end) }) ?? true
    {
      latest = theirs
    }
  }

  func values(
    _ options: StatisticsOptions, in unit: QuantityUnit, _ style: AggregationStyle,
    merged: SourceMerge.Total? = nil
  ) -> Statistics.Values {
    var values = Statistics.Values(count: count)
    guard count > 0 || merged != nil else { return values }
    func quantity(_ value: Double) -> Quantity { Quantity(value, unit) }
    if options.contains(.discreteAverage) {
      values.average = quantity(average(style))
      values.averageWeight =
        style == .discreteTemporallyWeighted ? seconds + heldSeconds : Double(count)
    }
    if options.contains(.discreteMin) { values.minimum = quantity(minimum) }
    if options.contains(.discreteMax) { values.maximum = quantity(maximum) }
    values.quantiles = (distribution?.quantiles(Statistics.quantileShares) ?? []).map(quantity)
    if options.contains(.cumulativeSum) { values.sum = quantity(merged?.sum ?? sum) }
    if options.contains(.duration) { values.duration = merged?.seconds ?? seconds }
    if options.contains(.mostRecent), let latest {
      values.mostRecent = quantity(latest.value)
      let start = Date(timeIntervalSinceReferenceDate: latest.start)
      // Damage may have put the end before the start.
      values.mostRecentInterval =
        start..<max(start, Date(timeIntervalSinceReferenceDate: latest.end))
    }
    return values
  }

  private func average(_ style: AggregationStyle) -> Double {
    switch style {
    case .discreteEquivalentContinuousLevel:
      Self.level(ofPower: seconds > 0 ? energySeconds / seconds : energy / Double(count))
    case .discreteTemporallyWeighted: (weighted + held) / (seconds + heldSeconds)
    case .cumulative, .discreteArithmetic: sum / Double(count)
    }
  }

  private static func power(ofLevel level: Double) -> Double { pow(10, level / 10) }

  private static func level(ofPower power: Double) -> Double { 10 * log10(power) }
}

/// The distribution of values, from single values and from the sums of hours with many of them.
///
/// The values of an hour are assumed to be even from the lowest to the mean and from there to the highest,
/// with as many on either side as give the mean. So a quantile is exact if all values were added one by one;
/// else its rank is off by no more than the number of values in the hours whose range includes it.
struct ValueDistribution {
  /// A change of the number of values up to a value: at once, or of its slope from there on.
  private struct Step {
    let value: Double
    var jump = 0.0
    var slope = 0.0
  }

  private var values: [Double] = []

  /// The steps of hours; empty if every value was added singly.
  private var steps: [Step] = []
  private var stepCount = 0

  /// The number of values.
  var count: Int { values.count + stepCount }

  /// Adds one value.
  mutating func add(_ value: Double) {
    if value.isFinite { values.append(value) }
  }

  /// Adds the values of an hour.
  mutating func add(_ hour: StatisticsSums) {
    let (low, high, mean) = (hour.minimum, hour.maximum, hour.sum / Double(hour.count))
    guard hour.count > 0, low.isFinite, high.isFinite, mean.isFinite else { return }
    stepCount += hour.count
    let (number, length) = (Double(hour.count), high - low)
    guard length > 0, length.isFinite else { return addValue(low, number) }
    let middle = min(max(mean, low), high)
    add(number * (high - middle) / length, from: low, to: middle)
    add(number * (middle - low) / length, from: middle, to: high)
  }

  private mutating func addValue(_ value: Double, _ number: Double) {
    if number > 0 { steps.append(Step(value: value, jump: number)) }
  }

  private mutating func add(_ number: Double, from low: Double, to high: Double) {
    let slope = number / (high - low)
    guard number > 0, slope.isFinite else { return addValue(low, number) }
    steps += [Step(value: low, slope: slope), Step(value: high, slope: -slope)]
  }

  /// Returns the lowest values up to which these shares of all values lie, which must rise; empty without values.
  func quantiles(_ shares: [Double]) -> [Double] {
    // A remainder from rounding is not a value.
    let slack = 1e-9 * Double(count)
    let ranks = shares.map { $0 * Double(count) - slack }
    guard steps.isEmpty else {
      return quantiles(ofRanks: ranks, steps + values.map { Step(value: $0, jump: 1) })
    }
    guard !values.isEmpty else { return [] }
    let sorted = values.sorted()
    return ranks.map { sorted[min(max(Int($0.rounded(.up)), 1), sorted.count) - 1] }
  }

  private func quantiles(ofRanks ranks: [Double], _ steps: [Step]) -> [Double] {
    let steps = steps.sorted { $0.value < $1.value }
    guard let first = steps.first, let last = steps.last else { return [] }
    var quantiles: [Double] = []
    var (reached, slope, value) = (0.0, 0.0, first.value)
    for step in steps {
      while quantiles.count < ranks.count {
        let wanted = ranks[quantiles.count]
        guard slope > 0, reached + slope * (step.value - value) >= wanted else { break }
        quantiles.append(min(max(value + (wanted - reached) / slope, value), step.value))
      }
      reached += max(slope, 0) * (step.value - value) + step.jump
      while quantiles.count < ranks.count, reached >= ranks[quantiles.count], step.jump > 0 {
        quantiles.append(step.value)
      }
      slope += step.slope
      value = step.value
    }
    return quantiles + Array(repeating: last.value, count: ranks.count - quantiles.count)
  }
}

/// How often values are how large, from the least, the mean and the greatest of many parts.
///
/// A part of one value is that value. One of several is taken to be even from its least value to its mean and from
/// there to its greatest, with as many on either side as give the mean. So a quantile is exact if no part has several
/// values; else its rank is off by no more than the values of the parts from whose least to whose greatest value it lies.
struct ValueDistribution {
  /// A change of the number of values up to a value: at once, or of its slope from there on.
  private struct Step {
    let value: Double
    var jump = 0.0
    var slope = 0.0
  }

  private var steps: [Step] = []
  private(set) var count = 0

  /// Adds a part of `count` values.
  mutating func add(count: Int, minimum: Double, mean: Double, maximum: Double) {
    guard count > 0, minimum.isFinite, maximum.isFinite, mean.isFinite else { return }
    self.count += count
    let (number, length) = (Double(count), maximum - minimum)
    guard length > 0, length.isFinite else { return addValue(minimum, number) }
    let middle = min(max(mean, minimum), maximum)
    add(number * (maximum - middle) / length, from: minimum, to: middle)
    add(number * (middle - minimum) / length, from: middle, to: maximum)
  }

  private mutating func addValue(_ value: Double, _ number: Double) {
    if number > 0 { steps.append(Step(value: value, jump: number)) }
  }

  private mutating func add(_ number: Double, from low: Double, to high: Double) {
    let slope = number / (high - low)
    guard number > 0, slope.isFinite else { return addValue(low, number) }
    steps += [Step(value: low, slope: slope), Step(value: high, slope: -slope)]
  }

  /// Returns the values up to which these shares of all values lie, which must rise; empty without values.
  func quantiles(_ shares: [Double]) -> [Double] {
    let steps = steps.sorted { $0.value < $1.value }
    guard let first = steps.first, let last = steps.last else { return [] }
    var quantiles: [Double] = []
    // What rounding leaves is nobody's value.
    let slack = 1e-9 * Double(count)
    var (reached, slope, value) = (0.0, 0.0, first.value)
    for step in steps {
      while quantiles.count < shares.count {
        let wanted = shares[quantiles.count] * Double(count) - slack
        guard slope > 0, reached + slope * (step.value - value) >= wanted else { break }
        quantiles.append(min(max(value + (wanted - reached) / slope, value), step.value))
      }
      reached += max(slope, 0) * (step.value - value) + step.jump
      while quantiles.count < shares.count,
        reached >= shares[quantiles.count] * Double(count) - slack, step.jump > 0
      {
        quantiles.append(step.value)
      }
      slope += step.slope
      value = step.value
    }
    return quantiles + Array(repeating: last.value, count: shares.count - quantiles.count)
  }
}

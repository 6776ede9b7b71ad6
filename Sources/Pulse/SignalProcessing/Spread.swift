extension Array<Double> {
  /// The arithmetic mean; 0 if the array is empty.
  public var mean: Double { reduce(0, +) / Double(Swift.max(count, 1)) }

  /// The standard deviation with `count` as divisor; 0 if the array is empty.
  public var populationStandardDeviation: Double {
    (squaredDeviations / Double(Swift.max(count, 1))).squareRoot()
  }

  /// The standard deviation with `count - 1` as divisor, for values that are a sample; 0 for fewer
  /// than two values.
  public var sampleStandardDeviation: Double {
    count > 1 ? (squaredDeviations / Double(count - 1)).squareRoot() : 0
  }

  /// The sum of the squared distances from the mean.
  private var squaredDeviations: Double {
    let mean = mean
    return reduce(0) { $0 + ($1 - mean) * ($1 - mean) }
  }

  /// Returns the values minus the straight line that fits them best by least squares.
  /// - Parameter times: The times of the values.
  /// - Precondition: `times` has as many elements as the array.
  public func removingLinearTrend(at times: [Double]) -> [Double] {
    precondition(times.count == count)
    let (time, mean) = (times.mean, mean)
    var (product, square) = (0.0, 0.0)
    for (t, value) in zip(times, self) {
      product += (t - time) * (value - mean)
      square += (t - time) * (t - time)
    }
    let slope = square > 0 ? product / square : 0
    return zip(times, self).map { $1 - mean - slope * ($0 - time) }
  }
}

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

  /// The skewness: the third central moment over the cube of the standard deviation, both with `count`
  /// as divisor; `nil` if all values are equal.
  public var skewness: Double? {
    let mean = mean
    let (square, cube) = reduce((0.0, 0.0)) {
      let distance = $1 - mean
      return ($0.0 + distance * distance, $0.1 + distance * distance * distance)
    }
    let variance = square / Double(Swift.max(count, 1))
    return variance > 0 ? cube / Double(count) / (variance * variance.squareRoot()) : nil
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

/// The errors of readings against a reference, collected reading by reading.
package struct AccuracyFigures: Sendable {
  /// A reading that gave a number, in beats per minute.
  package struct Answer: Sendable, Equatable {
    package let rate: Double
    package let low: Double
    package let high: Double
    package let quality: Double
    package let reference: Double

    package var error: Double { rate - reference }
    package var halfWidth: Double { (high - low) / 2 }
    package var isInside: Bool { low <= reference && reference <= high }
  }

  /// Readings that have a reference, answered or not.
  package private(set) var count = 0
  package private(set) var answers: [Answer] = []

  package init() {}

  /// Counts a reading; `rate` is `nil` if it was refused.
  package mutating func add(
    rate: (value: Double, low: Double, high: Double)?, quality: Double, reference: Double
  ) {
    count += 1
    guard let rate else { return }
    answers.append(
      Answer(
        rate: rate.value, low: rate.low, high: rate.high, quality: quality, reference: reference))
  }

  package mutating func add(_ other: AccuracyFigures) {
    count += other.count
    answers += other.answers
  }

  package var answeredShare: Double { count > 0 ? Double(answers.count) / Double(count) : .nan }
  package var meanAbsoluteError: Double { mean(of: answers) { abs($0.error) } }
  package var rootMeanSquareError: Double {
    mean(of: answers) { $0.error * $0.error }.squareRoot()
  }

  /// The mean absolute error in per cent of the reference.
  package var meanAbsolutePercentageError: Double {
    mean(of: answers) { 100 * abs($0.error) / $0.reference }
  }

  package var bias: Double { mean(of: answers, \.error) }

  /// Bias minus and plus 1.96 sample standard deviations of the errors (Bland and Altman 1986).
  ///
  /// They are not numbers below two answers. Readings of one person count as independent, which they are not: with
  /// few people the true limits are wider.
  package var limitsOfAgreement: (low: Double, high: Double) {
    let bias = bias
    let squares = answers.reduce(0) { $0 + ($1.error - bias) * ($1.error - bias) }
    let freedom = Double(answers.count - 1)
    let deviation = freedom > 0 ? (squares / freedom).squareRoot() : .nan
    return (bias - 1.96 * deviation, bias + 1.96 * deviation)
  }

  package var shareWithinFive: Double { mean(of: answers) { abs($0.error) <= 5 ? 1 : 0 } }

  /// The share of references inside the reported 95 % interval.
  package var shareInside: Double { mean(of: answers) { $0.isInside ? 1 : 0 } }

  package var meanHalfWidth: Double { mean(of: answers, \.halfWidth) }
}

/// Returns the mean, which is not a number if there are no values.
func mean<Values: Collection>(
  of values: Values, _ value: (Values.Element) -> Double
) -> Double {
  values.isEmpty ? .nan : values.reduce(0) { $0 + value($1) } / Double(values.count)
}

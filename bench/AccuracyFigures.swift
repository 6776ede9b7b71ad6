/// How far readings are from a reference: collected reading by reading.
struct AccuracyFigures {
  private struct Answer {
    let error: Double
    let reference: Double
    let quality: Double
    let isInside: Bool
  }

  /// Intervals that have a reference.
  private(set) var count = 0
  private var answers: [Answer] = []

  mutating func add(
    rate: (value: Double, low: Double, high: Double)?, quality: Double, reference: Double
  ) {
    count += 1
    guard let rate else { return }
    answers.append(
      Answer(
        error: rate.value - reference, reference: reference, quality: quality,
        isInside: (rate.low...rate.high).contains(reference)))
  }

  mutating func add(_ other: AccuracyFigures) {
    count += other.count
    answers += other.answers
  }

  var answeredShare: Double { Double(answers.count) / Double(max(count, 1)) }
  var meanAbsoluteError: Double { mean(answers.map { abs($0.error) }) }
  var rootMeanSquareError: Double { mean(answers.map { $0.error * $0.error }).squareRoot() }

  /// In percent of the reference.
  var meanAbsolutePercentageError: Double {
    mean(answers.map { 100 * abs($0.error) / $0.reference })
  }

  var bias: Double { mean(answers.map(\.error)) }

  /// Bias less and plus 1.96 standard deviations of the errors (Bland and Altman 1986).
  var limitsOfAgreement: (low: Double, high: Double) {
    let deviation = mean(answers.map { ($0.error - bias) * ($0.error - bias) }).squareRoot()
    return (bias - 1.96 * deviation, bias + 1.96 * deviation)
  }

  var shareWithinFive: Double { mean(answers.map { abs($0.error) <= 5 ? 1 : 0 }) }

  /// The share of references inside the told 95 % interval.
  var shareInside: Double { mean(answers.map { $0.isInside ? 1 : 0 }) }

  /// The mean absolute error of the best share of the answers by quality, over that of all.
  func relativeRisk(ofBest share: Double) -> Double {
    let best = answers.sorted { $0.quality > $1.quality }
      .prefix(Int((share * Double(answers.count)).rounded()))
    return mean(best.map { abs($0.error) }) / meanAbsoluteError
  }

  private func mean(_ values: [Double]) -> Double {
    values.isEmpty ? .nan : values.reduce(0, +) / Double(values.count)
  }
}

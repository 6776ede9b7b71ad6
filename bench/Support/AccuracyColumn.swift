import JSONCoding

/// One figure of an `AccuracyLine`: its names in text and in JSON, and how it is computed.
package struct AccuracyColumn: Sendable {
  /// Which of several people's values is the least favorable.
  enum Worst: Sendable {
    case highest, lowest, farthestFromZero
  }

  let key: String
  let title: String
  let decimals: Int

  /// Whether it is a share: a percentage in text, 0 to 1 in JSON.
  var isShare = false

  /// `nil` for counts, which are neither good nor bad.
  var worst: Worst?
  let value: @Sendable (AccuracyLine) -> Double?

  package static let all = [
    AccuracyColumn(key: "count", title: "n", decimals: 0) { Double($0.figures.count) },
    AccuracyColumn(
      key: "answered", title: "answered", decimals: 1, isShare: true, worst: .lowest
    ) { $0.figures.answeredShare },
    AccuracyColumn(key: "mae_bpm", title: "MAE", decimals: 3, worst: .highest) {
      $0.figures.meanAbsoluteError
    },
    AccuracyColumn(key: "rmse_bpm", title: "RMSE", decimals: 3, worst: .highest) {
      $0.figures.rootMeanSquareError
    },
    AccuracyColumn(key: "mape_percent", title: "MAPE %", decimals: 2, worst: .highest) {
      $0.figures.meanAbsolutePercentageError
    },
    AccuracyColumn(key: "bias_bpm", title: "bias", decimals: 2, worst: .farthestFromZero) {
      $0.figures.bias
    },
    AccuracyColumn(
      key: "agreement_low_bpm", title: "LoA low", decimals: 2, worst: .farthestFromZero
    ) { $0.figures.limitsOfAgreement.low },
    AccuracyColumn(
      key: "agreement_high_bpm", title: "LoA high", decimals: 2, worst: .farthestFromZero
    ) { $0.figures.limitsOfAgreement.high },
    AccuracyColumn(
      key: "within_5_bpm", title: "<=5", decimals: 1, isShare: true, worst: .lowest
    ) { $0.figures.shareWithinFive },
    AccuracyColumn(
      key: "inside_interval", title: "inside", decimals: 1, isShare: true, worst: .lowest
    ) { $0.figures.shareInside },
    AccuracyColumn(key: "half_width_bpm", title: "+-", decimals: 2, worst: .highest) {
      $0.figures.meanHalfWidth
    },
    AccuracyColumn(key: "risk_of_best_70", title: "best 70", decimals: 2, worst: .highest) {
      $0.figures.relativeRisk(ofBest: 0.7)
    },
    AccuracyColumn(key: "beats_f1", title: "beats F1", decimals: 4, worst: .lowest) {
      $0.beats?.score
    },
    AccuracyColumn(key: "interval_mae_ms", title: "IBI ms", decimals: 1, worst: .highest) {
      $0.beats?.meanIntervalError
    },
    AccuracyColumn(
      key: "sure_interval_mae_ms", title: "sure IBI ms", decimals: 1, worst: .highest
    ) { $0.beats?.meanSureIntervalError },
    AccuracyColumn(
      key: "sure_interval_share", title: "sure", decimals: 1, isShare: true, worst: .lowest
    ) { $0.beats?.sureShare },
  ]

  /// Returns the worst of the finite values, or `nil` if there is none or none is worse than another.
  func worst(of values: [Double]) -> Double? {
    switch worst {
    case .highest: values.max()
    case .lowest: values.min()
    case .farthestFromZero: values.max { abs($0) < abs($1) }
    case nil: nil
    }
  }

  /// Returns a value as text, or a dash if there is none.
  func text(_ value: Double?) -> String {
    guard let value, value.isFinite else { return "-" }
    return isShare ? (100 * value).fixed(decimals) + "%" : value.fixed(decimals)
  }

  /// Returns a value as JSON, with two places more than the text of a share, or one more than that of others.
  func json(_ value: Double?) -> JSONValue {
    .figure(value, isShare ? decimals + 4 : decimals == 0 ? 0 : decimals + 1)
  }
}

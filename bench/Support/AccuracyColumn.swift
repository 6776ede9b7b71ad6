/// One figure of an `AccuracyLine`: what it is called in text and in JSON, and how it is had.
package struct AccuracyColumn: Sendable {
  /// Which of several people's values is the one to fear.
  enum Worst: Sendable {
    case highest, lowest, farthestFromZero
  }

  let key: String
  let title: String
  let decimals: Int

  /// Shares are percentages in text and 0 to 1 in JSON.
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

  /// The worst of finite values; `nil` where there is none or none is worse than another.
  func worst(of values: [Double]) -> Double? {
    switch worst {
    case .highest: values.max()
    case .lowest: values.min()
    case .farthestFromZero: values.max { abs($0) < abs($1) }
    case nil: nil
    }
  }

  /// A value as text; a dash where there is none.
  func text(_ value: Double?) -> String {
    guard let value, value.isFinite else { return "-" }
    return isShare ? (100 * value).fixed(decimals) + "%" : value.fixed(decimals)
  }

  /// A value as JSON, with two places more than text has of a share and one more of others.
  func json(_ value: Double?) -> JSONValue {
    .rounded(value, isShare ? decimals + 4 : decimals == 0 ? 0 : decimals + 1)
  }
}

import CivilTime
import Glibc
package import JSONCoding
import SignalProcessing

/// The agreement of measured rates with those of another device, in beats per minute.
package struct Agreement: Sendable, Equatable {
  /// A measured rate with its 95% confidence interval, and the other device's.
  package struct Pair: Sendable, Equatable {
    package let rate: Double
    package let low: Double
    package let high: Double
    package let reference: Double

    package init(rate: Double, low: Double, high: Double, reference: Double) {
      (self.rate, self.low, self.high, self.reference) = (rate, low, high, reference)
    }

    fileprivate var error: Double { rate - reference }
  }

  package var pairs: [Pair]

  package init(_ pairs: [Pair] = []) { self.pairs = pairs }

  // MARK: Measures; `nil` without pairs

  package var meanAbsoluteError: Double? { mean { abs($0.error) } }
  package var rootMeanSquareError: Double? { mean { $0.error * $0.error }?.squareRoot() }

  /// In percent of the reference.
  package var meanAbsolutePercentageError: Double? { mean { 100 * abs($0.error) / $0.reference } }

  /// The mean difference.
  package var bias: Double? { mean(\.error) }

  /// The limits of agreement: the bias less and plus 1.96 standard deviations of the differences (Bland and Altman
  /// 1986); `nil` below two pairs.
  package var limits: (low: Double, high: Double)? {
    guard pairs.count > 1, let bias else { return nil }
    let reach = 1.96 * pairs.map(\.error).sampleStandardDeviation
    return (bias - reach, bias + reach)
  }

  /// The share of references inside the 95% confidence interval.
  package var coverage: Double? {
    mean { $0.low <= $0.reference && $0.reference <= $0.high ? 1 : 0 }
  }

  private func mean(_ value: (Pair) -> Double) -> Double? {
    pairs.isEmpty ? nil : pairs.reduce(0) { $0 + value($1) } / Double(pairs.count)
  }

  // MARK: Forms

  /// All measures in a line for a person; empty without pairs.
  package var text: String {
    guard let meanAbsoluteError, let rootMeanSquareError, let bias, let coverage else { return "" }
    let limits = limits.map { ", limits \($0.low.fixed(2)) to \($0.high.fixed(2))" } ?? ""
    return "mean absolute error \(meanAbsoluteError.fixed(2)), "
      + "RMSE \(rootMeanSquareError.fixed(2)), bias \(bias.fixed(2))\(limits); "
      + "\((100 * coverage).fixed(0))% lie in the 95% interval"
  }

  package var jsonMembers: [(String, JSONValue)] {
    [
      ("compared", .integer(pairs.count)),
      ("mean_absolute_error_bpm", .rounded(meanAbsoluteError, 4)),
      ("root_mean_square_error_bpm", .rounded(rootMeanSquareError, 4)),
      ("mean_absolute_percentage_error", .rounded(meanAbsolutePercentageError, 4)),
      ("bias_bpm", .rounded(bias, 4)), ("limit_low_bpm", .rounded(limits?.low, 4)),
      ("limit_high_bpm", .rounded(limits?.high, 4)), ("coverage", .rounded(coverage, 4)),
    ]
  }
}

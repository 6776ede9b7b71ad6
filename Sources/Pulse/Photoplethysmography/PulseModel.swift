import Glibc

/// A model of a chance: the logarithm of its odds is the sum of a curve over each feature (a
/// generalized additive model, Hastie and Tibshirani 1986). Unknown features add nothing.
///
/// `bench/fit_model.py` fits the curves and writes them to `PulseModel+Fitted.swift`.
struct PulseModel: Sendable {
  /// The summand of one feature: straight lines between knots, and the outermost value beyond them.
  struct Curve: Sendable {
    let feature: PulseFeature
    let knots: [Double]
    let values: [Double]

    /// The summand for the usual right rate.
    let usual: Double

    func value(at x: Double) -> Double {
      guard x > knots[0] else { return x.isNaN ? 0 : values[0] }
      for index in knots.indices.dropFirst() where x < knots[index] {
        let share = (x - knots[index - 1]) / (knots[index] - knots[index - 1])
        return values[index - 1] + share * (values[index] - values[index - 1])
      }
      return values[values.count - 1]
    }
  }

  let constant: Double
  let curves: [Curve]

  /// Returns the chance that a hypothesis with this evidence is right, from 0 to 1.
  func chance(of evidence: PulseEvidence) -> Double {
    var logit = constant
    for curve in curves { logit += curve.value(at: curve.feature.value(of: evidence)) }
    return 1 / (1 + exp(-logit))
  }

  /// Returns the feature that speaks most against a hypothesis, compared with the usual right rate.
  func greatestDoubt(of evidence: PulseEvidence) -> PulseFeature? {
    curves.max { loss($0, evidence) < loss($1, evidence) }?.feature
  }

  /// Returns the strongest doubt about a hypothesis for a person: the features that say the same, taken together.
  /// Whatever disturbs beats makes them unlike each other, too, so that noise counts half.
  func explanation(of evidence: PulseEvidence) -> PulseDoubt {
    var losses: [PulseDoubt: Double] = [:]
    for curve in curves { losses[curve.feature.doubt, default: 0] += loss(curve, evidence) }
    losses[.noise, default: 0] /= 2
    return PulseDoubt.allCases.max { losses[$0, default: 0] < losses[$1, default: 0] } ?? .noise
  }

  private func loss(_ curve: Curve, _ evidence: PulseEvidence) -> Double {
    let value = curve.feature.value(of: evidence)
    return value.isNaN ? 0 : curve.usual - curve.value(at: value)
  }
}

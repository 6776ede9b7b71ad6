import Glibc

/// The changes of the colors with the beats, compared with the changes that light and blood cause.
///
/// A lamp, a shadow, an automatic exposure and a finger that moves on the lens change all colors by the
/// same share, because a sensor is linear. Blood absorbs each color differently (de Haan and van Leest
/// 2014).
package struct ColorBalance: Sendable, Equatable, Codable {
  /// The number of colors that can change: two or three.
  package let count: Int

  /// The logarithm of the ratio of the likelihood of light to that of blood: that all
  /// change by the same share of their levels, as far as noise and a sensor's curve permit.
  package let light: Double

  /// The same for equal numbers of levels; `nil` unless three colors change and the picture is nearly gray.
  package let brightness: Double?

  /// The excess of green's change over those of red and blue, and the products of the changes of
  /// red and blue and of green and blue, all relative to the changes' root sum square, as far as
  /// noise permits; `nil` unless three colors can change.
  package let greenLead: Double?
  package let redBlue: Double?
  package let greenBlue: Double?

  /// Whether light explains the colors better than blood.
  var isLikelierLight: Bool { light > 0 || (brightness ?? 0) > 0 }

  /// - Parameters:
  ///   - parts: The changes of red, green and blue as shares of their levels, to any scale.
  ///   - errors: Their standard errors.
  ///   - usable: The colors that can change, at least two.
  ///   - levels: The mean levels.
  init(parts: SIMD3<Double>, errors: SIMD3<Double>, usable: [Int], levels: SIMD3<Double>) {
    count = usable.count
    light = Self.likelihoodRatio(parts, errors, usable)
    let isGrey = levels.max() < Self.mostTint * levels.min()
    brightness =
      usable.count == 3 && isGrey
      ? Self.likelihoodRatio(parts * levels, errors * levels, usable) : nil
    let size = (parts * parts).sum().squareRoot()
    guard usable.count == 3, size > 0 else {
      (greenLead, redBlue, greenBlue) = (nil, nil, nil)
      return
    }
    let (shares, noise) = (parts / size, errors / size)
    // Of red and blue, the noisier one has less weight.
    let trust = 1 / (noise * noise + Self.usualDifference * Self.usualDifference)
    let others = (trust[0] * shares[0] + trust[2] * shares[2]) / (trust[0] + trust[2])
    greenLead = shares[1] - others
    func product(_ a: Int, _ b: Int) -> Double {
      shares[a] * shares[b] / (1 + noise[a] * noise[a] + noise[b] * noise[b])
    }
    (redBlue, greenBlue) = (product(0, 2), product(1, 2))
  }

  /// The usual difference of red's and blue's changes, relative to the changes' root sum square.
  private static let usualDifference = 0.05

  /// Returns how much likelier the changes are if all are one, up to noise and a sensor's curve, than if
  /// each is its own, as of blood. A color in noise says little.
  private static func likelihoodRatio(
    _ parts: SIMD3<Double>, _ errors: SIMD3<Double>, _ usable: [Int]
  ) -> Double {
    let size = (usable.reduce(0) { $0 + parts[$1] * parts[$1] } / Double(usable.count)).squareRoot()
    guard size > 0 else { return 0 }
    func logLikelihood(width: Double) -> Double {
      var (weights, sum) = (0.0, 0.0)
      for index in usable {
        let weight = 1 / (errors[index] * errors[index] + width * width * size * size)
        weights += weight
        sum += weight * parts[index]
      }
      let mean = sum / weights
      // The mean was taken from the same values.
      var result = -0.5 * log(weights)
      for index in usable {
        let variance = errors[index] * errors[index] + width * width * size * size
        let distance = parts[index] - mean
        result -= 0.5 * (distance * distance / variance + log(variance))
      }
      return result
    }
    return max(logLikelihood(width: lightWidth) - logLikelihood(width: bloodWidth), -10)
  }

  /// The spread of the changes, over their root mean square, that a sensor's curve leaves of light, and that
  /// of blood.
  private static let lightWidth = 0.03
  private static let bloodWidth = 0.45

  /// The ratio of the highest level to the lowest below which a picture is nearly gray.
  private static let mostTint = 2.0
}

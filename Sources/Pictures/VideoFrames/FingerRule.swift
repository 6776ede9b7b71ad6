/// Decides from a mean color and its evenness whether a finger covers the lens.
///
/// A finger on the lens lets light through evenly, and red most of all. A scene is neither. A red
/// picture may be less even, since a lamp beside the lens lights the finger from one side. The rule
/// is the same for readings and for the search for an exposure, so that exposure is searched where
/// a pulse would be.
public struct FingerRule: Sendable, Equatable {
  /// The maximum spread of a finger's picture.
  public var greatestSpread: Double

  /// The maximum spread of a finger's picture that is red.
  public var greatestSpreadInRed: Double

  /// The minimum ratio of red to green and to blue in a red picture; likewise of blue in a picture
  /// that shows no finger.
  public var redDominance: Double

  /// Creates a rule from its three bounds.
  public init(greatestSpread: Double, greatestSpreadInRed: Double, redDominance: Double) {
    self.greatestSpread = greatestSpread
    self.greatestSpreadInRed = greatestSpreadInRed
    self.redDominance = redDominance
  }

  /// The rule for a fingertip that lies on the lens.
  public static let onLens = FingerRule(
    greatestSpread: 0.25, greatestSpreadInRed: 0.6, redDominance: 1.5)

  /// Returns whether a finger covers the lens.
  /// - Parameters:
  ///   - color: The mean levels of the picture.
  ///   - spread: The unevenness, as in `ColorSample.spread`.
  public func isFinger(_ color: RGB, spread: Double) -> Bool {
    // Skin and blood let hardly any blue through, whatever the light and the white balance.
    guard color.blue <= redDominance * max(color.red, color.green) else { return false }
    let isRed = color.red > redDominance * max(color.green, color.blue)
    return spread < (isRed ? greatestSpreadInRed : greatestSpread)
  }
}

import Glibc

/// The distribution of the light over a region: the terms of lowest order of the cosine transform
/// of its 8 x 8 blocks, over their mean (Ahmed, Natarajan and Rao 1974).
///
/// A change by the same share everywhere leaves all of them as they are. A change in one place alone changes
/// each by as much as that place weighs in it, up to twice the change of the mean. They are those of the
/// brightest color, in steps of a millionth, so that a text of them is short and exact.
public struct LightPattern: Sendable, Equatable, Codable {
  /// The left half against the right one.
  public var tiltX: Double

  /// The upper half against the lower one.
  public var tiltY: Double

  /// Two opposite corners against the two others.
  public var twist: Double

  /// The edges at the left and the right against the middle.
  public var bowX: Double

  /// The edges above and below against the middle.
  public var bowY: Double

  /// Creates a pattern.
  public init(tiltX: Double, tiltY: Double, twist: Double, bowX: Double, bowY: Double) {
    (self.tiltX, self.tiltY, self.twist, self.bowX, self.bowY) = (tiltX, tiltY, twist, bowX, bowY)
  }

  /// The terms in the order of the properties.
  package var terms: SIMD8<Double> { SIMD8(tiltX, tiltY, twist, bowX, bowY, 0, 0, 0) }

  /// The number of terms.
  package static let termCount = 5

  package init(terms: SIMD8<Double>) {
    self.init(
      tiltX: terms[0], tiltY: terms[1], twist: terms[2], bowX: terms[3], bowY: terms[4])
  }

  /// Creates the pattern of blocks whose levels have a sum, and a sum of their products with
  /// `weights`; `nil` if they are dark.
  init?(sum: Double, weighted terms: SIMD8<Double>) {
    guard sum >= Double(Self.weights.count) else { return nil }
    let scaled = (terms * (1e6 / sum)).rounded(.toNearestOrEven)
    self.init(terms: scaled / 1e6)
  }

  /// The weight of each block of an 8 x 8 grid, row by row, in each term; their squares have a mean of 1.
  static let weights: [SIMD8<Double>] = (0..<64).map { block in
    let (row, column) = block.quotientAndRemainder(dividingBy: 8)
    let (x, y) = ((Double(column) + 0.5) / 8, (Double(row) + 0.5) / 8)
    func wave(_ order: Double, _ place: Double) -> Double {
      2.0.squareRoot() * cos(.pi * order * place)
    }
    return SIMD8(wave(1, x), wave(1, y), wave(1, x) * wave(1, y), wave(2, x), wave(2, y), 0, 0, 0)
  }
}

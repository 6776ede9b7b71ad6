/// Describes how luma and color differences become red, green and blue: the matrix and the range
/// of levels.
public struct ColorDescription: Sendable, Hashable {
  /// The standards that define the weights of red, green and blue in luma.
  public enum Matrix: Sendable, Hashable, CaseIterable {
    /// ITU-R BT.601, of standard definition.
    case bt601

    /// ITU-R BT.709, of high definition.
    case bt709

    /// BT.2020 with non-constant luminance.
    case bt2020

    /// FCC 73.682, of early color television.
    case fcc

    /// SMPTE 240M, of early high definition.
    case smpte240m

    var redWeight: Double {
      switch self {
      case .bt601: 0.299
      case .bt709: 0.2126
      case .bt2020: 0.2627
      case .fcc: 0.30
      case .smpte240m: 0.212
      }
    }

    var blueWeight: Double {
      switch self {
      case .bt601: 0.114
      case .bt709: 0.0722
      case .bt2020: 0.0593
      case .fcc: 0.11
      case .smpte240m: 0.087
      }
    }
  }

  /// The part of a sample's levels that is used.
  public enum Range: Sendable, Hashable, CaseIterable {
    /// Black at 16 and white at 235 of 255, color differences from 16 to 240.
    case limited

    /// All levels are used.
    case full
  }

  /// The matrix.
  public var matrix: Matrix

  /// The range of levels.
  public var range: Range

  /// Creates a description.
  public init(matrix: Matrix, range: Range) {
    self.matrix = matrix
    self.range = range
  }

  /// Returns the matrix that players assume if a picture has none: BT.709 from high definition
  /// upward, else BT.601. Width and height are those of the whole picture as it was coded.
  public static func guessedMatrix(width: Int, height: Int) -> Matrix {
    width > 1024 || height >= 720 ? .bt709 : .bt601
  }
}

extension ColorDescription {
  /// The summand of a unit of each difference for each color, all levels on one scale (H.273, 8.3).
  var differenceWeights: DifferenceWeights {
    let red = matrix.redWeight
    let blue = matrix.blueWeight
    let green = 1 - red - blue
    return DifferenceWeights(
      redFromCr: 2 * (1 - red), blueFromCb: 2 * (1 - blue),
      greenFromCb: -2 * blue * (1 - blue) / green, greenFromCr: -2 * red * (1 - red) / green)
  }
}

/// The four coefficients that are not 0 or 1 in the matrix from Y, Cb, Cr to red, green, blue.
struct DifferenceWeights {
  var redFromCr: Double
  var blueFromCb: Double
  var greenFromCb: Double
  var greenFromCr: Double
}

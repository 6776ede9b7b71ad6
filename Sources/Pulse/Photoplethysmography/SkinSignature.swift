import VideoFrames

/// Compares the changes of the three colors with the beats that were found in skin seen from afar.
/// Blood and light change the colors differently.
///
/// Blood absorbs green most and red least (de Haan and van Leest 2014, "Improved motion robustness
/// of remote-PPG by using the blood volume pulse signature": 0.33, 0.77, 0.53 of their levels).
/// Movement in a lamp's light changes all three alike, and its gloss changes blue most.
/// Mean beats are compared, in which movement of another rhythm averages out.
struct SkinSignature {
  /// The bounds that a subject sets for the colors.
  struct Bounds: Sendable, Equatable {
    /// The maximum ratio of red to green.
    var mostRed: Double

    /// The maximum ratio of blue to green.
    var mostBlue: Double

    /// The share that the colors' mean has of a signal combined by the chrominance method.
    var chrominance: ClosedRange<Double>

    /// The share that the colors' mean has of a signal in the plane orthogonal to skin.
    var planeOrthogonalToSkin: ClosedRange<Double>

    /// The maximum correlation of the mean beat with itself, half or a third of a beat later.
    var mostRepetition: Double

    /// The bounds for blood in skin.
    ///
    /// The bounds for red and blue are midway between blood and changes that all colors share. In
    /// a remainder of movement, the colors have many times the combined signal, or do not change
    /// with it at all. In blood they have 0.6 to 1.1 of the signal in the plane orthogonal to skin,
    /// and half of the chrominance signal. A beat's diastole is unlike its systole.
    static let blood = Bounds(
      mostRed: 0.72, mostBlue: 0.95, chrominance: 0.15...1, planeOrthogonalToSkin: 0.15...3,
      mostRepetition: 0.4)
  }

  /// The changes of red, green and blue with the pulse's signal, as shares of their levels.
  private let parts: RGB

  /// The correlation of the mean beat with itself half or a third of a beat later, whichever is
  /// higher.
  private let repetition: Double

  /// Whether enough beats were seen whole.
  private let isKnown: Bool

  /// Compares the colors with the signal over the mean beat.
  /// - Parameters:
  ///   - colors: The levels of red, green and blue on an even grid.
  ///   - signal: The signal in which the pulse was found, on the same grid, around its own center.
  ///   - beats: The positions of the beats in samples.
  init(colors: [[Double]], signal: [Double], beats: [Double]) {
    guard let usual = MeanBeat.usualStep(of: beats) else {
      (parts, repetition, isKnown) = (.zero, 0, false)
      return
    }
    func cut(_ levels: [Double]) -> MeanBeat {
      MeanBeat(of: PulsatileLevel(levels, width: usual), beats: beats, usualStep: usual) {
        $0 / max($1, 1)
      }
    }
    let signal = cut(signal)
    let power = signal.sum.reduce(0) { $0 + $1 * $1 }
    isKnown = signal.count >= 3 && power > 0
    let shares = colors.map { color in
      zip(cut(color).sum, signal.sum).reduce(0) { $0 + $1.0 * $1.1 } / power
    }
    parts = isKnown ? RGB(red: shares[0], green: shares[1], blue: shares[2]) : .zero
    let beat = signal.sum
    let correlations = [beat.count / 2, beat.count / 3].map { shift in
      beat.indices.reduce(0) { $0 + beat[$1] * beat[($1 + shift) % beat.count] }
    }
    repetition = isKnown ? max(correlations[0], correlations[1]) / power : 0
  }

  /// Returns whether blood explains the beats, and each is one beat rather than two or three that
  /// movement has made unlike.
  /// - Parameter method: The method that combined the colors; `nil` if the pulse was found in a
  ///   single color.
  func isBlood(within bounds: Bounds, by method: ColorCombination.Method?) -> Bool {
    guard isKnown, repetition <= bounds.mostRepetition else { return false }
    let share = (parts.red + parts.green + parts.blue) / 3
    switch method {
    case .chrominance: return bounds.chrominance.contains(share)
    case .planeOrthogonalToSkin: return bounds.planeOrthogonalToSkin.contains(share)
    case nil:
      return parts.green > 0 && parts.red <= bounds.mostRed * parts.green
        && parts.blue <= bounds.mostBlue * parts.green
    }
  }
}

import Glibc

/// The fall of a noise's power with frequency: not at all, with it, with its square.
public enum NoiseColor: String, CaseIterable, Sendable {
  /// The power falls by 0, 10 or 20 dB a decade.
  case white, pink, brown
}

/// Three channels of noise without a rhythm, independent of each other.
public struct NoiseSource: Sendable {
  /// The fall of the power with frequency.
  public let color: NoiseColor
  private var generator: SeededGenerator
  private var states: [SIMD4<Double>]

  /// Creates a source whose values are the same for the same seed.
  public init(color: NoiseColor, seed: UInt64) {
    self.color = color
    generator = SeededGenerator(seed: seed)
    states = Array(repeating: .zero, count: color == .pink ? 7 : 1)
  }

  /// Returns red, green and blue of the next frame, around zero.
  public mutating func next() -> SIMD4<Double> {
    switch color {
    case .white: return normal()
    case .brown:
      // A leak of a minute and a half keeps it in a camera's range and out of a pulse's way.
      states[0] = states[0] * 0.9996 + normal() * 0.3
      return states[0]
    case .pink:
      // First-order noises whose times are powers of three add up to one over the frequency.
      var (sum, time) = (SIMD4<Double>.zero, 1.0)
      for index in states.indices {
        let keep = exp(-1 / time)
        states[index] = states[index] * keep + normal() * (1 - keep * keep).squareRoot()
        sum += states[index]
        time *= 3
      }
      return sum * 0.4
    }
  }

  private mutating func normal() -> SIMD4<Double> {
    SIMD4(generator.normal(), generator.normal(), generator.normal(), 0)
  }
}

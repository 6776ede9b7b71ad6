import Glibc
import Simulation
import VideoFrames

/// Three colours of noise without a rhythm, independent of each other: its power falls with frequency not
/// at all, with it, or with its square.
struct ColoredNoise {
  enum Kind: String, CaseIterable {
    case white, pink, brown
  }

  private let kind: Kind
  private var generator: SeededGenerator
  private var states: [SIMD4<Double>]

  init(_ kind: Kind, seed: UInt64) {
    self.kind = kind
    generator = SeededGenerator(seed: seed)
    states = Array(repeating: .zero, count: kind == .pink ? 7 : 1)
  }

  /// At 30 frames a second, around the levels of a face.
  mutating func samples(seconds: Double) -> [ColorSample] {
    (0..<Int(30 * seconds)).map { index in
      let value = next()
      return ColorSample(
        time: Double(index) / 30, red: 186 + value[0], green: 132 + value[1], blue: 112 + value[2])
    }
  }

  private mutating func next() -> SIMD4<Double> {
    switch kind {
    case .white: return normal()
    case .brown:
      // A leak of a minute and a half keeps it in a camera's range.
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

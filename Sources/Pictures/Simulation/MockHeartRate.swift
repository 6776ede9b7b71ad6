import Glibc

/// Invented heart rates for development and tests: never a person's. The same seed and the same calls
/// give the same rates.
public struct MockHeartRate: Sendable {
  /// The way in which rates are invented.
  public enum Kind: String, Sendable, CaseIterable {
    /// A heart at rest, at a walk or at exercise, which takes its time from one to the other.
    case physiological

    /// Whole numbers from 100 to 179, each as likely as the others, whatever came before.
    case random
  }

  /// The effort of the invented person.
  public enum Effort: Sendable {
    case rest, walk, exercise

    /// The rate at which the heart settles, in beats per minute.
    var target: Double {
      switch self {
      case .rest: 64
      case .walk: 112
      case .exercise: 152
      }
    }
  }

  private let kind: Kind
  private var generator: SeededGenerator
  private var level = Effort.rest.target
  private var sway = 0.0
  private var time: Double?

  /// Seconds after which a heart has gone two thirds of its way up, and down.
  private static let (rise, recovery) = (28.0, 42.0)

  /// Makes a heart at rest.
  public init(_ kind: Kind, seed: UInt64) {
    self.kind = kind
    generator = SeededGenerator(seed: seed)
  }

  /// Returns the rate at a time in seconds, not before that of the last call, in beats per minute.
  public mutating func rate(at time: Double, effort: Effort) -> Double {
    if kind == .random { return 100 + (generator.uniform() * 80).rounded(.down) }
    let step = max(0, time - (self.time ?? time))
    self.time = time
    let difference = effort.target - level
    level += difference * (1 - exp(-step / (difference > 0 ? Self.rise : Self.recovery)))
    // Slow irregular changes of 1.5 beats/min, and breathing at rest.
    let memory = exp(-step / 6)
    sway = sway * memory + 1.5 * (1 - memory * memory).squareRoot() * generator.normal()
    let breathing = 2 * sin(2 * .pi * 0.22 * time) * max(0, 1 - (level - 60) / 60)
    return ((level + sway + breathing) * 10).rounded() / 10
  }
}

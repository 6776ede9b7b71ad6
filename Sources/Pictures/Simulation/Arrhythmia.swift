import Glibc

/// A repeated interruption of a heart's rhythm.
public enum Arrhythmia: Sendable, Equatable {
  case none

  /// Every nth beat is dropped (second-degree block, Mobitz II).
  case dropped(every: Int)

  /// One of every n beats is dropped after intervals that shorten (Mobitz I, Wenckebach).
  case wenckebach(group: Int)

  /// The heart stands still for some seconds, at regular intervals in seconds.
  case pauses(every: Double, seconds: Double)

  /// After a number of beats, some faster and weaker ones follow: atrial salvos.
  case runs(after: Int, beats: Int, ratio: Double, strength: Double)

  /// Every nth interval has one beat more in its middle.
  case interpolated(every: Int, strength: Double)

  /// Between two moments in seconds the heart beats faster by a factor.
  case tachycardia(from: Double, to: Double, ratio: Double)

  /// The rate rises and falls by up to this share over some beats.
  case wandering(Double)

  /// Returns the effect of a beat: the share of the usual interval that follows it, and how high its pulse is.
  func event(beat: Int, time: Double, of mean: Double) -> (interval: Double, strength: Double) {
    switch self {
    case .none: (1, 1)
    case .dropped(let every): beat % every == 0 ? (2, 1) : (1, beat % every == 1 ? 1.1 : 1)
    case .wenckebach(let group):
      beat % group == 0 ? (1.75, 1) : (1 - 0.02 * Double(beat % group), beat % group == 1 ? 1.1 : 1)
    case .pauses(let every, let seconds):
      floor(time / every) != floor((time + mean) / every) ? (1 + seconds / mean, 1) : (1, 1)
    case .runs(let after, let beats, let ratio, let strength):
      beat % (after + beats) >= after
        ? (1 / ratio, beat % (after + beats) > after ? strength : 1)
        : (1, beat % (after + beats) == 0 ? strength : 1)
    case .interpolated(let every, let strength):
      beat % (every + 1) == 0 ? (0.5, 1) : beat % (every + 1) == 1 ? (0.5, strength) : (1, 1)
    case .tachycardia(let from, let to, let ratio):
      (from..<to).contains(time) ? (1 / ratio, 1) : (1, 1)
    case .wandering(let depth):
      (1 + depth * sin(0.7 * Double(beat)) * sin(0.13 * Double(beat)), 1)
    }
  }
}

import Glibc

/// The evidence of the light about beats, however they were found: which of them hardly rise, and
/// which similar rises are left out.
struct UpstrokeVerdict: Sendable {
  /// The scale of the rises that are neither beats nor dicrotic waves, as a share of a beat.
  private(set) var clutter = 0.0

  /// The places in doubt, in samples, and their chance of being wrong; first the rises that are left out.
  private var leftOut: [(sample: Double, chance: Double)] = []
  private var flat: [(sample: Double, chance: Double)] = []

  /// The maximum distance in samples between a beat and the rise to which it belongs.
  private static let sameRise = 2.0

  /// The scales of other rises, as shares of a beat, between which they hide beats and look like some.
  private static let (littleClutter, mostClutter) = (0.15, 0.4)

  init(on beats: [BeatTracker.Position], of upstrokes: Upstrokes) {
    let rises = upstrokes.rises
    var indices: [Int] = []
    var next = 0
    for beat in beats {
      while next < rises.count, Double(rises[next].peak) + Self.sameRise < beat.sample { next += 1 }
      if next < rises.count, Double(rises[next].foot) - Self.sameRise <= beat.sample {
        indices.append(next)
        next += 1
      } else if beat.step == 1 {
        flat.append((beat.sample, 1))
      }
    }
    guard indices.count >= 3 else {
      flat = []
      return
    }
    let comparisons = upstrokes.comparisons(with: indices)
    let others = upstrokes.otherScale(comparisons, beats: indices)
    let odds = upstrokes.logOdds(comparisons, others: others, beats: indices)
    clutter = upstrokes.clutter(comparisons, others: others)
    let clearness = min(
      max((Self.mostClutter - clutter) / (Self.mostClutter - Self.littleClutter), 0), 1)
    for index in flat.indices { flat[index].chance = clearness }
    next = 0
    for (index, rise) in rises.enumerated() {
      let isBeat = next < indices.count && indices[next] == index
      if isBeat { next += 1 }
      guard !rise.isJolted else { continue }
      let chance = 1 / (1 + exp(-odds[index]))
      if isBeat {
        flat.append((rise.sample, (1 - chance) * clearness))
      } else {
        let before = next > 0 ? rise.sample - rises[indices[next - 1]].sample : .infinity
        let after = next < indices.count ? rises[indices[next]].sample - rise.sample : .infinity
        // So soon the heart cannot beat again.
        if min(before, after) < Upstrokes.refractory { continue }
        leftOut.append((rise.sample, chance * clearness))
      }
    }
  }

  /// The expected number of wrong beats in the whole signal.
  var doubt: Double { count(in: -Double.infinity..<Double.infinity).doubt }

  /// Returns the doubts in a part of the signal.
  /// - Parameter part: In samples.
  func count(in part: Range<Double>) -> BeatCount {
    func sum(_ marks: [(sample: Double, chance: Double)]) -> Double {
      marks.reduce(0) { part.contains($1.sample) ? $0 + $1.chance : $0 }
    }
    var result = BeatCount()
    (result.leftOut, result.flat, result.clutter) = (sum(leftOut), sum(flat), clutter)
    return result
  }
}

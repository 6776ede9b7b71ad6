import Simulation
import VideoFrames

/// How much of a picture changes.
enum PictureExtent {
  /// All of it, more here than there: a finger by how its blood is spread, a wall by how a lamp shines on it.
  case whole

  /// A part of it, or its texture.
  case part

  /// The one or the other.
  case any

  /// Returns how much the unevenness of a picture changes over how much its brightness does.
  private func unevenness(_ draw: inout Draw) -> Double {
    let isPart = self == .part || self == .any && draw.one(of: [0, 1]) == 1
    let share = draw.between(0.02, 0.7)
    let whole = draw.one(of: [0.3, 0.3, 0.3, 0.3, 1]) * draw.normal()
    return isPart ? ((1 - share) / share).squareRoot() * draw.one(of: [-1, 1]) : whole
  }

  /// Lets the unevenness of each picture that is as even as a finger's follow its brightness, by where its light
  /// is and by its spread.
  func follow(_ samples: inout [ColorSample], _ draw: inout Draw) {
    let (unevenness, noise) = (unevenness(&draw), draw.between(0.00003, 0.001))
    let levels = samples.map(\.color.highest)
    let mean = max(levels.reduce(0, +) / Double(max(levels.count, 1)), 1)
    let (still, way) = (draw.terms(), draw.terms())
    let slope = way * (draw.evenly(0.3, 1) / (way * way).sum().squareRoot())
    let spreading = draw.evenly(0, 1)
    for (index, level) in levels.enumerated() {
      guard let spread = samples[index].spread, spread < 0.1 else { continue }
      let change = unevenness * (level / mean - 1)
      samples[index].spread = min(max(spread + spreading * change + noise * draw.normal(), 0), 0.24)
      samples[index].pattern = LightPattern(
        terms: still * 0.05 + slope * change + draw.terms() * noise)
    }
  }
}

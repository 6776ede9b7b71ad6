import Glibc
import Testing

/// A sensor under a finger: the level that it shows for an exposure and a gain, some frames later.
struct SimulatedSensor: Sendable, CustomTestStringConvertible {
  var name: String

  /// The level at exposure 100 and gain 0, before gamma.
  var light: Double
  var gamma = 1.0
  var delay = 2
  var noise = 0.0

  /// The number of neighboring exposures that give the same level.
  var coarseness = 1

  /// The share of the difference to a new level that each frame makes up.
  var pace = 1.0

  /// How unevenly the finger is lit, as a share of the mean: its brighter part clips earlier.
  var unevenness = 0.1

  private var queue: [Double] = []
  private var shown: Double?
  private var random: UInt64 = 88_172_645_463_325_252

  init(
    _ name: String, light: Double, gamma: Double = 1, delay: Int = 2, noise: Double = 0,
    coarseness: Int = 1, pace: Double = 1, unevenness: Double = 0.1
  ) {
    self.name = name
    self.light = light
    self.gamma = gamma
    self.delay = delay
    self.noise = noise
    self.coarseness = coarseness
    self.pace = pace
    self.unevenness = unevenness
  }

  var testDescription: String { name }

  func level(exposure: Int, gain: Int) -> Double {
    let exposure = Double(max(1, exposure / coarseness * coarseness))
    let linear = light * exposure / 100 * (1 + Double(gain) / 25)
    return 255 * pow(linear / 255, 1 / gamma)
  }

  mutating func frame(exposure: Int, gain: Int) -> (level: Double, clipped: Double) {
    queue.append(level(exposure: exposure, gain: gain))
    let target = queue.count > delay ? queue[queue.count - 1 - delay] : queue[0]
    let before = shown ?? target
    shown = before + (target - before) * pace
    random ^= random << 13
    random ^= random >> 7
    random ^= random << 17
    let level = (shown ?? 0) + noise * (Double(random % 2001) / 1000 - 1)
    // Evenly spread levels from below to above the mean: those above 255 are clipped.
    let top = level * (1 + unevenness)
    let clipped = top > 255 ? min(1, (top - 255) / (2 * unevenness * level)) : 0
    return (min(level, 255), clipped)
  }
}

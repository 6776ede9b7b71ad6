import Glibc
import Simulation

/// The light before the lens: a fingertip with a known pulse, or a scene without one.
struct FingerLight {
  enum Scene: String, CaseIterable {
    case finger

    /// A finger in a third of that light, so that an exposure that keeps the frame rate is too short.
    case dim
    case nofinger
    case dark

    /// The light without the pulse, as levels of 255 at the usual exposure.
    var levels: SIMD4<Double> {
      switch self {
      case .finger: SIMD4(210, 60, 45, 0)
      case .dim: SIMD4(70, 20, 15, 0)
      case .nofinger: SIMD4(90, 86, 80, 0)
      case .dark: SIMD4(1.5, 1.2, 1.4, 0)
      }
    }

    var hasPulse: Bool { self == .finger || self == .dim }
  }

  /// The time in which a finger comes or goes, in seconds.
  private static let change = 0.2
  /// The length of the pulse signal that is made at once, in seconds.
  private static let duration = 3600.0

  /// The beats' times, in seconds from the first frame.
  let beats: [SimulatedBeat]
  private let perfusion: SIMD4<Double>
  private let strength: Double
  private var waveform: PulseWaveform
  private var scene: Scene
  private var previous: Scene
  private var changedAt = -Double.infinity

  /// - Parameters:
  ///   - perfusion: The pulse's amplitude over the level of green; red has two fifths of it, blue half.
  ///   - strength: The factor of all light.
  init(
    _ heart: HeartRateProfile, scene: Scene, perfusion: Double, strength: Double, seed: UInt64
  ) {
    var generator = SeededGenerator(seed: seed)
    beats = heart.beats(duration: Self.duration, using: &generator)
    waveform = PulseWaveform(beats: beats)
    self.perfusion = SIMD4(0.4, 1, 0.5, 0) * perfusion
    self.strength = strength
    self.scene = scene
    previous = scene
  }

  mutating func change(to scene: Scene, at time: Double) {
    (previous, self.scene, changedAt) = (self.scene, scene, time)
  }

  /// How much of the view is a room instead of a finger or darkness, from 0 to 1.
  func texture(at time: Double) -> Double {
    let share = share(at: time)
    return (previous == .nofinger ? 1 - share : 0) + (scene == .nofinger ? share : 0)
  }

  private func share(at time: Double) -> Double {
    min(max((time - changedAt) / Self.change, 0), 1)
  }

  /// Returns red, green and blue as shares of the sensor's range at the usual exposure.
  /// - Parameter time: The time in seconds, which must not decrease between calls.
  mutating func radiance(at time: Double) -> SIMD4<Double> {
    let pulse =
      1 - perfusion * waveform.volume(at: time.truncatingRemainder(dividingBy: Self.duration))
    func light(_ scene: Scene) -> SIMD4<Double> {
      scene.levels / 255 * (scene.hasPulse ? pulse : SIMD4(repeating: 1))
    }
    let share = share(at: time)
    return strength * (light(previous) * (1 - share) + light(scene) * share)
  }
}

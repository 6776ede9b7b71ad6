import Glibc

/// The disturbances of a scenario, which make a camera's light look like a pulse, or hide one.
///
/// Each is off at zero. They act on the light of a scene, with a pulse or without one.
public struct Disturbances: Sendable, Equatable {
  /// The jump of each color at a codec's key frame, in levels. Jumps differ in size from one to the
  /// next, as a rate control leaves them, and decay until the next one.
  public var keyFrameJump = SIMD4<Double>.zero

  /// The frames from one key frame to the next.
  public var keyFramePeriod = 30

  /// The standard deviation of the error that an encoder leaves in each frame's mean, in levels.
  public var encodingNoise = 0.0

  /// The height of the steps of an automatic exposure that hunts, as a share of the level of all
  /// colors.
  public var exposureHunting = 0.0

  /// The height of the steps of an automatic white balance that hunts: red one way, blue the other.
  public var whiteBalanceHunting = 0.0

  /// The cycles of a hunting exposure or white balance, a minute.
  public var huntingRate = 40.0

  /// The standard deviation of a slow sway of the light, as a share of the level. It has a breath's
  /// course, with strong harmonics. All colors have it, blue and green up to a third more than red.
  public var slowSway = 0.0

  /// The breaths or sways per minute.
  public var slowSwayRate = 18.0

  /// The standard deviation of the light of a finger that moves without a rhythm, as a share of the
  /// level. All colors have about the same.
  public var movement = 0.0

  /// The standard deviation of the light that a rhythmic movement such as a walk changes, as a share
  /// of the level: the same in all colors.
  public var cadence = 0.0

  /// The steps per minute.
  public var cadenceRate = 110.0

  /// The standard deviation of a brightness that pulsates smoothly, as a share of the level: water,
  /// a lamp, a shadow.
  public var ripple = 0.0

  /// The waves of that brightness per minute.
  public var rippleRate = 70.0

  /// The course of each wave.
  public var rippleShape = RippleShape.wave

  /// The unevenness of the waves: 0 is exactly in time, as a program makes them.
  public var rippleUnevenness = 1.0

  /// The share of each color in it.
  public var rippleColor = SIMD4<Double>(1, 1, 1, 0)

  /// The stalls a minute in which a busy phone loses three to ten frames in a row.
  public var stallsPerMinute = 0.0

  /// Creates no disturbance.
  public init() {}

  /// The course of one wave of a brightness that pulsates.
  public enum RippleShape: String, Sendable, CaseIterable {
    /// A sinusoid with a little of its first harmonic.
    case wave

    /// A sinusoid.
    case sine

    /// It rises and falls evenly.
    case triangle

    /// It rises evenly for a fifth of the time, then falls evenly.
    case sawtooth

    /// The exponential of a sinusoid: a lamp that "breathes".
    case breathing

    /// It is on for a third of the time, with edges of a twentieth.
    case blink

    /// A heart's beat, with its dicrotic wave.
    case beat

    /// Returns the value, around 0 with a standard deviation near 1, after a number of waves.
    package func value(of turns: Double) -> Double { value(turns - turns.rounded(.down)) }

    /// Returns the value, around 0 with a standard deviation near 1, after a share of a wave.
    func value(_ share: Double) -> Double {
      switch self {
      case .wave, .sine: 2.0.squareRoot() * sin(2 * .pi * share)
      case .triangle: 1.73 * (1 - 4 * abs(share - 0.5))
      case .sawtooth: 1.73 * (share < 0.2 ? 10 * share - 1 : 1 - 2.5 * (share - 0.2))
      case .breathing: 1.2 * (exp(sin(2 * .pi * share)) - 1.266)
      case .blink:
        2.1 * (min(max(min(share / 0.05, (0.38 - share) / 0.05), 0), 1) - 0.33)
      case .beat:
        3
          * (exp(-0.5 * pow((share - 0.15) / 0.07, 2))
            + 0.4 * exp(-0.5 * pow((share - 0.45) / 0.1, 2)) - 0.275)
      }
    }
  }
}

/// The disturbances of one recording, drawn once and then a function of time.
struct DisturbanceCourse: Sendable {
  private struct Oscillation: Sendable {
    let phase: Double
    let harmonics: [(amplitude: Double, phase: Double)]
    let wander: [(frequency: Double, phase: Double)]

    /// Returns how far the phase is from even at a time, in turns.
    private func wandering(at time: Double) -> Double {
      wander.reduce(0) { $0 + 0.03 * sin(2 * .pi * $1.frequency * time + $1.phase) }
    }

    /// Returns the value of a wave of another shape at a number of turns.
    func value(
      _ turns: Double, at time: Double, shape: Disturbances.RippleShape, unevenness: Double
    ) -> Double {
      let turns = turns + phase + unevenness * wandering(at: time)
      return shape.value(of: turns)
    }

    /// Returns the value at a number of turns, with a standard deviation of about 1.
    func value(_ turns: Double, at time: Double) -> Double {
      let wandering = wandering(at: time)
      var value = 0.0
      for (index, harmonic) in harmonics.enumerated() {
        value +=
          harmonic.amplitude
          * sin(2 * .pi * Double(index + 1) * (turns + phase + wandering) + harmonic.phase)
      }
      return value
    }
  }

  private let disturbances: Disturbances
  private let frameRate: Double
  private let seed: UInt64
  private let sway: Oscillation
  private let cadence: Oscillation
  private let ripple: Oscillation
  private let movement: [(frequency: Double, phase: Double)]
  private let movementTint: SIMD4<Double>
  private let swayTint: SIMD4<Double>
  private let jumpDecay: Double
  private let stalls: [(start: Double, frames: Int)]

  init(_ scenario: Scenario) {
    disturbances = scenario.disturbances
    frameRate = scenario.frameRate
    seed = scenario.seed ^ 0xD157_0B5E
    var generator = SeededGenerator(seed: seed)
    func oscillation(_ amplitudes: [Double]) -> Oscillation {
      let power = amplitudes.reduce(0) { $0 + $1 * $1 / 2 }
      return Oscillation(
        phase: generator.uniform(),
        harmonics: amplitudes.map { ($0 / power.squareRoot(), generator.uniform() * 2 * .pi) },
        wander: (0..<3).map { _ in
          (0.02 + 0.1 * generator.uniform(), generator.uniform() * 2 * .pi)
        })
    }
    // A breath rises faster than it falls, and a hand's sway stops and goes.
    sway = oscillation([1, 0.7, 0.5, 0.25])
    cadence = oscillation([1, 0.4, 0.15])
    ripple = oscillation([1, 0.15])
    movement = (0..<12).map { _ in
      (0.2 * pow(15, generator.uniform()), generator.uniform() * 2 * .pi)
    }
    movementTint = SIMD4(1, 1 + 0.1 * generator.normal(), 1 + 0.1 * generator.normal(), 0)
    swayTint = SIMD4(1, 1 + 0.3 * generator.uniform(), 1 + 0.3 * generator.uniform(), 0)
    jumpDecay = 0.1 * pow(8, generator.uniform())
    let count = Int((disturbances.stallsPerMinute * scenario.duration / 60).rounded(.up))
    stalls = (0..<count).map { _ in
      (generator.uniform() * scenario.duration, 3 + Int(generator.uniform() * 8))
    }
  }

  /// Returns whether a stall loses the frame at a time.
  func isLost(at time: Double) -> Bool {
    stalls.contains { $0.start <= time && time < $0.start + Double($0.frames) / frameRate }
  }

  /// Returns the factor by which each color's light changes.
  func factor(at time: Double) -> SIMD4<Double> {
    var factor = SIMD4<Double>(1, 1, 1, 1)
    if disturbances.slowSway > 0 {
      let value = sway.value(time * disturbances.slowSwayRate / 60, at: time)
      factor *= 1 + swayTint * (disturbances.slowSway * value)
    }
    if disturbances.cadence > 0 {
      factor *=
        1 + disturbances.cadence * cadence.value(time * disturbances.cadenceRate / 60, at: time)
    }
    if disturbances.ripple > 0 {
      let turns = time * disturbances.rippleRate / 60
      let value =
        disturbances.rippleShape == .wave
        ? ripple.value(turns, at: time)
        : ripple.value(
          turns, at: time, shape: disturbances.rippleShape,
          unevenness: disturbances.rippleUnevenness)
      factor *= 1 + disturbances.rippleColor * (disturbances.ripple * value)
    }
    if disturbances.movement > 0 {
      let scale = (2 / Double(movement.count)).squareRoot()
      let value = movement.reduce(0) { $0 + sin(2 * .pi * $1.frequency * time + $1.phase) }
      let change = disturbances.movement * scale * value
      factor *= max(0.05, 1 + change) * (1 + (movementTint - 1) * change)
    }
    if disturbances.exposureHunting > 0 {
      factor *= 1 + disturbances.exposureHunting * hunting(at: time, kind: 1)
    }
    if disturbances.whiteBalanceHunting > 0 {
      let step = disturbances.whiteBalanceHunting * hunting(at: time, kind: 2)
      factor *= SIMD4(1 + step, 1, 1 - step, 1)
    }
    return factor
  }

  /// Returns the levels that encoding adds to a frame.
  /// - Parameter frame: The number of the frame among those that were kept.
  func encodingError(ofFrame frame: Int) -> SIMD4<Double> {
    var error = SIMD4<Double>.zero
    let period = max(disturbances.keyFramePeriod, 1)
    if disturbances.keyFrameJump != .zero {
      var generator = SeededGenerator(seed: seed &+ 77 &+ UInt64(frame / period) &* 7919)
      let decay = exp(-Double(frame % period) / (jumpDecay * Double(period)))
      for lane in 0..<3 {
        error[lane] = disturbances.keyFrameJump[lane] * (1 + 0.4 * generator.normal()) * decay
      }
    }
    if disturbances.encodingNoise > 0 {
      var generator = SeededGenerator(seed: seed &+ 991 &+ UInt64(frame) &* 104_729)
      for lane in 0..<3 { error[lane] += disturbances.encodingNoise * generator.normal() }
    }
    return error
  }

  /// Returns whether a frame is one of the codec's key frames.
  func isKeyFrame(_ frame: Int) -> Bool { frame % max(disturbances.keyFramePeriod, 1) == 0 }

  /// Follows a control loop that overshoots: it holds a value for a third of a cycle or so, then goes to the
  /// next within two frames. The cycles' lengths and heights vary by a tenth.
  private func hunting(at time: Double, kind: UInt64) -> Double {
    let turns = time * disturbances.huntingRate / 60
    let cycle = Int(turns.rounded(.down))
    var generator = SeededGenerator(seed: seed &+ kind &* 613 &+ UInt64(cycle) &* 15_485_863)
    let (height, length) = (1 + 0.1 * generator.normal(), 0.1 * generator.normal())
    let part = turns - Double(cycle)
    let edge = 2 / frameRate * disturbances.huntingRate / 60
    let rise = min(max((part - 0.1) / edge, 0), 1)
    let half = min(max((part - 0.5 - length) / edge, 0), 1)
    let fall = min(max((part - 0.75) / edge, 0), 1)
    return height * (rise - 0.5 * half - 0.5 * fall - 0.5)
  }
}

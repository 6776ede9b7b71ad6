import Glibc

/// All changes of a recording's light other than the pulse, drawn once and then a function of time.
struct LightCourse: Sendable {
  private struct Wave: Sendable {
    let frequency, phase, amplitude: Double

    func value(at time: Double) -> Double {
      amplitude * sin(2 * .pi * frequency * time + phase)
    }
  }

  private struct Burst: Sendable {
    let start, end: Double
    let waves: [Wave]

    /// Fades in and out within the burst.
    func value(at time: Double) -> Double {
      guard start < time, time < end else { return 0 }
      let envelope = sin(.pi * (time - start) / (end - start))
      return envelope * waves.reduce(0) { $0 + $1.value(at: time) }
    }
  }

  private let scenario: Scenario
  private let drift: [Wave]
  private let sway: [Wave]

  /// A face's movement to the side, up and down, how it turns in the light, and how much of it shines.
  private let face: [[Wave]]

  /// The share of each color in the light that changes as a face moves: lamps and walls have colors.
  private let tint: SIMD4<Double>
  private let bursts: [Burst]
  private let steps: [(time: Double, factor: Double)]
  private let noiseSeed: UInt64

  init(_ scenario: Scenario, using generator: inout SeededGenerator) {
    self.scenario = scenario
    func waves(
      _ count: Int, _ frequencies: ClosedRange<Double>, _ amplitude: Double,
      _ generator: inout SeededGenerator
    ) -> [Wave] {
      (0..<count).map { _ in
        Wave(
          frequency: frequencies.lowerBound
            + generator.uniform() * (frequencies.upperBound - frequencies.lowerBound),
          phase: generator.uniform() * 2 * .pi,
          amplitude: amplitude * (2 / Double(count)).squareRoot())
      }
    }
    drift = waves(4, 0.02...0.15, scenario.drift, &generator)
    sway = waves(8, 0.1...2, 0.05, &generator)
    let burstCount = Int((scenario.motionBurstsPerMinute * scenario.duration / 60).rounded(.up))
    bursts = (0..<burstCount).map { _ in
      let start = generator.uniform() * scenario.duration
      let length = 1 + generator.uniform()
      return Burst(start: start, end: start + length, waves: waves(5, 0.5...5, 0.06, &generator))
    }
    let stepCount = Int((scenario.exposureStepsPerMinute * scenario.duration / 60).rounded(.up))
    steps = (0..<stepCount).map { _ in
      (generator.uniform() * scenario.duration, 1 + 0.1 * (2 * generator.uniform() - 1))
    }
    noiseSeed = generator.next()
    guard scenario.scene == .face else {
      (face, tint) = ([], SIMD4(1, 1, 1, 1))
      return
    }
    tint = SIMD4(
      1 + 0.03 * generator.normal(), 1 + 0.03 * generator.normal(), 1 + 0.03 * generator.normal(), 1
    )
    // People sway slowly, and nod as fast as hearts beat.
    face = (0..<4).map { _ in
      waves(3, 0.1...0.6, 0.8 * scenario.sway, &generator)
        + waves(5, 0.6...3, 0.6 * scenario.sway, &generator)
    }
  }

  /// Returns the factor for the finger's light: drift, exposure, movement.
  func gain(at time: Double) -> Double {
    var gain = 1 + drift.reduce(0) { $0 + $1.value(at: time) }
    // Automatic exposure settles within a third of a second.
    for step in steps { gain *= 1 + (step.factor - 1) * Self.ramp(time - step.time, over: 0.33) }
    return gain * (1 + bursts.reduce(0) { $0 + $1.value(at: time) })
  }

  /// Returns the factors for the colors of a face as it turns in the light.
  func shading(at time: Double) -> SIMD4<Double> {
    SIMD4(1, 1, 1, 1) + tint * faceCourse(2, at: time)
  }

  /// Returns the levels that light thrown back by the skin's surface adds: it has the lamp's color,
  /// not the skin's, and has seen no blood.
  func gloss(at time: Double) -> SIMD4<Double> {
    guard scenario.scene == .face else { return .zero }
    return SIMD4(1, 1, 1, 0) * (0.5 * scenario.levels[1] * faceCourse(3, at: time))
  }

  private func faceCourse(_ index: Int, at time: Double) -> Double {
    index < face.count ? face[index].reduce(0) { $0 + $1.value(at: time) } : 0
  }

  /// Returns 0 for a finger on the lens, up to 1 for none; lifting takes a fifth of a second.
  func fingerOffShare(at time: Double) -> Double {
    scenario.fingerOff.reduce(0) { share, absence in
      max(
        share,
        min(
          Self.ramp(time - absence.lowerBound, over: 0.2),
          Self.ramp(absence.upperBound - time, over: 0.2)))
    }
  }

  /// Returns the mean levels of the scene where no finger is.
  /// - Parameter frame: The number of the frame among those that were kept.
  func sceneLevels(at time: Double, frame: Int) -> SIMD4<Double> {
    let gray = SIMD4<Double>(118, 112, 104, 0)
    switch scenario.scene {
    case .finger, .face, .still: return gray
    case .moving: return gray * (1 + 0.6 * sway.prefix(4).reduce(0) { $0 + $1.value(at: time) })
    case .noise:
      var generator = SeededGenerator(seed: noiseSeed &+ time.bitPattern)
      let noise = SIMD4(generator.normal(), generator.normal(), generator.normal(), 0)
      return gray + noise * 4
    case .dark: return SIMD4(1.5, 1.2, 1.4, 0)
    // So much that the corners are white too, however dark the vignette makes them.
    case .saturated: return SIMD4(10_000, 10_000, 10_000, 0)
    case .flicker:
      // 100 flashes per second seen at the frame rate: the remainder after folding, slowly wandering.
      let folded = 0.15 + 0.05 * sin(2 * .pi * 0.05 * time)
      return gray * (1 + 0.02 * sin(2 * .pi * folded * time))
    case .ramp: return gray * (0.6 + 0.8 * time / max(scenario.duration, 1e-9))
    case .comb:
      let period = max(1, Int((scenario.keyFrameInterval * scenario.frameRate).rounded()))
      let sinceKeyFrame = Double(frame % period) / scenario.frameRate
      return gray + SIMD4(repeating: 0.4 * exp(-sinceKeyFrame / 0.4))
    }
  }

  /// Returns how far a moving scene or a face has swayed, in picture widths.
  func sceneOffset(at time: Double) -> (x: Double, y: Double) {
    if scenario.scene == .face { return (faceCourse(0, at: time), faceCourse(1, at: time)) }
    guard scenario.scene == .moving else { return (0, 0) }
    return (
      sway.prefix(4).reduce(0) { $0 + $1.value(at: time) },
      sway.suffix(4).reduce(0) { $0 + $1.value(at: time) }
    )
  }

  private static func ramp(_ time: Double, over duration: Double) -> Double {
    min(max(time / duration, 0), 1)
  }
}

import Glibc
public import VideoFrames

/// One run of a scenario: its beats, and the camera's view at each frame.
public struct SimulatedRecording: Sendable {
  /// The content of a frame.
  struct Frame: Sendable {
    /// Seconds since the recording's start.
    let time: Double

    /// Red, green, blue in the middle of the picture, before the sensor's noise and limits.
    let levels: SIMD4<Double>

    /// The share of the picture that is a textured scene rather than a finger, from 0 to 1.
    let sceneShare: Double

    /// The position to which the scene or the face has moved, in picture widths.
    let offset: (x: Double, y: Double)
  }

  /// The simulated scenario.
  public let scenario: Scenario

  /// Beats of the whole recording and a little beyond; empty if no skin is in the picture.
  public let beats: [SimulatedBeat]

  /// The phase of breathing at the start, in radians.
  private let breathingPhase: Double

  let frames: [Frame]

  /// Simulates a scenario; the same one always gives the same recording.
  public init(_ scenario: Scenario) {
    self.scenario = scenario
    var generator = SeededGenerator(seed: scenario.seed)
    let hasPulse = scenario.scene == .finger || scenario.scene == .face
    let heart = scenario.heart
    let course =
      hasPulse ? heart.course(duration: scenario.duration, using: &generator) : ([], 0)
    beats = course.0
    let breathingPhase = course.1
    self.breathingPhase = breathingPhase
    let light = LightCourse(scenario, using: &generator)
    var pulse = PulseWaveform(beats: beats, shape: scenario.waveform, hills: scenario.hills)
    let disturbance = DisturbanceCourse(scenario)
    let times = Self.frameTimes(of: scenario, using: &generator).filter {
      !disturbance.isLost(at: $0)
    }
    frames = times.enumerated().map { index, time in
      let breath = hasPulse ? heart.breath(at: time, phase: breathingPhase) : 0
      let gain = light.gain(at: time) * (1 + scenario.breathingLight * breath)
      // More blood, less light.
      let volume = hasPulse ? pulse.volume(at: time) : 0
      let absorption = SIMD4<Double>(repeating: 1) - scenario.perfusion * volume
      let off = light.fingerOffShare(at: time)
      let lit =
        scenario.levels * absorption * gain * light.shading(at: time) + light.gloss(at: time)
      let scene = light.sceneLevels(at: time, frame: index)
      let away = hasPulse ? off : 1
      let clean = lit * (1 - away) + scene * away
      return Frame(
        time: time,
        levels: clean * disturbance.factor(at: time) + disturbance.encodingError(ofFrame: index),
        sceneShare: scenario.scene.isTextured ? 1 : (hasPulse ? off : 0),
        offset: light.sceneOffset(at: time))
    }
  }

  /// Returns the color signal of a camera whose sensor averages `pixels` pixels: means with their
  /// noise. For a face it is that of the skin.
  public func colorSamples(pixels: Int = 100_000) -> [ColorSample] {
    var generator = SeededGenerator(seed: scenario.seed ^ 0x5151)
    let deviation = scenario.sensorNoise / Double(max(pixels, 1)).squareRoot()
    let isFace = scenario.scene == .face
    return frames.map { frame in
      var levels = frame.levels
      for lane in 0..<3 {
        levels[lane] = min(max(levels[lane] + deviation * generator.normal(), 0), 255)
      }
      return ColorSample(
        time: frame.time, red: levels[0], green: levels[1], blue: levels[2],
        spread: isFace ? Self.faceSpread : frame.sceneShare * 0.5 + 0.05,
        skinShare: isFace ? FaceRenderer.share : nil)
    }
  }

  /// The unevenness of a picture with a face in it.
  private static let faceSpread = 0.4

  /// Returns the mean heart rate between two moments, in beats per minute, with fractions of beats
  /// at both ends; `nil` if there are no beats.
  public func heartRate(from start: Double, to end: Double) -> Double? {
    guard let first = phase(at: start), let last = phase(at: end), end > start else { return nil }
    return 60 * (last - first) / (end - start)
  }

  /// The moments within the recording at which breathing makes the heart beat fastest, in seconds; empty
  /// if no skin is in the picture.
  public var breathTimes: [Double] {
    guard !beats.isEmpty, scenario.heart.breathingRate > 0 else { return [] }
    let period = 60 / scenario.heart.breathingRate
    let first = (0.25 - breathingPhase / (2 * .pi)) * period
    let count = Int((scenario.duration / period).rounded(.up)) + 2
    return (0...count).map { first + Double($0) * period }.filter {
      (0..<scenario.duration).contains($0)
    }
  }

  private func phase(at time: Double) -> Double? {
    guard let next = beats.firstIndex(where: { $0.time > time }), next > 0 else { return nil }
    let before = beats[next - 1]
    return Double(next - 1) + (time - before.time) / before.interval
  }

  private static func frameTimes(
    of scenario: Scenario, using generator: inout SeededGenerator
  ) -> [Double] {
    let count = Int((scenario.duration * scenario.frameRate).rounded())
    var last = -1.0
    return (0..<count).compactMap { index in
      let jitter = index == 0 ? 0 : scenario.timeJitter * generator.normal()
      let isDropped = index > 0 && generator.uniform() < scenario.droppedShare
      // Frames keep their order and a tenth of their distance, however they jitter.
      let time = max(
        (Double(index) + jitter) / scenario.frameRate, last + 0.1 / scenario.frameRate)
      guard !isDropped else { return nil }
      last = time
      return time
    }
  }
}

extension Scenario.Scene {
  var isTextured: Bool { self == .still || self == .moving }
}

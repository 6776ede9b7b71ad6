/// Everything that one simulated recording is made of.
public struct Scenario: Sendable, Equatable {
  /// The scene in front of the camera.
  public enum Scene: String, Sendable, CaseIterable {
    /// A lit fingertip on the lens.
    case finger

    /// A face before a wall, seen from afar: the only other scene with a pulse.
    case face

    /// A textured room where nothing moves.
    case still

    /// A textured room that drifts and sways.
    case moving

    /// An even gray with noise far above a pulse.
    case noise

    /// There is hardly any light.
    case dark

    /// Every pixel at the top of its range.
    case saturated

    /// An even gray under a lamp whose flicker beats slowly against the frame rate.
    case flicker

    /// A brightness that only rises.
    case ramp

    /// An even gray that jumps with every key frame.
    case comb
  }

  /// The scene in front of the camera.
  public var scene = Scene.finger

  /// The rate and rhythm of the heart.
  public var heart = HeartRateProfile(.constant(72))

  /// The seed of all that is random.
  public var seed: UInt64 = 1

  /// The length in seconds.
  public var duration = 30.0

  /// Frames per second.
  public var frameRate = 30.0

  /// The standard deviation of frame times, as a share of the frame interval.
  public var timeJitter = 0.0

  /// The share of frames that are missing.
  public var droppedShare = 0.0

  /// Mean levels of red, green, blue (0 to 255) in the middle of the picture.
  public var levels = SIMD4<Double>(210, 60, 45, 0)

  /// Pulse height over level for red, green, blue: the perfusion index over 100.
  public var perfusion = SIMD4<Double>(0.012, 0.03, 0.015, 0)

  /// The standard deviation of each pixel, in levels.
  public var sensorNoise = 3.0

  /// The relative change of the light by breathing, as blood in the veins comes and goes.
  public var breathingLight = 0.0

  /// The standard deviation of slow changes of the light, as a share of the level.
  public var drift = 0.01

  /// Jumps of the exposure per minute, each by up to a tenth.
  public var exposureStepsPerMinute = 0.0

  /// Bursts of movement per minute, each of one to two seconds.
  public var motionBurstsPerMinute = 0.0

  /// The movement of a face, as the standard deviation of its place in picture widths. The light on
  /// it, its gloss and its shadows change with that, by as large a share of the level.
  public var sway = 0.01

  /// Seconds between the key frames that show in a comb.
  public var keyFrameInterval = 1.0

  /// Seconds in which the finger is off the lens.
  public var fingerOff: [Range<Double>] = []

  /// The darkness of the corners relative to the middle, from 0 to 1.
  public var vignetting = 0.35

  /// The shape of a beat.
  public var waveform = PulseWaveform.Shape.usual

  /// Two hills in place of that shape, which keep their times at every rate.
  public var hills: PulseWaveform.TwoHills?

  /// The disturbances that make the light look like a pulse, or hide one.
  public var disturbances = Disturbances()

  /// Creates a clean recording of a fingertip.
  public init() {}

  /// Creates a scene with its defaults: a finger lit by a torch, or a face under a lamp, whose
  /// pulse is far weaker and differs between the colors as de Haan and van Leest 2014 found it
  /// (normalized blood-volume vector 0.33, 0.77, 0.53).
  public init(_ scene: Scene) {
    self.scene = scene
    guard scene == .face else { return }
    levels = SIMD4(186, 132, 112, 0)
    perfusion = SIMD4(0.33, 0.77, 0.53, 0) * (0.004 / 0.77)
  }
}

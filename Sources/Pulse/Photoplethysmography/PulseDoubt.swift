/// The strongest doubt about a rate that is not reported.
public enum PulseDoubt: String, Sendable, CaseIterable, Codable {
  /// All colors change alike, as light, or against each other, as a white balance.
  case light

  /// The jumps of a codec's key frames.
  case encoder

  /// The level changes more than blood changes it, or slowly, or in steps of movement.
  case movement

  /// Only a part of the picture changes, or its texture.
  case part

  /// A wave without a pulse's shape: it rises as slowly as it falls.
  case shape

  /// Another rhythm is as strong: the steps of a walk, a lamp.
  case rhythms

  /// The beats are too unlike each other or too uneven: noise has as much.
  case noise

  /// There are more or fewer upstrokes than beats, or every second beat is missed.
  case beats
}

extension PulseDoubt {
  /// The argument against the rate, as the end of a sentence, and advice for a person.
  public var explanation: String {
    switch self {
    case .light:
      "all colors change alike or against each other, as light and a camera's settings do: cover the lens, and keep light and exposure steady"
    case .encoder:
      "it keeps to the encoder's key frames: record at a higher bitrate, or with another program"
    case .movement: "the light changes by more than blood can change it: hold still"
    case .part:
      "only a part of the picture changes: cover all of the lens with a fingertip, and keep what moves away"
    case .shape:
      "it rises as slowly as it falls, as lamps and movement do: cover the lens with a fingertip"
    case .rhythms: "another rhythm is as strong, as of steps or of a lamp: stand still"
    case .noise:
      "the beats are hardly clearer than noise: more light, less pressure, a warmer finger"
    case .beats:
      "there are more or fewer upstrokes than beats: a longer recording shows which rate is right"
    }
  }
}

extension PulseFeature {
  /// The doubt that it raises if it speaks against a rate.
  var doubt: PulseDoubt {
    switch self {
    case .lightOfThree, .lightOfTwo, .brightness, .greenLead, .redBlue, .greenBlue, .projected,
      .greenRest, .removedLight:
      .light
    case .comb, .foldedJump, .keyFrames, .jump: .encoder
    case .movement, .slowExcess, .disturbed: .movement
    case .rival: .rhythms
    case .unevenness: .part
    case .skewness, .roundness: .shape
    case .earlyRise, .lateRise, .addedRise, .addedDelay, .earlyShare,
      .leftOut, .flat, .contrary, .clutter, .difference, .otherDoubt, .doubtedRate,
      .doubtedRoundness, .advantage, .rateRatio, .likenessGain, .otherLateRise, .otherSpread:
      .beats
    case .strength, .likeness, .clearness, .detrendedLikeness, .margin, .intervalChange,
      .intervalSpread, .rateChange, .firstRate, .lengthening, .rate, .disagreeing:
      .noise
    }
  }
}

/// The rate that a window without a reported one most likely has.
public struct RefusedRate: Sendable, Equatable, Codable {
  /// The rate in beats per minute.
  public var beatsPerMinute: Double

  /// The chance that it lies within 5 beats per minute of the truth.
  public var chance: Double

  /// The strongest argument against it.
  public var against: PulseDoubt

  /// The upstrokes of its beats in seconds on the source's clock.
  public var beats: [Double] = []

  /// The course of each color over the interval; in a long one, over its part with the highest chance.
  public var courses: [Course] = []

  /// When `courses` start, in seconds on the source's clock.
  public var start = 0.0

  /// The changes of a color around its trend.
  public struct Course: Sendable, Equatable, Codable {
    /// The color, or the combination of colors.
    public var channel: ColorChannel

    /// At `HeartRateMonitor.sampleRate`, in percent of the color's level. A combination, and the remainder
    /// without the light that all colors share, have no level: they are scaled to a root mean square of 1.
    public var values: [Float]

    /// Whether the values are shares of a level.
    public var isShareOfLevel: Bool
  }
}

/// The reason why an interval has no heart rate.
public enum RefusalReason: String, Sendable, CaseIterable, Codable {
  /// There are fewer seconds of signal than a rate needs.
  case tooShort = "too_short"

  /// The undamaged part of a recording is too short; the signal alone cannot show that.
  case damaged

  /// The frames' times have gaps.
  case irregularTimestamps = "irregular_timestamps"

  /// The camera takes fewer than eight frames per second, or too few for so fast a pulse.
  case tooFewFrames = "too_few_frames"

  /// Frames repeat the picture before, as encoders do to save bits, so that a pulse cannot be followed.
  case repeatedPictures = "repeated_pictures"

  /// Hardly any light reaches the sensor.
  case tooDark = "too_dark"

  /// The picture is at the top of its range, so a pulse cannot show.
  case clipped

  /// The picture is uneven, as without a finger on the lens.
  case noFinger = "no_finger"

  /// Hardly any pixel has the color of skin.
  case noSkin = "no_skin"

  /// One of the three colors is dark, or all are the same, so they cannot be combined.
  case colorMissing = "color_missing"

  /// The light changes by far more than a pulse: the finger or the camera moved.
  case motion

  /// There are beats, more than 220 per minute.
  case tooFast = "too_fast"

  /// There are beats, fewer than 28.5 per minute: slower rhythms are breathing.
  case tooSlow = "too_slow"

  /// The light is steady and good, but has no beats.
  case noPulse = "no_pulse"
}

extension RefusalReason {
  /// A sentence for a person: the fault and advice.
  public var advice: String {
    switch self {
    case .tooShort: "too short for a rate: record at least 5 seconds"
    case .damaged: "damaged: too little of it can be read; copy it again from where it was recorded"
    case .irregularTimestamps: "frames are missing or their times are wrong"
    case .tooFewFrames: "too few frames per second: record with 15 or more"
    case .repeatedPictures: "pictures repeat: record at a higher bitrate, or with another program"
    case .tooDark: "too dark: turn on a light behind the finger"
    case .clipped: "too bright: lower the exposure or press less on the light"
    case .noFinger: "no finger: cover the whole lens with a fingertip"
    case .noSkin: "no skin: light the face with white light, or choose another part of the picture"
    case .colorMissing: "a color is missing: white light and a color picture are needed"
    case .motion: "too much movement: hold still"
    case .tooFast: "beats faster than 220 a minute, which are not reported"
    case .tooSlow: "beats slower than 28.5 a minute, which cannot be told apart from breathing"
    case .noPulse: "no pulse in the picture"
    }
  }
}

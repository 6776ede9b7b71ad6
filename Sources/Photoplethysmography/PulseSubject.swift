/// What the camera looks at: it decides what a picture must be like for a pulse to be looked for, and how
/// clear the pulse must be.
public enum PulseSubject: Sendable, Equatable {
  /// A fingertip on the lens, which shows as an even picture.
  case fingertip

  /// Skin that is seen from afar, as a face. The picture need not be even; where its skin was looked for,
  /// there must be some. More evidence is asked for, since movement makes rhythms too.
  case skin
}

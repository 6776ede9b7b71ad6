/// The surroundings of a candidate in its window, beyond its own beats. `PulseFeature` makes
/// features of these measures.
package struct PulseCircumstances: Sendable, Equatable, Codable {
  /// The other colors in which another rate was found.
  package internal(set) var disagreeing = 0

  /// The mean rate of all beats in the window, in beats per minute.
  package internal(set) var meanRate = 0.0

  /// The length of the window over that of the interval's usual one: more than 1 if the pulse showed
  /// only in a longer one.
  package internal(set) var lengthening = 1.0

  /// The root mean square of the channel's fast changes, over its level.
  package internal(set) var relativeRMS = 0.0

  /// How much better the level repeats at the period of a slow movement than at that of the beats.
  package internal(set) var slowExcess = 0.0

  /// The strength of another rhythm in the remainder without the mean beat (`RivalRhythm`).
  package internal(set) var rival = 0.0

  /// The rises of the mean beat between the beats, and those that are taken for beats.
  package internal(set) var rises = RisesBetweenBeats.Figures()

  /// The comparison of the colors' changes with those of light and of blood; `nil` without one.
  package internal(set) var colors: ColorBalance?

  /// The logit of the evidence that noise hardly ever reaches in a window of this length.
  package internal(set) var noiseLogit = 0.0

  /// The skewness of the mean beat's derivative, and the share of its power in its fundamental; `nil` if
  /// too few beats are seen whole.
  package internal(set) var skewness: Double?
  package internal(set) var roundness: Double?

  /// The share of the light that a beat changes, in the color where it is largest; `nil` if it was not measured.
  package internal(set) var depth: Double?

  /// The change of the picture's unevenness with the beats, over that of its level; `nil` if it is not known.
  package internal(set) var unevennessChange: Double?

  /// The largest step from one frame to the next in a beat, over its height.
  package internal(set) var jumpShare = 0.0

  /// The same in the course that is folded at the beats' whole number of frames; 0 if nothing repeats there.
  package internal(set) var foldedJumpShare = 0.0

  /// Whether the light that all colors share was removed first.
  package internal(set) var isProjected = false

  /// The root mean square of that light's fast changes, over the level; 0 if none was removed.
  package internal(set) var removedRMS = 0.0

  /// The height of jumps at every nth frame above the noise, for the n that would explain the beats.
  package internal(set) var combScore = 0.0

  /// Whether the beats keep to key frames that the decoder knows.
  package internal(set) var isLockedToKeyFrames = false

  /// The frames from beat to beat.
  package internal(set) var framesPerBeat = 0.0

  /// Adopts explanations of the same beats in another color: a codec's key frames jump in all colors.
  mutating func adopt(_ other: PulseCircumstances) {
    combScore = max(combScore, other.combScore)
    foldedJumpShare = max(foldedJumpShare, other.foldedJumpShare)
    isLockedToKeyFrames = isLockedToKeyFrames || other.isLockedToKeyFrames
  }
}

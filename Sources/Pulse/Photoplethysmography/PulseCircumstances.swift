/// What surrounds a candidate in its window, beyond its own beats: the measures by which objections
/// are raised and by which quality and uncertainty are judged.
package struct PulseCircumstances: Sendable, Equatable, Codable {
  /// The other colours in which the same rate was found, and those in which another one was.
  package internal(set) var agreeing = 0
  package internal(set) var disagreeing = 0

  /// The mean rate of all beats in the window, in beats a minute.
  package internal(set) var meanRate = 0.0

  /// The length of the window over that of the interval's usual one: more than 1 if the pulse showed
  /// only in a longer one.
  package internal(set) var lengthening = 1.0

  /// The root mean square of the channel's fast changes, over its level.
  package internal(set) var relativeRMS = 0.0

  /// How much better the level repeats at the period of a slow movement than at that of the beats.
  package internal(set) var slowExcess = 0.0

  /// The steep rises for each beat that are more than 0.36 s apart, and more than 0.45 s.
  package internal(set) var risesPerBeat = 1.0
  package internal(set) var lateRisesPerBeat = 1.0

  /// The parts of red, green and blue in the beats, relative to the channel's own.
  package internal(set) var colorParts = SIMD3<Double>.zero

  /// The correlation of each colour's mean beat with the channel's.
  package internal(set) var colorCorrelations = SIMD3<Double>.zero

  /// The greatest difference of a colour's part from the mean; `nil` if it is not known.
  package internal(set) var colorSpread: Double?

  /// Whether the colours change with the beats as light or a white balance changes them.
  package internal(set) var isLight = false

  /// Whether the light that all colours share was taken away first.
  package internal(set) var isProjected = false

  /// How far jumps at every nth frame stand out of the noise, for the n that would explain the beats.
  package internal(set) var combScore = 0.0

  /// Whether the beats keep to key frames that the decoder knows.
  package internal(set) var isLockedToKeyFrames = false

  /// The frames from beat to beat.
  package internal(set) var framesPerBeat = 0.0
}

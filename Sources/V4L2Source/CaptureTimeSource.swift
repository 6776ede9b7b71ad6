/// What moment a frame's time is that of.
public enum CaptureTimeSource: String, Sendable {
  /// The driver's time of the first light.
  case startOfExposure = "start_of_exposure"

  /// The driver's time of the last byte: later by the exposure and the way over the bus.
  case endOfFrame = "end_of_frame"

  /// The time at which the program got it, less the usual delay where that is known.
  case arrival
}

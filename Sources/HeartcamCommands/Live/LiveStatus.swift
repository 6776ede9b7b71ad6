import Measurement

/// What a live run knows besides what it measures.
struct LiveStatus {
  /// `nil` until the source is open.
  var source: LiveSourceDescription?
  var settings: [LiveSetting] = []

  /// Frames that have not arrived.
  var lostCount = 0

  /// What a person should know, the newest last.
  var notices: [String] = []

  /// Why saving has failed, while somebody is asked whether to try again.
  var saveFailure: String?

  /// Why there are no frames, while the camera is awaited.
  var disconnection: String?

  /// From a frame's capture until it has changed the screen.
  var latency = LatencyHistogram()

  /// Whether the terminal does not take what is drawn.
  var hasLostScreen = false

  /// Whether saving works at all: not with `--store none`.
  var canSave = true
}

import SampleStore
public import V4L2Source

/// The details saved with a live session's samples in addition to their values.
public struct LiveSessionDetails: Sendable, Equatable {
  /// The camera as it names itself, or the recording that was replayed.
  public var camera: String

  /// The port of the camera.
  public var path: String

  /// The camera settings made for the measurement.
  public var settings: [CameraSetting]

  /// Whether a recording took the camera's place.
  public var isReplay: Bool

  /// Makes details.
  public init(camera: String, path: String, settings: [CameraSetting], isReplay: Bool = false) {
    (self.camera, self.path, self.settings, self.isReplay) = (camera, path, settings, isReplay)
  }

  var metadata: [String: MetadataValue] {
    var metadata: [String: MetadataValue] = [HeartRateLog.Key.camera: .string(camera)]
    if isReplay { metadata.merge(ImpersonalSource.replay.mark) { $1 } }
    if !path.isEmpty { metadata[HeartRateLog.Key.cameraPath] = .string(path) }
    if !settings.isEmpty {
      metadata[HeartRateLog.Key.cameraSettings] = .string(
        settings.map { "\($0.name)=\($0.value)" }.joined(separator: "; "))
    }
    return metadata
  }
}

extension LiveMeasurement {
  /// The source of the measurement, and its settings.
  package var details: LiveSessionDetails {
    LiveSessionDetails(
      camera: source?.name ?? "", path: source?.path ?? "", settings: settings,
      isReplay: recording != nil)
  }
}

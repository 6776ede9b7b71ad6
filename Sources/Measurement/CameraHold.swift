import V4L2Source
import VideoFrames

/// A camera's lock, as a live session sees it.
struct CameraHold {
  private let lock: CameraLock

  /// Whether the camera has been held still once: what comes from then on is measured, finger or not.
  private var hasHeld = false
  private var phase = CameraLock.Phase.waitingForFinger
  private var settings: [LiveSetting]?

  init(_ lock: CameraLock) { self.lock = lock }

  /// Looks at a frame, and sets what follows from it; returns what the frame is to the measurement.
  mutating func take(_ sample: ColorSample) -> LivePhase {
    let now = lock.take(sample)
    if now != phase, case .locked = now {
      settings = lock.settings.map { LiveSetting(name: $0.name, value: "\($0.value)") }
    }
    phase = now
    switch now {
    case .searching: return .settling
    case .waitingForFinger: return hasHeld ? .measuring : .waiting
    case .locked, .unavailable:
      hasHeld = true
      return .measuring
    }
  }

  /// The settings that have just been arrived at, once.
  mutating func newSettings() -> [LiveSetting]? {
    defer { settings = nil }
    return settings
  }

  var remarks: [String] { lock.remarks }

  /// Puts everything back; returns what could not be, a sentence each.
  func restore() -> [String] {
    lock.restore()
    return lock.remarks
  }
}

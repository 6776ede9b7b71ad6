import V4L2Source
import VideoFrames

/// A camera's lock, as a live session sees it.
struct CameraHold {
  private let lock: CameraLock

  /// Whether the camera has been held still once: from then on every frame is measured, finger or
  /// not.
  private var hasHeld = false
  private var phase = CameraLock.Phase.waitingForFinger
  private var settings: [CameraSetting]?

  init(_ lock: CameraLock) { self.lock = lock }

  /// Looks at a frame and sets the controls accordingly; returns the frame's part in the measurement.
  mutating func take(_ sample: ColorSample) -> LivePhase {
    let now = lock.take(sample)
    if now != phase, case .locked = now { settings = lock.settings }
    phase = now
    switch now {
    case .searching: return .settling
    case .waitingForFinger: return hasHeld ? .measuring : .waiting
    case .locked, .unavailable:
      hasHeld = true
      return .measuring
    }
  }

  /// Returns the settings that have just been found, once; `nil` otherwise.
  mutating func newSettings() -> [CameraSetting]? {
    defer { settings = nil }
    return settings
  }

  /// The failures so far.
  var notices: [CameraLockNotice] { lock.notices }

  /// Restores everything; returns the failures.
  func restore() -> [CameraLockNotice] {
    lock.restore()
    return lock.notices
  }
}

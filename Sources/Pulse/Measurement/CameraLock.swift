public import V4L2Source
package import VideoFrames

/// Holds a camera still for measuring a pulse, and puts everything back afterward.
///
/// From the start the frame rate is steady, white balance, hue and focus are fixed, mains flicker
/// is filtered, and the camera's lamp is lit if it has one. Exposure stays automatic until a finger
/// lies on the lens. Then exposure and gain are searched once (see `ExposureSearch`) and left
/// alone. They are searched again only if the finger comes back to another level, or if for two
/// seconds more than 1% is clipped or the level is below 60.
///
/// It belongs to the camera's thread. All settings are restored once: by `restore()`, or in `deinit`.
package final class CameraLock {
  /// The progress of holding the camera still.
  package enum Phase: Sendable, Equatable {
    /// No finger lies on the lens, or none any more.
    case waitingForFinger

    /// Exposure and gain are being searched.
    case searching

    /// The level, 0 to 255, is held; `isReached` is whether it is the wanted one.
    case locked(level: Double, isReached: Bool)

    /// Neither exposure nor gain of this camera can be set.
    case unavailable
  }

  /// The progress of holding the camera still.
  package private(set) var phase = Phase.waitingForFinger

  /// The failures, each once: first those that concern the light, then the controls.
  package var notices: [CameraLockNotice] {
    ownNotices + controls.problems.map(CameraLockNotice.control)
  }

  private let controls: HeldControls
  private var ownNotices: [CameraLockNotice] = []
  private let exposureRange: ClosedRange<Int>?
  private var search: ExposureSearch?
  private var presence = FingerPresence()
  private var badSince: Double?
  private var lockedAt = 0.0
  private var held: (level: Double, isReached: Bool)?

  /// Fixes the controls that can be fixed at once, after restoring an earlier program's changes.
  package init(_ camera: borrowing Camera, options: CameraLockOptions = .init()) {
    let held = HeldControls(camera, journalFolder: options.journalFolder)
    controls = held
    held.hold(ControlID.dynamicFrameRate, 0)
    held.hold(ControlID.automaticWhiteBalance, 0)
    held.hold(ControlID.automaticHue, 0)
    held.hold(ControlID.automaticFocus, 0)
    held.hold(ControlID.backlightCompensation, 0)
    if let menu = options.mainsFrequency.menuValue { held.hold(ControlID.mainsFrequency, menu) }
    if options.usesTorch { held.hold(ControlID.lightMode, ControlID.torch) }
    // An exposure as long as the frame interval makes many cameras skip every other frame.
    let longest = Int(min(0.97 * 10_000 / (camera.mode.frameRate ?? 30), 1e6))
    exposureRange = held.control(ControlID.exposure).flatMap { control in
      let upper = min(control.maximum, max(longest, control.minimum))
      return upper > control.minimum ? control.minimum...upper : nil
    }
    if exposureRange == nil && held.control(ControlID.gain) == nil {
      phase = .unavailable
      note(.notAdjustable)
    }
  }

  /// The value read back from each control that is held.
  package var settings: [CameraSetting] { controls.settings }

  /// Looks at a frame's color and sets the controls accordingly, before the next frame comes.
  @discardableResult
  package func take(_ sample: ColorSample) -> Phase {
    guard phase != .unavailable, !controls.isRestored else { return phase }
    presence.take(sample)
    let level = max(sample.red, sample.green, sample.blue)
    let clipped = sample.clippedShare ?? (level > 250 ? 1 : 0)
    switch phase {
    case .waitingForFinger:
      if presence.isSettled { return begin(level, clipped, at: sample.time) }
    case .searching:
      if presence.isGone { return leave() }
      advance(level, clipped, at: sample.time)
    case .locked:
      if presence.isGone { return leave() }
      watch(level, clipped, at: sample.time)
    case .unavailable: break
    }
    return phase
  }

  /// Restores every control; failures are in `notices`.
  package func restore() {
    controls.restore()
  }

  // MARK: -

  private func note(_ notice: CameraLockNotice) {
    if !ownNotices.contains(notice) { ownNotices.append(notice) }
  }

  private func leave() -> Phase {
    search = nil
    phase = .waitingForFinger
    return phase
  }

  private func begin(_ level: Double, _ clipped: Double, at time: Double) -> Phase {
    if let held, clipped < ExposureSearch.greatestClippedShare,
      held.isReached ? (120...235).contains(level) : abs(level - held.level) < 0.2 * held.level
    {
      lockedAt = time
      badSince = nil
      phase = .locked(level: held.level, isReached: held.isReached)
      return phase
    }
    startSearch()
    return phase
  }

  private func startSearch() {
    controls.hold(ControlID.exposureMode, ControlID.manualExposure)
    controls.hold(ControlID.automaticGain, 0)
    search = ExposureSearch(
      exposure: exposureRange.flatMap { range in
        controls.control(ControlID.exposure).map { control in
          adjustment(control, range, isLogarithmic: true)
        }
      },
      gain: controls.control(ControlID.gain).map { control in
        // Low gain means low noise: exposure does all that it can. A later search continues from
        // here.
        var gain = adjustment(control, control.minimum...control.maximum, isLogarithmic: false)
        if held == nil && exposureRange != nil { gain.value = control.minimum }
        return gain
      })
    if held == nil && exposureRange != nil, let gain = controls.control(ControlID.gain) {
      controls.hold(ControlID.gain, gain.minimum)
    }
    phase = .searching
  }

  private func adjustment(
    _ control: CameraControl, _ range: ClosedRange<Int>, isLogarithmic: Bool
  ) -> ExposureSearch.Adjustment {
    var adjustment = ExposureSearch.Adjustment(
      range: range, step: control.step, value: control.value ?? control.defaultValue,
      isLogarithmic: isLogarithmic)
    adjustment.value = adjustment.value(nearest: adjustment.position(of: adjustment.value))
    return adjustment
  }

  private func advance(_ level: Double, _ clipped: Double, at time: Double) {
    switch search?.take(level: level, clippedShare: clipped) {
    case .wait?, nil: break
    case .set(let exposure, let gain)?:
      var hasFailed = false
      if let exposure { hasFailed = !controls.hold(ControlID.exposure, exposure) }
      if let gain { hasFailed = !controls.hold(ControlID.gain, gain) || hasFailed }
      if hasFailed { finish(level, isClipped: false, isReached: false, at: time) }
    case .finished(let level, let isClipped, let isReached)?:
      finish(level, isClipped: isClipped, isReached: isReached, at: time)
    }
  }

  private func finish(_ level: Double, isClipped: Bool, isReached: Bool, at time: Double) {
    search = nil
    held = (level, isReached)
    lockedAt = time
    badSince = nil
    phase = .locked(level: level, isReached: isReached)
    controls.record([
      ControlID.exposure, ControlID.gain, ControlID.whiteBalanceTemperature, ControlID.focus,
    ])
    if isClipped {
      note(.tooBright)
    } else if !isReached {
      note(.levelNotReached(Int(level.rounded())))
    }
  }

  private func watch(_ level: Double, _ clipped: Double, at time: Double) {
    let isBad = clipped > ExposureSearch.greatestClippedShare || level < 60
    // If a search has found nothing better, there is no other until the light has changed.
    let hasChanged = held.map { $0.isReached || abs(level - $0.level) > 0.25 * $0.level } ?? true
    guard isBad, hasChanged else {
      badSince = nil
      return
    }
    let since = badSince ?? time
    badSince = since
    if time - since > 2 && time - lockedAt > 5 { startSearch() }
  }
}

/// A failure to hold a camera still.
public enum CameraLockNotice: Sendable, Hashable, CustomStringConvertible {
  /// Neither exposure nor gain can be set.
  case notAdjustable

  /// Parts of the picture are clipped at every setting.
  case tooBright

  /// The level, 0 to 255, is the nearest that was found to the wanted one.
  case levelNotReached(Int)

  /// A control could not be set or restored.
  case control(ControlProblem)

  /// A sentence without a period.
  public var description: String {
    switch self {
    case .notAdjustable:
      return "exposure and gain of this camera cannot be set; it keeps adjusting by itself"
    case .tooBright:
      return "parts of the picture are too bright at any setting; press less, or use less light"
    case .levelNotReached(let level):
      let (low, high) = (
        ExposureSearch.wantedLevels.lowerBound, ExposureSearch.wantedLevels.upperBound
      )
      let advice = Double(level) < ExposureSearch.aimedLevel ? "more light" : "less light"
      return "the light on the finger is at \(level) of 255 instead of \(Int(low)) to "
        + "\(Int(high)); \(advice) would help"
    case .control(let problem): return problem.description
    }
  }
}

/// Decides whether a finger covers the lens: by `FingerRule`, and only once that has lasted for a
/// while.
private struct FingerPresence {
  private var presentSince: Double?
  private var absentSince: Double?
  private var last = 0.0

  /// Whether a finger has been there for a third of a second.
  var isSettled: Bool { presentSince.map { last - $0 >= 0.3 } ?? false }

  /// Whether no finger has been there for a second.
  var isGone: Bool { absentSince.map { last - $0 >= 1 } ?? false }

  /// Takes the next frame.
  mutating func take(_ sample: ColorSample) {
    last = sample.time
    if FingerRule.onLens.isFinger(sample.color, spread: sample.spread ?? 0) {
      presentSince = presentSince ?? sample.time
      absentSince = nil
    } else {
      presentSince = nil
      absentSince = absentSince ?? sample.time
    }
  }
}

public import VideoFrames

/// Holds a camera still for measuring a pulse, and puts everything back afterwards.
///
/// From the start on the frame rate is steady, white balance, hue and focus are fixed, mains flicker is
/// filtered and the torch, where there is one, is lit. Exposure stays automatic until a finger lies on
/// the lens; then exposure and gain are searched once (see `ExposureSearch`) and left alone. They are
/// searched anew only where the finger came back to another level, or where for two seconds more than
/// 1 % is clipped or the level is below 60.
///
/// It belongs to the camera's thread. Everything is put back by `restore()`, else in `deinit`, once.
public final class CameraLock {
  public enum Phase: Sendable, Equatable {
    /// No finger lies on the lens yet, or no more.
    case waitingForFinger
    case searching
    /// The level, 0 to 255, is held; `isReached` tells whether it is the one that was wanted.
    case locked(level: Double, isReached: Bool)
    /// Neither exposure nor gain of this camera can be set.
    case unavailable
  }

  public private(set) var phase = Phase.waitingForFinger

  /// Sentences without a full stop about what could not be done.
  public var remarks: [String] { controls.remarks }

  private let controls: LockedControls
  private let exposureRange: ClosedRange<Int>?
  private var search: ExposureSearch?
  private var presence = FingerPresence()
  private var badSince: Double?
  private var lockedAt = 0.0
  private var held: (level: Double, isReached: Bool)?

  /// Fixes what can be fixed at once. An earlier program's leftovers are put back first.
  public convenience init(_ camera: borrowing Camera, options: CameraLockOptions = .init()) {
    self.init(
      camera.controls, of: camera.description, frameRate: camera.mode.frameRate, options: options)
  }

  package init(
    _ controls: CameraControls, of camera: CameraDescription, frameRate: Double?,
    options: CameraLockOptions
  ) {
    let locked = LockedControls(controls, of: camera, journalFolder: options.journalFolder)
    self.controls = locked
    locked.hold(ControlID.dynamicFrameRate, 0)
    locked.hold(ControlID.automaticWhiteBalance, 0)
    locked.hold(ControlID.automaticHue, 0)
    locked.hold(ControlID.automaticFocus, 0)
    locked.hold(ControlID.backlightCompensation, 0)
    if let menu = options.mainsFrequency.menuValue { locked.hold(ControlID.mainsFrequency, menu) }
    if options.usesTorch { locked.hold(ControlID.lightMode, ControlID.torch) }
    // An exposure as long as the frame interval makes many cameras skip every other frame.
    let longest = Int(min(0.97 * 10_000 / (frameRate ?? 30), 1e6))
    exposureRange = locked.control(ControlID.exposure).flatMap { control in
      let upper = min(control.maximum, max(longest, control.minimum))
      return upper > control.minimum ? control.minimum...upper : nil
    }
    if exposureRange == nil && locked.control(ControlID.gain) == nil {
      phase = .unavailable
      locked.note("exposure and gain of this camera cannot be set; it keeps adjusting by itself")
    }
  }

  /// What was read back of each control that is held, by its own name: for the log.
  public var settings: [CameraSetting] { controls.settings }

  /// Looks at a frame's colour, and between two frames sets what follows from it.
  @discardableResult
  public func take(_ sample: ColorSample) -> Phase {
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

  /// Puts every control back as it was. What fails is remarked; a camera that is gone keeps its
  /// journal, so that the next program can do it.
  public func restore() {
    controls.restore()
  }

  /// Puts back what a program that was killed left changed; returns whether there was anything.
  @discardableResult
  public static func restoreLeftovers(_ camera: borrowing Camera, journalFolder: String) -> Bool {
    LockedControls.restoreLeftovers(
      camera.controls, of: camera.description, journalFolder: journalFolder)
  }

  // MARK: -

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
          knob(control, range, isLogarithmic: true)
        }
      },
      gain: controls.control(ControlID.gain).map { control in
        // Little gain is little noise: what exposure can do, it does. A later search goes on from here.
        var knob = knob(control, control.minimum...control.maximum, isLogarithmic: false)
        if held == nil && exposureRange != nil { knob.value = control.minimum }
        return knob
      })
    if held == nil && exposureRange != nil, let gain = controls.control(ControlID.gain) {
      controls.hold(ControlID.gain, gain.minimum)
    }
    phase = .searching
  }

  private func knob(
    _ control: CameraControl, _ range: ClosedRange<Int>, isLogarithmic: Bool
  ) -> ExposureSearch.Knob {
    var knob = ExposureSearch.Knob(
      range: range, step: control.step, value: control.value ?? control.defaultValue,
      isLogarithmic: isLogarithmic)
    knob.value = knob.nearest(knob.place(knob.value))
    return knob
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
      controls.note(
        "parts of the picture are too bright at any setting; press less, or use less light")
    } else if !isReached {
      let advice = level < ExposureSearch.aimedLevel ? "more light" : "less light"
      controls.note(
        "the light on the finger stands at \(Int(level.rounded())) of 255, wanted are 180 to 220;"
          + " \(advice) would help")
    }
  }

  private func watch(_ level: Double, _ clipped: Double, at time: Double) {
    let isBad = clipped > ExposureSearch.greatestClippedShare || level < 60
    // What a search could not better is not searched for again unless the light has changed.
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

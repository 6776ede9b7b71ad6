import Glibc
import Measurement
import ScriptedCamera
import Testing
import V4L2Source
import VideoFrames

/// A lock holds a camera's controls still and restores them when it ends.
struct CameraLockTests {
  private static let controls = [
    ScriptedControl(
      ControlID.automaticWhiteBalance, "White Balance, Automatic", .boolean, 0...1, 1),
    ScriptedControl(ControlID.gain, "Gain", .integer, 0...100, 32),
    ScriptedControl(
      ControlID.mainsFrequency, "Power Line Frequency", .menu, 0...2, 2,
      items: [0: "Disabled", 1: "50 Hz", 2: "60 Hz"]),
    ScriptedControl(
      ControlID.exposureMode, "Auto Exposure", .menu, 0...3, 3,
      items: [1: "Manual Mode", 3: "Aperture Priority Mode"], refused: [0, 2]),
    ScriptedControl(ControlID.exposure, "Exposure Time, Absolute", .integer, 3...2047, 250),
    ScriptedControl(
      ControlID.dynamicFrameRate, "Exposure, Dynamic Framerate", .boolean, 0...1, 1),
    ScriptedControl(ControlID.automaticFocus, "Focus, Automatic Continuous", .boolean, 0...1, 1),
  ]

  private let script: ScriptedCamera

  init() {
    script = CameraScripts.yuyv()
    script.controls = Self.controls
  }

  private var values: [Int] { script.controls.map(\.value) }
  private func value(_ id: UInt32) -> Int? { script.controls.first { $0.id == id }?.value }

  /// Gives the lock frames of a sensor for some seconds, with or without a finger on it.
  private func feed(
    _ lock: CameraLock, _ sensor: inout SimulatedSensor, from start: Double, seconds: Double,
    isFinger: Bool = true
  ) {
    for index in 0..<Int(seconds * 30) {
      let frame = sensor.frame(
        exposure: value(ControlID.exposure) ?? 100, gain: value(ControlID.gain) ?? 0)
      lock.take(
        ColorSample(
          time: start + Double(index) / 30, red: frame.level, green: frame.level / 4,
          blue: frame.level / 6, spread: isFinger ? 0.05 : 0.9, clippedShare: frame.clipped))
    }
  }

  private func lock(
    on camera: borrowing Camera, options: CameraLockOptions = .init()
  ) -> CameraLock {
    CameraLock(camera, options: options)
  }

  @Test func `the controls are held still, the level is found, and all are restored in order`()
    throws
  {
    let before = values
    do {
      let camera = try CameraScripts.camera(on: script)
      let lock = lock(on: camera)
      #expect(value(ControlID.dynamicFrameRate) == 0 && value(ControlID.mainsFrequency) == 1)
      #expect(value(ControlID.automaticWhiteBalance) == 0 && value(ControlID.automaticFocus) == 0)
      #expect(
        value(ControlID.exposureMode) == 3, "exposure stays automatic until a finger is there")
      var sensor = SimulatedSensor("finger", light: 120, gamma: 1.8)
      feed(lock, &sensor, from: 0, seconds: 2, isFinger: false)
      #expect(lock.phase == .waitingForFinger && value(ControlID.exposureMode) == 3)
      feed(lock, &sensor, from: 2, seconds: 4)
      guard case .locked(let level, true) = lock.phase else {
        Issue.record("\(lock.phase)")
        return
      }
      #expect((180...220).contains(level))
      #expect(value(ControlID.exposureMode) == 1 && (value(ControlID.exposure) ?? 999) <= 323)
      #expect(lock.settings.contains { $0.name == "Auto Exposure" && $0.value == 1 })
      #expect(
        lock.settings.contains {
          $0.id == ControlID.exposure && $0.value == value(ControlID.exposure)
        })
      #expect(lock.notices.isEmpty)
      lock.restore()
      #expect(values == before)
      let calls = script.log.count
      lock.restore()
      #expect(script.log.count == calls, "once is enough")
    }
    #expect(values == before && script.isTidy)
  }

  @Test func `a lock that is deallocated restores every control, modes last`() throws {
    let before = values
    var order: [UInt32] = []
    do {
      let camera = try CameraScripts.camera(on: script)
      let lock = lock(on: camera)
      var sensor = SimulatedSensor("finger", light: 120)
      feed(lock, &sensor, from: 0, seconds: 4)
      // Optimized code deallocates the lock after its last use.
      withExtendedLifetime(lock) { script.controlChanged = { id, _ in order.append(id) } }
    }
    #expect(values == before)
    #expect(order.last == ControlID.exposureMode)
    let places = order.compactMap { ControlID.restoringOrder.firstIndex(of: $0) }
    #expect(places == places.sorted() && places.count == order.count)
  }

  @Test func `once locked, the exposure changes only if the level becomes useless`() throws {
    let camera = try CameraScripts.camera(on: script)
    let lock = lock(on: camera)
    var sensor = SimulatedSensor("finger", light: 120)
    feed(lock, &sensor, from: 0, seconds: 6)
    let held = values
    sensor.light = 100
    feed(lock, &sensor, from: 6, seconds: 20)
    #expect(values == held, "a little darker is no reason")
    sensor.light = 30
    feed(lock, &sensor, from: 26, seconds: 1.5)
    #expect(values == held, "nor is a second and a half")
    feed(lock, &sensor, from: 27.5, seconds: 5)
    guard case .locked(let level, true) = lock.phase else {
      Issue.record("\(lock.phase)")
      return
    }
    #expect((180...220).contains(level) && values != held)
  }

  @Test func `a finger that comes back gets its level again, with a search only if needed`()
    throws
  {
    let camera = try CameraScripts.camera(on: script)
    let lock = lock(on: camera)
    var sensor = SimulatedSensor("finger", light: 120)
    feed(lock, &sensor, from: 0, seconds: 5)
    let held = values
    feed(lock, &sensor, from: 5, seconds: 2, isFinger: false)
    #expect(lock.phase == .waitingForFinger && values == held)
    feed(lock, &sensor, from: 7, seconds: 1)
    #expect(values == held)
    guard case .locked = lock.phase else {
      Issue.record("\(lock.phase)")
      return
    }
    feed(lock, &sensor, from: 8, seconds: 2, isFinger: false)
    sensor.light = 500
    feed(lock, &sensor, from: 10, seconds: 4)
    guard case .locked(_, true) = lock.phase else {
      Issue.record("\(lock.phase)")
      return
    }
    #expect(values != held)
  }

  @Test func `darkness that no setting can correct is reported once and not searched again`() throws
  {
    let camera = try CameraScripts.camera(on: script)
    let lock = lock(on: camera)
    var sensor = SimulatedSensor("dark", light: 2)
    feed(lock, &sensor, from: 0, seconds: 6)
    guard case .locked(_, false) = lock.phase else {
      Issue.record("\(lock.phase)")
      return
    }
    #expect(lock.notices.count == 1)
    guard case .levelNotReached(let level)? = lock.notices.first else {
      Issue.record("\(lock.notices)")
      return
    }
    #expect(level < 60 && lock.notices[0].description.hasSuffix("more light would help"))
    let count = script.log.count
    feed(lock, &sensor, from: 6, seconds: 60)
    #expect(script.log.count == count)
  }

  @Test func `glare that no setting can correct is reported as glare`() throws {
    let camera = try CameraScripts.camera(on: script)
    let lock = lock(on: camera)
    var sensor = SimulatedSensor("glare", light: 90_000)
    feed(lock, &sensor, from: 0, seconds: 8)
    #expect(lock.notices == [.tooBright])
    #expect(value(ControlID.exposure) == 3 && value(ControlID.gain) == 0)
  }

  @Test func `a camera without controls is left as it is`() throws {
    script.controls = []
    let camera = try CameraScripts.camera(on: script)
    let lock = lock(on: camera)
    #expect(lock.phase == .unavailable && lock.notices == [.notAdjustable] && lock.settings.isEmpty)
  }

  @Test func `the next program restores what a killed one left changed`() throws {
    let before = values
    let options = CameraLockOptions(journalFolder: "/run/user/1000/heartcam")
    var left: [String: String] = [:]
    do {
      let camera = try CameraScripts.camera(on: script)
      let lock = lock(on: camera, options: options)
      var sensor = SimulatedSensor("finger", light: 120)
      feed(lock, &sensor, from: 0, seconds: 5)
      left = script.files
      lock.restore()
      #expect(script.files.isEmpty && left.count == 1)
    }
    // The state that a killed program leaves: changed controls and its journal.
    for (index, control) in script.controls.enumerated() where control.id != ControlID.exposure {
      script.controls[index].value = control.range.lowerBound
    }
    script.files = left
    let camera = try CameraScripts.camera(on: script)
    let first = HeldControls.restoreLeftovers(camera, journalFolder: "/run/user/1000/heartcam")
    #expect(first && values == before && script.files.isEmpty)
    let second = HeldControls.restoreLeftovers(camera, journalFolder: "/run/user/1000/heartcam")
    #expect(!second)
  }

  @Test func `a journal of another camera, a truncated one or a damaged one changes nothing`()
    throws
  {
    let before = values
    let options = CameraLockOptions(journalFolder: "/j")
    let camera = try CameraScripts.camera(on: script)
    let lock = lock(on: camera, options: options)
    let path = try #require(script.files.keys.first)
    let whole = try #require(script.files[path])
    lock.restore()
    for text in [
      "", "heartcam camera controls 1\n", String(whole.dropLast(3)),
      whole.replacing("usb-scripted-1", with: "usb-other"),
      whole.replacing("controls 1", with: "controls 2"),
      "\u{0}\u{1}",
    ] {
      script.files[path] = text
      _ = HeldControls.restoreLeftovers(camera, journalFolder: "/j")
      #expect(values == before, "\(text)")
    }
  }

  @Test func `an unplugged camera keeps its journal`() throws {
    let camera = try CameraScripts.camera(on: script)
    let lock = lock(on: camera, options: CameraLockOptions(journalFolder: "/j"))
    script.isUnplugged = true
    lock.restore()
    #expect(script.files.count == 1)
    #expect(lock.notices == [.control(.unplugged(isRemembered: true))])
  }

  @Test(arguments: [EPIPE, EIO, EBUSY])
  func `a control that cannot be put back is put back by the next program`(code: Int32) throws {
    let before = values
    let options = CameraLockOptions(journalFolder: "/j")
    do {
      let camera = try CameraScripts.camera(on: script)
      let lock = lock(on: camera, options: options)
      var sensor = SimulatedSensor("finger", light: 120)
      feed(lock, &sensor, from: 0, seconds: 5)
      script.nextFailures["VIDIOC_S_CTRL"] = [code]
      lock.restore()
      #expect(
        lock.notices.contains { "\($0)".hasSuffix("the next run with this camera tries again") })
    }
    let wrong = zip(values, before).filter { $0 != $1 }.count
    #expect(wrong == 1 && script.files.count == 1)
    let journal = script.files
    // A second program, which cannot put it back at its start either, must not take it for the camera's own value.
    do {
      let camera = try CameraScripts.camera(on: script)
      script.nextFailures["VIDIOC_S_CTRL"] = [code]
      let lock = lock(on: camera, options: options)
      script.nextFailures["VIDIOC_S_CTRL"] = [code]
      lock.restore()
    }
    #expect(script.files == journal && values != before)
    do {
      let camera = try CameraScripts.camera(on: script)
      lock(on: camera, options: options).restore()
    }
    #expect(values == before && script.files.isEmpty && script.isTidy)
  }

  @Test func `if one control fails, all others are still restored`() throws {
    let before = values
    for code in [EIO, EINVAL, EACCES, EBUSY, ERANGE] {
      for index in 0..<40 {
        let script = CameraScripts.yuyv()
        script.controls = Self.controls
        do {
          let camera = try CameraScripts.camera(on: script)
          script.failures = [script.log.count + index: code]
          let lock = CameraLock(camera)
          var sensor = SimulatedSensor("finger", light: 120)
          for frame in 0..<150 {
            let shown = sensor.frame(
              exposure: script.controls[4].value, gain: script.controls[1].value)
            lock.take(
              ColorSample(
                time: Double(frame) / 30, red: shown.level, green: 20, blue: 10, spread: 0.05,
                clippedShare: shown.clipped))
          }
        }
        let wrong = zip(script.controls.map(\.value), before).filter { $0 != $1 }.count
        #expect(wrong <= 1, "call \(index), errno \(code)")
        #expect(script.isTidy)
      }
    }
  }

  @Test func `a control whose minimum is above its maximum is left alone`() throws {
    for index in Self.controls.indices {
      script.controls = Self.controls
      script.controls[index].hasSwappedEnds = true
      let before = values
      do {
        let camera = try CameraScripts.camera(on: script)
        #expect(camera.controls.all.count == Self.controls.count)
        let lock = lock(on: camera)
        var sensor = SimulatedSensor("finger", light: 120)
        feed(lock, &sensor, from: 0, seconds: 5)
        #expect(values[index] == before[index], "\(Self.controls[index].name)")
        if case .locked = lock.phase {} else { Issue.record("\(lock.phase)") }
      }
      #expect(values == before && script.isTidy)
    }
  }
}

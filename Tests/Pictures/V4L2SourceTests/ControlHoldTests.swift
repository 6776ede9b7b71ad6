import ScriptedCamera
import Testing
import V4L2Source

/// Whether exposure and white balance can be held still, by the controls' numbers.
struct ControlHoldTests {
  private func description(_ controls: [CameraControl]) -> CameraDescription {
    CameraDescription(path: "/dev/video0", controls: controls)
  }

  private func control(
    _ id: UInt32, _ name: String, isReadOnly: Bool = false, isGrabbed: Bool = false
  ) -> CameraControl {
    CameraControl(
      id: id, name: name, kind: .integer, minimum: 0, maximum: 3, step: 1, defaultValue: 0,
      isReadOnly: isReadOnly, isGrabbed: isGrabbed)
  }

  @Test func `a control is found by its number, whatever the driver calls it`() {
    let camera = description([
      control(ControlID.exposureMode, "Belichtungsautomatik"),
      control(ControlID.whiteBalanceTemperature, "Farbtemperatur"),
    ])
    #expect(camera.exposureHold == .yes && camera.whiteBalanceHold == .yes)
  }

  @Test func `a name alone makes no control`() {
    let camera = description([
      control(0x0800_0001, "Auto Exposure"), control(0x0800_0002, "White Balance, Automatic"),
      control(ControlID.dynamicFrameRate, "Exposure, Dynamic Framerate"),
    ])
    #expect(camera.exposureHold == .unknown && camera.whiteBalanceHold == .unknown)
    #expect(description([]).exposureHold == .unknown)
  }

  @Test func `the automatic mode decides, and it must be free`() {
    for isReadOnly in [true, false] {
      let mode = control(
        ControlID.exposureMode, "Auto Exposure", isReadOnly: isReadOnly, isGrabbed: !isReadOnly)
      let camera = description([control(ControlID.exposure, "Exposure Time, Absolute"), mode])
      #expect(camera.exposureHold == .no)
    }
    let simple = description([control(ControlID.plainExposure, "Exposure")])
    #expect(simple.exposureHold == .yes)
  }

  @Test func `a camera that is missing, unknown or no camera says so by its kind`() {
    let script = CameraScripts.yuyv()
    func kind(_ path: String? = nil, _ width: Int? = nil) -> V4L2Error.Kind? {
      do throws(V4L2Error) {
        _ = try CameraScripts.camera(on: script, CameraRequest(path: path, width: width)).mode
        return nil
      } catch {
        return error.kind
      }
    }
    #expect(kind() == nil)
    #expect(kind(nil, 12345) == .noSuchMode)
    script.nextFailures["open"] = [2]
    #expect(kind("/dev/video0") == .disconnected)
    script.capabilities = 0
    #expect(kind() == .noCamera)
    #expect(kind("/dev/video0") == .notACamera)
    script.capabilities = 0x0400_1000
    #expect(kind() == .noUsableCamera)
    #expect(kind("/dev/video0") == .unsuitable)
  }
}

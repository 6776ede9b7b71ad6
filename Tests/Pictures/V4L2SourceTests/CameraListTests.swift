import CV4L2
import Glibc
import ScriptedCamera
import Testing
import V4L2Source

/// Which devices the list shows, and what it says about each.
struct CameraListTests {
  @Test func `a camera is listed with its stable path, formats and controls`() throws {
    let script = CameraScripts.yuyv()
    script.folders["/dev/v4l/by-id"] = ["usb-Scripted-video-index0"]
    script.folders["/dev/v4l/by-path"] = ["pci-0000-usb-0:3:1.0-video-index0"]
    script.links["/dev/v4l/by-id/usb-Scripted-video-index0"] = "../../video0"
    script.links["/dev/v4l/by-path/pci-0000-usb-0:3:1.0-video-index0"] = "../../video0"
    script.controls = [
      ScriptedControl(0x0098_0900, "Brightness", .integer, 0...255, 128),
      ScriptedControl(0x0098_0001, "User Controls", .other, 0...0, 0),
      ScriptedControl(
        0x009A_0901, "Auto Exposure", .menu, 0...3, 3,
        items: [1: "Manual Mode", 3: "Aperture Priority Mode"]),
    ]
    let camera = try #require(CameraList.all(calls: script).first)
    #expect(camera.stablePath == "/dev/v4l/by-id/usb-Scripted-video-index0")
    #expect(camera.name == "Scripted Camera" && camera.bus == "usb-scripted-1" && camera.isUsable)
    #expect(camera.formats.map(\.fourCC.description) == ["YUYV"])
    #expect(camera.controls.map(\.name) == ["Brightness", "Auto Exposure"])
    #expect(camera.controls.last?.menu.map(\.value) == [1, 3] && camera.controls.last?.value == 3)
    #expect(script.isTidy)
    let named = CameraRequest(path: "/dev/v4l/by-id/usb-Scripted-video-index0")
    #expect(try CameraScripts.camera(on: script, named).description.path == "/dev/video0")
  }

  @Test(arguments: [
    V4L2_CAP_META_CAPTURE, V4L2_CAP_VIDEO_OUTPUT, V4L2_CAP_VIDEO_M2M, V4L2_CAP_RADIO,
    V4L2_CAP_VBI_CAPTURE,
  ])
  func `a node that is not a camera is left out`(capability: Int32) {
    let script = CameraScripts.yuyv()
    script.capabilities = UInt32(capability) | UInt32(V4L2_CAP_STREAMING)
    #expect(CameraList.all(calls: script).isEmpty)
    let error = #expect(throws: V4L2Error.self) { _ = try CameraScripts.camera(on: script).mode }
    #expect(error?.kind == .noCamera)
    #expect(error?.isDisconnection == true, "there may be a camera later")
  }

  @Test func `a device without Video4Linux is left out, one that fails is reported`() {
    let script = CameraScripts.yuyv()
    script.nextFailures["VIDIOC_QUERYCAP"] = [ENOTTY]
    #expect(CameraList.all(calls: script).isEmpty)
    script.nextFailures["VIDIOC_QUERYCAP"] = [EIO]
    #expect(CameraList.all(calls: script).first?.problem?.identifier == "cannot_open")
    script.nextFailures["open"] = [ENOENT]
    #expect(CameraList.all(calls: script).isEmpty, "unplugged while looking")
  }

  @Test func `multi-planar cameras are listed and refused`() {
    let script = CameraScripts.yuyv()
    script.capabilities = UInt32(V4L2_CAP_VIDEO_CAPTURE_MPLANE) | UInt32(V4L2_CAP_STREAMING)
    #expect(CameraList.all(calls: script).first?.problem == .multiplanar)
    #expect(throws: V4L2Error.self) { _ = try CameraScripts.camera(on: script).mode }
  }

  @Test func `an infrared camera is taken only by name`() throws {
    let script = ScriptedCamera(formats: [CameraScripts.format("GREY")]) { _ in
      FrameScript([UInt8](repeating: 90, count: 64 * 48))
    }
    #expect(CameraList.all(calls: script).first?.problem == .infrared)
    #expect(throws: V4L2Error.self) { _ = try CameraScripts.camera(on: script).mode }
    let camera = try CameraScripts.camera(on: script, CameraRequest(path: "/dev/video0"))
    #expect(camera.notices == [.infrared])
  }

  @Test func `a driver that never stops listing does not hang the program`() {
    let script = CameraScripts.yuyv()
    script.formats = Array(repeating: CameraScripts.format("YUYV"), count: 2000)
    #expect(CameraList.all(calls: script).first?.formats.count == 256)
  }
}

import ScriptedCamera
import V4L2Source

/// Cameras that tests use again and again.
enum CameraScripts {
  static let width = 64
  static let height = 48

  static func format(
    _ name: String, _ width: Int = width, _ height: Int = height, rates: [Double] = [30]
  ) -> CameraFormat {
    CameraFormat(
      fourCC: FourCC(name)!, description: name,
      sizes: [CameraSize(width: width, height: height, rates: .discrete(rates))])
  }

  /// Sends YUYV whose luma tells the frame's number.
  static func yuyv() -> ScriptedCamera {
    ScriptedCamera(formats: [format("YUYV")]) { number in FrameScript(picture(number)) }
  }

  static func picture(_ number: Int) -> [UInt8] {
    var bytes = [UInt8](repeating: 128, count: 2 * width * height)
    for index in stride(from: 0, to: bytes.count, by: 2) { bytes[index] = UInt8(40 + number % 150) }
    return bytes
  }

  static func camera(
    on script: ScriptedCamera, _ request: CameraRequest = CameraRequest()
  ) throws(V4L2Error) -> Camera {
    try Camera(request, calls: script, converting: script)
  }
}

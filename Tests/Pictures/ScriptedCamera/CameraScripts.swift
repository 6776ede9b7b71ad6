package import V4L2Source

/// Cameras that several tests use.
package enum CameraScripts {
  package static let width = 64
  package static let height = 48

  package static func format(
    _ name: String, _ width: Int = width, _ height: Int = height, rates: [Double] = [30]
  ) -> CameraFormat {
    CameraFormat(
      fourCC: FourCC(name)!, description: name,
      sizes: [CameraSize(width: width, height: height, rates: .discrete(rates))])
  }

  /// Sends YUYV frames whose luma is the frame's number.
  package static func yuyv() -> ScriptedCamera {
    ScriptedCamera(formats: [format("YUYV")]) { number in FrameScript(picture(number)) }
  }

  package static func picture(_ number: Int) -> [UInt8] {
    var bytes = [UInt8](repeating: 128, count: 2 * width * height)
    for index in stride(from: 0, to: bytes.count, by: 2) { bytes[index] = UInt8(40 + number % 150) }
    return bytes
  }

  package static func camera(
    on script: ScriptedCamera, _ request: CameraRequest = CameraRequest()
  ) throws(V4L2Error) -> Camera {
    try Camera(request, calls: script, converting: script)
  }
}

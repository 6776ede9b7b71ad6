/// What a host has chosen of the pictures that the camera offers.
struct CameraMode: Equatable {
  enum Encoding: UInt8, CaseIterable {
    // The numbers are those of the format descriptors.
    case mjpeg = 1
    case yuyv = 2
  }

  static let sizes = [
    (width: 320, height: 240), (width: 160, height: 120), (width: 640, height: 480),
  ]
  /// From the highest on: the driver takes their intervals to rise.
  static let frameRates: [UInt32] = [60, 30, 15]

  var encoding = Encoding.mjpeg
  var size = 0
  var frameRate: UInt32 = 30

  var width: Int { Self.sizes[size].width }
  var height: Int { Self.sizes[size].height }

  /// In units of 100 ns, as USB video has them.
  var frameInterval: UInt32 { Self.interval(ofRate: frameRate) }

  static func interval(ofRate rate: UInt32) -> UInt32 { 10_000_000 / rate }

  /// Bytes of the largest frame.
  var frameCapacity: Int { width * height * 2 }

  var description: String {
    "\(encoding == .mjpeg ? "MJPG" : "YUYV") \(width)x\(height) at \(frameRate)"
  }
}

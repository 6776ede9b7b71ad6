/// The encoding, size and rate that a host has chosen.
struct CameraMode: Equatable {
  enum Encoding: Equatable {
    case mjpeg, yuyv, gray, bayer

    /// Bytes of an uncompressed frame, and the most that a compressed one may have.
    var bytesPerPixel: Int { self == .gray || self == .bayer ? 1 : 2 }

    /// V4L2's name.
    var code: String {
      switch self {
      case .mjpeg: "MJPG"
      case .yuyv: "YUYV"
      case .gray: "GREY"
      case .bayer: "BA81"
      }
    }
  }

  static let sizes = [
    (width: 320, height: 240), (width: 160, height: 120), (width: 640, height: 480),
  ]

  /// Frame rates from the highest on, because the driver expects rising intervals.
  static let frameRates: [UInt32] = [60, 30, 15]

  var encoding: Encoding
  var size = 0
  var frameRate: UInt32 = 30

  var width: Int { Self.sizes[size].width }
  var height: Int { Self.sizes[size].height }

  /// The interval between frames in units of 100 ns, as in USB video.
  var frameInterval: UInt32 { Self.interval(ofRate: frameRate) }

  static func interval(ofRate rate: UInt32) -> UInt32 { 10_000_000 / rate }

  /// The size of the largest frame in bytes.
  var frameCapacity: Int { width * height * encoding.bytesPerPixel }

  var description: String { "\(encoding.code) \(width)x\(height) at \(frameRate)" }
}

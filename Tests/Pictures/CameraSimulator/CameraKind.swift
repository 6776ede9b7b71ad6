/// A kind of camera, which shows in its encodings.
enum CameraKind: String, CaseIterable {
  case webcam

  /// A camera for faces in the dark, which laptops have beside their webcam.
  case infrared

  /// A bare sensor, whose raw pictures a program must process first.
  case raw

  /// The encodings in the order of the format descriptors, which are counted from 1.
  var encodings: [CameraMode.Encoding] {
    switch self {
    case .webcam: [.mjpeg, .yuyv]
    case .infrared: [.gray]
    case .raw: [.bayer]
    }
  }
}

/// What sort of camera it is, which its encodings tell.
enum CameraKind: String, CaseIterable {
  case webcam

  /// For faces in the dark, as laptops have one beside their webcam.
  case infrared

  /// A bare sensor, whose pictures a program must develop first.
  case raw

  /// In the order of the format descriptors, which are counted from 1.
  var encodings: [CameraMode.Encoding] {
    switch self {
    case .webcam: [.mjpeg, .yuyv]
    case .infrared: [.grey]
    case .raw: [.bayer]
    }
  }
}

/// Why a camera that is there cannot measure a pulse here.
public enum CameraProblem: Sendable, Equatable {
  /// It sees infrared light only, as those for unlocking with a face do.
  case infrared

  /// It sends the sensor's raw mosaic, or is only a part of a pipeline that a program must set up.
  case rawSensor

  /// Its driver delivers the planes of a picture one by one (multi-planar interface).
  case multiplanar

  /// Its driver cannot stream into memory that is mapped.
  case noStreaming

  /// None of its formats can be read, even by libv4l2.
  case noReadableFormat

  /// It could not be opened or asked.
  case failed(V4L2Error)

  /// One word with underscores, for JSON.
  public var identifier: String {
    switch self {
    case .infrared: "infrared"
    case .rawSensor: "raw_sensor"
    case .multiplanar: "multiplanar"
    case .noStreaming: "no_streaming"
    case .noReadableFormat: "no_readable_format"
    case .failed: "cannot_open"
    }
  }

  /// A sentence without a period that says what to do instead.
  public var advice: String {
    switch self {
    case .infrared:
      "it is an infrared camera, which shows no blood color; use the color camera beside it"
    case .rawSensor:
      "it needs libcamera or PipeWire, which process the raw sensor's pictures; use a USB webcam,"
        + " or record a video with them and measure that"
    case .multiplanar:
      "its driver has only the multi-planar interface, which is not supported; use a USB webcam"
    case .noStreaming: "its driver cannot stream pictures into memory; use another camera"
    case .noReadableFormat: "none of its picture formats can be read; use another camera"
    case .failed(let error): error.reason
    }
  }
}

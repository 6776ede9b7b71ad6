public import VideoFrames

/// The form in which a video is to be written: everything that `VideoWriter` must know before the first picture.
public struct VideoEncoding: Sendable, Equatable {
  /// An encoder's name ("libx264") or a codec's ("h264"), as FFmpeg has them.
  public var codec: String

  /// A pixel format by FFmpeg's name, with its byte order where it has one ("yuv420p10le").
  public var pixelFormat: String

  /// The coded width in pixels, before any turning.
  public var width: Int

  /// The coded height in pixels, before any turning.
  public var height: Int

  /// Nominal frames per second: the rate that rate control expects, and the duration of the last
  /// frame. In containers that know no presentation times it is the clock.
  public var frameRate: Double

  /// Units of the stream's clock in a second; nil takes 60000, or the frame rate in containers that
  /// cannot vary it.
  public var clockRate: Int?

  /// Matrix and range, written into the stream too where the codec can say.
  public var color: ColorDescription

  /// The orientation in which a player shows the pictures.
  public var orientation: PictureOrientation

  /// Seconds since 1970.
  public var creationTime: Double?

  /// Whether the file says that its pictures were simulated, where its container has room for texts.
  public var isSimulated: Bool

  /// Options of the encoder and the container by FFmpeg's names, as in `["crf": "18"]`. An unknown
  /// one is an error.
  public var options: [String: String]

  /// Creates an encoding; the color follows from the pixel format if none is given.
  public init(
    codec: String, pixelFormat: String, width: Int, height: Int, frameRate: Double = 30,
    clockRate: Int? = nil, color: ColorDescription? = nil,
    orientation: PictureOrientation = .upright, creationTime: Double? = nil,
    isSimulated: Bool = false, options: [String: String] = [:]
  ) {
    self.codec = codec
    self.pixelFormat = pixelFormat
    self.width = width
    self.height = height
    self.frameRate = frameRate
    self.clockRate = clockRate
    let isFull = pixelFormat.hasPrefix("yuvj") || pixelFormat.hasPrefix("gray")
    self.color =
      color
      ?? ColorDescription(
        matrix: codec.contains("mjpeg")
          ? .bt601 : ColorDescription.guessedMatrix(width: width, height: height),
        range: isFull ? .full : .limited)
    self.orientation = orientation
    self.creationTime = creationTime
    self.isSimulated = isSimulated
    self.options = options
  }

  /// Returns whether this FFmpeg has an encoder of that name or for that codec.
  ///
  /// Those of H.264, HEVC and VP9 are separate libraries, which some builds leave out.
  public static func isAvailable(_ codec: String) -> Bool {
    EncoderOutput.encoder(named: codec) != nil
  }
}

/// A container's mark that its pictures were simulated.
enum SimulatedMark {
  /// The text, which may be a part of a longer one.
  static let text = "simulated by Heartcam"

  /// The keys of the mark: MPEG transport streams have no comments, but name their provider.
  static let keys = ["comment", "service_provider"]
}

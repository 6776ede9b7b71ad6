import CFFmpeg
import FoundationEssentials
import VideoFrames

/// Writes a video file picture by picture, each at its own time, in any container, codec and pixel
/// format that FFmpeg's libraries can write.
///
/// The same pictures give the same bytes: nothing of the day, the machine or its number of cores
/// goes into the file, unless the options ask for more threads. Without `finish` the file is not
/// complete. A writer belongs to one thread.
public final class VideoWriter {
  private let path: String
  private let encoding: VideoEncoding
  private let output: EncoderOutput
  private let painter: PicturePainter
  private var lastTick: Int64?

  /// Creates the file; its name's ending chooses the container. Throws an `FFmpegError` where the
  /// encoder, the pixel format, an option or the container is unknown or they do not go together,
  /// and where the file cannot be made.
  public init(path: String, encoding: VideoEncoding) throws(FFmpegError) {
    _ = LibavLog.silence
    self.path = path
    self.encoding = encoding
    painter = PicturePainter(color: encoding.color, path: path)
    output = try EncoderOutput(path: path, encoding: encoding)
  }

  /// Appends a picture of interleaved red, green, blue of 16 bits, `width` x `height` x 3 numbers.
  ///
  /// `time` is in seconds and at least one unit of the clock later than the last one. Throws an
  /// `FFmpegError` if it is not, or if encoding or writing fails.
  public func append(rgb pixels: Span<UInt16>, time: Double) throws(FFmpegError) {
    try check(pixels.count)
    let frame = try output.newFrame()
    // But on its path to deep RGB, libswscale takes 255 * 256 for white.
    let (white, half): (UInt32, UInt32) = output.isDeepRGB ? (65535, 0) : (65280, 32767)
    let scaled = (0..<pixels.count).map { UInt16((UInt32(pixels[$0]) * white + half) / 65535) }
    try scaled.span.withUnsafeBytes { bytes throws(FFmpegError) in
      #if _endian(big)
      let format = AV_PIX_FMT_RGB48BE
      #else
      let format = AV_PIX_FMT_RGB48LE
      #endif
      try painter.paint(
        bytes.baseAddress!, bytesPerRow: 6 * encoding.width, format: format, into: frame)
    }
    try output.encode(frame, at: tick(of: time))
  }

  /// Appends the same with 8 bits.
  public func append(rgb pixels: Span<UInt8>, time: Double) throws(FFmpegError) {
    try check(pixels.count)
    if output.isDeepRGB {
      // libswscale would put white at 255 * 256.
      let wide = (0..<pixels.count).map { UInt16(pixels[$0]) * 257 }
      return try append(rgb: wide.span, time: time)
    }
    let frame = try output.newFrame()
    try pixels.withUnsafeBytes { bytes throws(FFmpegError) in
      try painter.paint(
        bytes.baseAddress!, bytesPerRow: 3 * encoding.width, format: AV_PIX_FMT_RGB24, into: frame)
    }
    try output.encode(frame, at: tick(of: time))
  }

  /// Appends a picture whose planes `fill` writes in the encoder's own pixel format.
  public func append(
    time: Double, fill: (borrowing WritablePicture) throws -> Void
  ) throws {
    let frame = try output.newFrame()
    var planes: [(base: UnsafeMutableRawPointer, bytesPerRow: Int)] = []
    for index in 0..<4 {
      guard let base = frame.data[index] else { break }
      planes.append((UnsafeMutableRawPointer(base), Int(frame.lineSizes[index])))
    }
    try fill(WritablePicture(width: encoding.width, height: encoding.height, planes: planes))
    try output.encode(frame, at: tick(of: time))
  }

  /// Writes the encoder's remaining pictures, and the container's end. Nothing may follow. Throws an
  /// `FFmpegError`, too, if the container has no room for the mark that the pictures were simulated.
  public func finish() throws(FFmpegError) {
    try output.finish()
    guard encoding.isSimulated else { return }
    let description = try VideoFile(path: path).description
    guard description.isSimulated else {
      throw FFmpegError(
        operation: "write", path: path, code: 0,
        reason: "such a file cannot say that it is simulated; one in .mp4, .mkv, .webm or .avi can")
    }
  }

  /// The names of all video encoders of the FFmpeg in use, in alphabetical order.
  public static var availableEncoders: [String] {
    var names: [String] = []
    var position: UnsafeMutableRawPointer?
    while let codec = av_codec_iterate(&position) {
      guard codec.pointee.type == AVMEDIA_TYPE_VIDEO, av_codec_is_encoder(codec) != 0 else {
        continue
      }
      names.append(String(cString: codec.pointee.name))
    }
    return names.sorted()
  }

  private func check(_ count: Int) throws(FFmpegError) {
    guard count == 3 * encoding.width * encoding.height else {
      throw FFmpegError(
        operation: "write", path: path, code: 0,
        reason: "a picture of \(encoding.width)x\(encoding.height) has "
          + "\(3 * encoding.width * encoding.height) numbers, not \(count)")
    }
  }

  private func tick(of time: Double) throws(FFmpegError) -> Int64 {
    let ticks = (time * output.clockRate).rounded()
    guard ticks.magnitude < 1e15 else {
      throw FFmpegError(operation: "write", path: path, code: 0, reason: "\(time) s is no time")
    }
    let tick = Int64(ticks)
    if let lastTick, tick <= lastTick {
      throw FFmpegError(
        operation: "write", path: path, code: 0,
        reason: "the picture at \(time) s is not later than the one before it")
    }
    lastTick = tick
    return tick
  }
}

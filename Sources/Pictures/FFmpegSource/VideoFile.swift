import CFFmpeg
package import FileAccess
public import VideoFrames

/// A recorded video, read once from its first frame to its last, each lent to a closure.
///
/// It belongs to the thread that opened it.
public struct VideoFile: ~Copyable {
  /// The container's description of the video.
  public let description: VideoDescription

  private let demuxer: Demuxer
  private let decoder: FrameDecoder
  private let orientation: PictureOrientation
  private var clock = FrameClock()
  private var converter: PictureConverter?
  private var formats: (libav: Int32, own: PixelFormat?)?
  private var frameCount = 0

  /// Opens a file, or standard input for "-". Throws an `FFmpegError` if it is no video that can
  /// be read, is a playlist, or has no picture but a cover.
  /// - Parameter isInterrupted: Asked before each read and after a signal has woken one; where it
  ///   says yes, the video ends there.
  public init(
    path: String, options: VideoOptions = VideoOptions(),
    isInterrupted: @escaping () -> Bool = { false }
  ) throws(FFmpegError) {
    let check = InterruptionCheck(isInterrupted)
    let input = try InputPath(path)
    try self.init(try input.opened(check), name: input.name, options: options, check)
  }

  /// Loads FFmpeg's libraries, for a process that can open no file later. A program that is linked with
  /// `CLateLibraries` loads each when one of its functions is first called.
  package static func loadLibraries() {
    _ = avutil_version() + avcodec_version() + avformat_version() + swscale_version()
    _ = swresample_version()
  }

  /// Opens a file without reading it, with the errors of `init(path:)`.
  package static func opened(_ path: String) throws(FFmpegError) -> OpenFile {
    try InputPath(path).opened(InterruptionCheck { false })
  }

  /// Reads an open file, which it closes. A pipe is read from where it is, a file from its beginning.
  /// - Parameters:
  ///   - name: Its name, for messages; its ending may show the kind of file.
  ///   - isInterrupted: The same as above.
  package init(
    _ file: consuming OpenFile, name: String, options: VideoOptions,
    isInterrupted: @escaping () -> Bool
  ) throws(FFmpegError) {
    try self.init(file, name: name, options: options, InterruptionCheck(isInterrupted))
  }

  private init(
    _ file: consuming OpenFile, name: String, options: VideoOptions,
    _ interruption: InterruptionCheck
  ) throws(FFmpegError) {
    let demuxer = try Demuxer(
      file, name: name, stream: options.stream, interruption: interruption)
    let decoder = try FrameDecoder(demuxer, options: options)
    self.demuxer = demuxer
    self.decoder = decoder
    orientation =
      heartcam_display_matrix(demuxer.stream).map { PictureOrientation(displayMatrix: $0) }
      ?? .upright
    description = VideoDescription(demuxer, decoder, orientation)
  }

  /// Decodes the next frame and lends it for as long as `body` runs; nil after the last.
  ///
  /// Times are the stream's own in seconds, wherever it starts, and always advance (see
  /// `damage.mendedTimestamps`). Rethrows what `body` throws; throws an `FFmpegError` if not one
  /// picture could be decoded. Damage after that is counted and passed over.
  public mutating func withNextFrame<Result>(
    _ body: (borrowing PixelFrame) throws -> Result
  ) throws -> Result? {
    guard decoder.next(from: demuxer) else {
      if decoder.needsTooMuchMemory {
        throw FrameDecoder.tooLarge(demuxer.name)
      }
      if frameCount > 0 { return nil }
      guard !demuxer.wasInterrupted else {
        throw FFmpegError(
          operation: "decode", path: demuxer.name, code: heartcam_error_exit())
      }
      throw FFmpegError(
        operation: "decode", path: demuxer.name, code: 0, reason: "it holds no picture that decodes"
      )
    }
    defer { av_frame_unref(decoder.frame) }
    frameCount += 1
    let decoded = decoder.frame.pointee
    let time = clock.time(timestamp: timestamp(of: decoded), duration: duration(of: decoded))
    let (picture, format) = try summable(decoder.frame)
    guard let planes = picture.pointee.planes else {
      throw FFmpegError(
        operation: "decode", path: demuxer.name, code: 0, reason: "a picture without samples")
    }
    let frame = PixelFrame(
      format: format,
      color: ColorDescription(
        picture.pointee, format: format, codec: decoder.codecID, codedWidth: decoder.codedWidth,
        codedHeight: decoder.codedHeight),
      time: time, width: Int(picture.pointee.width), height: Int(picture.pointee.height),
      planes: planes,
      orientation: orientation, decimation: decoder.decimation, codedWidth: decoder.codedWidth,
      codedHeight: decoder.codedHeight, isKeyFrame: decoded.pict_type == AV_PICTURE_TYPE_I)
    return try body(frame)
  }

  /// The damage so far; complete after the last frame.
  public var damage: VideoDamage {
    var damage = VideoDamage()
    damage.damagedPackets = decoder.damagedPackets + demuxer.readErrors
    damage.damagedFrames = decoder.damagedFrames
    damage.mendedTimestamps = clock.mendedCount
    damage.endedEarly = demuxer.endedEarly
    return damage
  }

  /// Whether the pictures so far may be others in another run. Where a picture is damaged, the decoder
  /// completes it from its neighbors; with several threads these may not be complete themselves. A
  /// file that is read again with one thread always gives the same pictures.
  public var dependsOnThreads: Bool {
    decoder.usesThreads && decoder.hasFoundDamage
  }

  /// Whether the frames ended because `isInterrupted` said so.
  public var wasInterrupted: Bool { demuxer.wasInterrupted }

  /// "murmur3:" and 32 hexadecimal digits over the video stream's packets read so far: the same
  /// stream in another container of its kind, or under another name, is the same content.
  public var contentIdentity: String { demuxer.contentIdentity }

  // MARK: -

  /// Returns the picture in a format that can be summed, converted where it is not in one.
  private mutating func summable(
    _ frame: UnsafeMutablePointer<AVFrame>
  ) throws(FFmpegError) -> (UnsafeMutablePointer<AVFrame>, PixelFormat) {
    if formats?.libav != frame.pointee.format {
      let own = PixelFormat(AVPixelFormat(frame.pointee.format))
      formats = (frame.pointee.format, own)
    }
    if let own = formats?.own { return (frame, own) }
    let converter = converter ?? PictureConverter(path: demuxer.name)
    self.converter = converter
    let converted = try converter.convert(frame)
    guard let own = PixelFormat(AVPixelFormat(converted.pointee.format)) else {
      preconditionFailure("a conversion to a format that cannot be summed")
    }
    return (converted, own)
  }

  private func timestamp(of frame: AVFrame) -> Double? {
    frame.best_effort_timestamp == heartcam_no_timestamp()
      ? nil : Double(frame.best_effort_timestamp) * demuxer.timeUnit
  }

  /// Returns the seconds, from the frame, else from the stream's rate, else of 25 frames per second.
  private func duration(of frame: AVFrame) -> Double {
    let own = withUnsafePointer(to: frame) { Double(heartcam_frame_duration($0)) }
    if own > 0 { return own * demuxer.timeUnit }
    for rate in [demuxer.stream.pointee.avg_frame_rate, demuxer.stream.pointee.r_frame_rate]
    where rate.value > 0 {
      return 1 / rate.value
    }
    return 1 / 25
  }
}

extension VideoDescription {
  fileprivate init(_ demuxer: Demuxer, _ decoder: FrameDecoder, _ orientation: PictureOrientation) {
    let stream = demuxer.stream.pointee
    let parameters = stream.codecpar.pointee
    let width = Int(parameters.width)
    let height = Int(parameters.height)
    let rate = stream.avg_frame_rate.value
    self.init(
      container: demuxer.containerName, codec: decoder.codecName,
      pixelFormat: av_get_pix_fmt_name(AVPixelFormat(parameters.format)).map {
        String(cString: $0)
      },
      displayedWidth: orientation.isSideways ? height : width,
      displayedHeight: orientation.isSideways ? width : height,
      rotation: orientation.quarterTurns, hasTimes: demuxer.hasTimes,
      filmedFrameRate: demuxer.filmedFrameRate, averageFrameRate: rate > 0 ? rate : nil,
      duration: demuxer.duration, creationTime: demuxer.creationTime,
      isSimulated: demuxer.isSimulated)
    if stream.nb_frames > 0 {
      estimatedFrameCount = Int(stream.nb_frames)
    } else if let duration, rate > 0, duration * rate < 1e15 {
      estimatedFrameCount = Int((duration * rate).rounded())
    }
  }
}

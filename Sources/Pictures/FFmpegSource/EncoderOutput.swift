import CFFmpeg
import FileAccess
import FoundationEssentials
import VideoFrames

/// An encoder and the file that its packets go to; owns libavcodec's and libavformat's handles.
final class EncoderOutput {
  /// Units of the encoder's clock in a second.
  let clockRate: Double

  private let path: String
  private let frameTicks: Int64
  private let codec: UnsafeMutablePointer<AVCodecContext>
  private let container: UnsafeMutablePointer<AVFormatContext>
  private let stream: UnsafeMutablePointer<AVStream>
  private let frame: UnsafeMutablePointer<AVFrame>
  private let packet: UnsafeMutablePointer<AVPacket>
  private var isFinished = false

  init(path: String, encoding: VideoEncoding) throws(FFmpegError) {
    let encoder = try Self.encoder(named: encoding.codec, path)
    guard (0.001...60000).contains(encoding.frameRate), (encoding.clockRate ?? 1) > 0 else {
      throw Self.refusal(path, "a frame rate of \(encoding.frameRate) is not possible")
    }
    var container: UnsafeMutablePointer<AVFormatContext>?
    guard avformat_alloc_output_context2(&container, nil, nil, "file:" + path) >= 0, let container,
      container.pointee.oformat.pointee.flags & AVFMT_NOFILE == 0
    else {
      avformat_free_context(container)
      throw Self.refusal(path, "no container is known by its ending; .mp4, .mkv, .mov and .avi are")
    }
    guard let codec = avcodec_alloc_context3(encoder), let frame = av_frame_alloc(),
      let packet = av_packet_alloc(), let stream = avformat_new_stream(container, nil)
    else { outOfMemory() }
    self.path = path
    self.container = container
    self.codec = codec
    self.frame = frame
    self.packet = packet
    self.stream = stream
    let variesRate = Self.variesRate(container.pointee.oformat.pointee)
    let rate = av_d2q(encoding.frameRate, 60000)
    let clock =
      encoding.clockRate.map { AVRational(num: Int32(clamping: $0), den: 1) }
      ?? (variesRate ? AVRational(num: 60000, den: 1) : rate)
    clockRate = clock.value
    frameTicks = max(1, Int64((clock.value / encoding.frameRate).rounded()))
    LibavLog.watch(codec)
    LibavLog.watch(container)
    codec.pointee.time_base = AVRational(num: clock.den, den: clock.num)
    codec.pointee.framerate = rate
    try configure(encoding)
    try open(encoder, encoding)
  }

  deinit {
    LibavLog.unwatch(codec)
    LibavLog.unwatch(container)
    var codec: UnsafeMutablePointer<AVCodecContext>? = codec
    var frame: UnsafeMutablePointer<AVFrame>? = frame
    var packet: UnsafeMutablePointer<AVPacket>? = packet
    avcodec_free_context(&codec)
    av_frame_free(&frame)
    av_packet_free(&packet)
    avio_closep(&container.pointee.pb)
    avformat_free_context(container)
  }

  /// Returns a picture with new memory: the encoder may still hold the one before it.
  func newFrame() throws(FFmpegError) -> UnsafeMutablePointer<AVFrame> {
    av_frame_unref(frame)
    frame.pointee.width = codec.pointee.width
    frame.pointee.height = codec.pointee.height
    frame.pointee.format = codec.pointee.pix_fmt.rawValue
    frame.pointee.colorspace = codec.pointee.colorspace
    frame.pointee.color_range = codec.pointee.color_range
    try check(av_frame_get_buffer(frame, 0))
    return frame
  }

  /// Whether the encoder takes red, green and blue of more than 8 bits.
  var isDeepRGB: Bool {
    guard let descriptor = av_pix_fmt_desc_get(codec.pointee.pix_fmt)?.pointee else { return false }
    return descriptor.flags & UInt64(AV_PIX_FMT_FLAG_RGB) != 0 && descriptor.comp.0.depth > 8
  }

  func encode(_ frame: UnsafeMutablePointer<AVFrame>, at tick: Int64) throws(FFmpegError) {
    frame.pointee.pts = tick
    try check(avcodec_send_frame(codec, frame))
    try writePackets()
  }

  func finish() throws(FFmpegError) {
    guard !isFinished else { return }
    isFinished = true
    try check(avcodec_send_frame(codec, nil))
    try writePackets()
    try check(av_write_trailer(container))
    // A full disk may show only now.
    try check(avio_closep(&container.pointee.pb))
  }

  // MARK: -

  private func configure(_ encoding: VideoEncoding) throws(FFmpegError) {
    let format = av_get_pix_fmt(encoding.pixelFormat)
    guard format != AV_PIX_FMT_NONE, let descriptor = av_pix_fmt_desc_get(format) else {
      throw Self.refusal(path, "there is no pixel format \(encoding.pixelFormat)")
    }
    codec.pointee.pix_fmt = format
    codec.pointee.width = Int32(clamping: encoding.width)
    codec.pointee.height = Int32(clamping: encoding.height)
    codec.pointee.thread_count = 1
    codec.pointee.flags |= AV_CODEC_FLAG_BITEXACT
    codec.pointee.strict_std_compliance = FF_COMPLIANCE_UNOFFICIAL
    if container.pointee.oformat.pointee.flags & AVFMT_GLOBALHEADER != 0 {
      codec.pointee.flags |= AV_CODEC_FLAG_GLOBAL_HEADER
    }
    codec.pointee.color_range =
      encoding.color.range == .full ? AVCOL_RANGE_JPEG : AVCOL_RANGE_MPEG
    if descriptor.pointee.flags & UInt64(AV_PIX_FMT_FLAG_RGB) != 0 {
      codec.pointee.colorspace = AVCOL_SPC_RGB
      codec.pointee.color_range = AVCOL_RANGE_JPEG
    } else if descriptor.pointee.nb_components >= 3 {
      codec.pointee.colorspace = Self.colorSpace(encoding.color.matrix)
    }
    container.pointee.flags |= AVFMT_FLAG_BITEXACT
    for key in SimulatedMark.keys where encoding.isSimulated {
      av_dict_set(&container.pointee.metadata, key, SimulatedMark.text, 0)
    }
    if let time = encoding.creationTime {
      av_dict_set(
        &container.pointee.metadata, "creation_time",
        Date(timeIntervalSince1970: time).formatted(
          .iso8601.year().month().day().time(includingFractionalSeconds: true)
            // Without it libav takes the time for a local one.
            .timeZone(separator: .omitted)), 0)
    }
  }

  private func open(
    _ encoder: UnsafePointer<AVCodec>, _ encoding: VideoEncoding
  ) throws(FFmpegError) {
    var options: OpaquePointer?
    defer { av_dict_free(&options) }
    if String(cString: encoder.pointee.name) == "libx265" {
      // It takes its threads from the machine and writes to standard error by itself.
      av_dict_set(&options, "x265-params", "pools=none:frame-threads=1:log-level=none", 0)
    }
    if String(cString: encoder.pointee.name) == "libx264" {
      // Its vector code for macroblock trees gives other files from run to run (version 164, 66 x 50
      // pixels: 50 of 150 differed; none without).
      av_dict_set(&options, "mbtree", "0", 0)
    }
    for (name, value) in encoding.options.sorted(by: { $0.key < $1.key }) {
      av_dict_set(&options, name, value, 0)
    }
    try check(avcodec_open2(codec, encoder, &options))
    try check(avcodec_parameters_from_context(stream.pointee.codecpar, codec))
    stream.pointee.time_base = codec.pointee.time_base
    stream.pointee.avg_frame_rate = codec.pointee.framerate
    if encoding.orientation != .upright {
      guard let matrix = heartcam_new_display_matrix(stream) else { outOfMemory() }
      encoding.orientation.write(toDisplayMatrix: matrix)
    }
    let code = "file:\(path)".withFileName {
      avio_open(&container.pointee.pb, $0, AVIO_FLAG_WRITE)
    }
    try check(code)
    try check(avformat_write_header(container, &options))
    if let unknown = av_dict_get(options, "", nil, AV_DICT_IGNORE_SUFFIX)?.pointee.key {
      throw Self.refusal(path, "there is no option \(String(cString: unknown))")
    }
  }

  private func writePackets() throws(FFmpegError) {
    while true {
      let code = avcodec_receive_packet(codec, packet)
      if code == heartcam_error_again() || code == heartcam_error_end_of_file() { return }
      try check(code)
      if packet.pointee.duration <= 0 { packet.pointee.duration = frameTicks }
      packet.pointee.stream_index = stream.pointee.index
      av_packet_rescale_ts(packet, codec.pointee.time_base, stream.pointee.time_base)
      try check(av_interleaved_write_frame(container, packet))
    }
  }

  private func check(_ code: Int32) throws(FFmpegError) {
    guard code < 0 else { return }
    throw FFmpegError(
      operation: "write", path: path, code: code,
      log: LibavLog.lastError(of: codec) ?? LibavLog.lastError(of: container))
  }

  private static func encoder(
    named name: String, _ path: String
  ) throws(FFmpegError) -> UnsafePointer<AVCodec> {
    if let encoder = encoder(named: name) { return encoder }
    throw refusal(path, "this FFmpeg has no encoder \(name)")
  }

  /// Returns an encoder by its own name or its codec's, `nil` where FFmpeg was built without it.
  static func encoder(named name: String) -> UnsafePointer<AVCodec>? {
    avcodec_find_encoder_by_name(name)
      ?? avcodec_descriptor_get_by_name(name).flatMap { avcodec_find_encoder($0.pointee.id) }
  }

  /// Returns whether frames may come at any time. libav's own flag for it is missing from MP4's muxer.
  private static func variesRate(_ format: AVOutputFormat) -> Bool {
    format.flags & AVFMT_NOTIMESTAMPS == 0
      && !["avi", "gxf", "mxf", "mxf_d10", "mxf_opatom", "swf", "yuv4mpegpipe"].contains(
        String(cString: format.name))
  }

  private static func colorSpace(_ matrix: ColorDescription.Matrix) -> AVColorSpace {
    switch matrix {
    case .bt601: AVCOL_SPC_SMPTE170M
    case .bt709: AVCOL_SPC_BT709
    case .bt2020: AVCOL_SPC_BT2020_NCL
    case .fcc: AVCOL_SPC_FCC
    case .smpte240m: AVCOL_SPC_SMPTE240M
    }
  }

  private static func refusal(_ path: String, _ reason: String) -> FFmpegError {
    FFmpegError(operation: "write", path: path, code: 0, reason: reason)
  }
}

extension PictureOrientation {
  /// Writes the nine numbers, the last of which scales: 16.16 fixed point except for its 2.30.
  func write(toDisplayMatrix matrix: UnsafeMutablePointer<Int32>) {
    let one: Int32 = 1 << 16
    // The rightward and downward directions when the picture is turned clockwise, y pointing down.
    let turns: [(Int32, Int32)] = [(1, 0), (0, 1), (-1, 0), (0, -1)]
    let right = turns[quarterTurns]
    let down = turns[(quarterTurns + 1) & 3]
    let sign: Int32 = isMirrored ? -1 : 1
    for index in 0..<9 { matrix[index] = 0 }
    matrix[0] = sign * right.0 * one
    matrix[1] = sign * right.1 * one
    matrix[3] = down.0 * one
    matrix[4] = down.1 * one
    matrix[8] = 1 << 30
  }
}

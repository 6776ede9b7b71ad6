import CFFmpeg

/// Turns packets into pictures; owns libavcodec's context, and one packet and one frame that are
/// used again and again.
final class FrameDecoder {
  let frame: UnsafeMutablePointer<AVFrame>
  let codecName: String
  private(set) var damagedPackets = 0
  private(set) var damagedFrames = 0

  private let context: UnsafeMutablePointer<AVCodecContext>
  private let packet: UnsafeMutablePointer<AVPacket>
  private var isDraining = false

  init(_ demuxer: Demuxer, options: VideoOptions) throws(FFmpegError) {
    // A stream has its parameters from its allocation on.
    guard let parameters = demuxer.stream.pointee.codecpar else { outOfMemory() }
    let name = String(cString: avcodec_get_name(parameters.pointee.codec_id))
    codecName = name
    guard let codec = avcodec_find_decoder(parameters.pointee.codec_id) else {
      throw FFmpegError(
        operation: "decode", path: demuxer.name, code: 0,
        reason: "this FFmpeg has no decoder for its codec (\(name))")
    }
    guard let context = avcodec_alloc_context3(codec), let packet = av_packet_alloc(),
      let frame = av_frame_alloc()
    else { outOfMemory() }
    self.context = context
    self.packet = packet
    self.frame = frame
    var code = avcodec_parameters_to_context(context, parameters)
    context.pointee.pkt_timebase = demuxer.stream.pointee.time_base
    context.pointee.max_pixels = Int64(Demuxer.greatestPixelCount)
    context.pointee.thread_count = Int32(clamping: max(options.threads, 0))
    let pixels = Int64(parameters.pointee.width) * Int64(parameters.pointee.height)
    if options.threads <= 0 && pixels > 1 << 25 {
      // Each thread holds pictures of its own: of such sizes, hundreds of megabytes.
      context.pointee.thread_count = 1
    }
    if options.fast {
      // Of all pictures it would drift: see `VideoOptions.fast`.
      context.pointee.skip_loop_filter = AVDISCARD_NONREF
      if codec.pointee.id == AV_CODEC_ID_MJPEG {
        context.pointee.lowres = min(3, Int32(codec.pointee.max_lowres))
      }
    }
    if code >= 0 { code = avcodec_open2(context, codec, nil) }
    if code < 0 {
      throw FFmpegError(operation: "decode", path: demuxer.name, code: code)
    }
  }

  deinit {
    var context: UnsafeMutablePointer<AVCodecContext>? = context
    var packet: UnsafeMutablePointer<AVPacket>? = packet
    var frame: UnsafeMutablePointer<AVFrame>? = frame
    avcodec_free_context(&context)
    av_packet_free(&packet)
    av_frame_free(&frame)
  }

  var codecID: AVCodecID { context.pointee.codec_id }

  /// Whether pictures are decoded at the same time.
  var usesThreads: Bool { context.pointee.thread_count > 1 }

  /// The binary logarithm of how much smaller pictures are decoded than they were coded.
  var decimation: Int { Int(context.pointee.lowres) }

  /// The size of the picture as it was coded.
  var codedWidth: Int {
    decimation > 0 ? Int(context.pointee.coded_width) : Int(frame.pointee.width)
  }

  var codedHeight: Int {
    decimation > 0 ? Int(context.pointee.coded_height) : Int(frame.pointee.height)
  }

  /// Decodes until `frame` holds the next picture; false at the end. A packet that cannot be
  /// decoded is counted and the next one is tried.
  func next(from demuxer: Demuxer) -> Bool {
    var failuresWhileDraining = 0
    while true {
      let code = avcodec_receive_frame(context, frame)
      if code >= 0 {
        let isDamaged =
          frame.pointee.decode_error_flags != 0 || frame.pointee.flags & AV_FRAME_FLAG_CORRUPT != 0
        if isDamaged { damagedFrames += 1 }
        return true
      }
      if code == heartcam_error_end_of_file() { return false }
      if code != heartcam_error_again() { damagedPackets += 1 }
      if isDraining {
        // A decoder with threads reports one failure for each of them at most.
        failuresWhileDraining += 1
        if failuresWhileDraining > 1024 { return false }
      } else {
        feed(demuxer)
      }
    }
  }

  private func feed(_ demuxer: Demuxer) {
    guard demuxer.read(into: packet) else {
      isDraining = true
      avcodec_send_packet(context, nil)
      return
    }
    defer { av_packet_unref(packet) }
    let code = avcodec_send_packet(context, packet)
    if code < 0 && code != heartcam_error_end_of_file() { damagedPackets += 1 }
  }
}

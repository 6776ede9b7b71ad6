import CFFmpeg

/// A sound file, decoded part by part to 16-bit samples of two channels at one rate.
///
/// It lives and dies on the thread that opened it. As with videos, only the file itself is read.
public final class AudioClip {
  /// Samples per second of each channel.
  public static let sampleRate = 48_000

  /// Left and right.
  public static let channelCount = 2

  private let demuxer: Demuxer
  private let context: UnsafeMutablePointer<AVCodecContext>
  private let packet: UnsafeMutablePointer<AVPacket>
  private let frame: UnsafeMutablePointer<AVFrame>
  private var resampler: OpaquePointer?
  private var layout: Layout?
  private var first: [Int16]?
  private var isDraining = false
  private var isAtEnd = false

  /// The layout of a frame's samples. It may change within a file.
  private struct Layout: Equatable {
    var format: Int32
    var rate: Int32
    var channels: Int32
  }

  /// Opens a file and decodes its beginning; throws if there is no sound in it that can be decoded.
  public init(_ path: String) throws(FFmpegError) {
    let check = InterruptionCheck { false }
    let input = try InputPath(path)
    demuxer = try Demuxer(
      try input.opened(check), name: input.name, stream: nil, interruption: check, isSound: true)
    guard let parameters = demuxer.stream.pointee.codecpar else { outOfMemory() }
    let codec = avcodec_find_decoder(parameters.pointee.codec_id)
    guard let context = avcodec_alloc_context3(codec), let packet = av_packet_alloc(),
      let frame = av_frame_alloc()
    else { outOfMemory() }
    (self.context, self.packet, self.frame) = (context, packet, frame)
    guard let codec else {
      let name = String(cString: avcodec_get_name(parameters.pointee.codec_id))
      throw FFmpegError(
        operation: "decode", path: path, code: 0,
        reason: "this FFmpeg has no decoder for its codec (\(name))")
    }
    var code = avcodec_parameters_to_context(context, parameters)
    context.pointee.pkt_timebase = demuxer.stream.pointee.time_base
    context.pointee.thread_count = 1
    if code >= 0 { code = avcodec_open2(context, codec, nil) }
    guard code >= 0 else { throw FFmpegError(operation: "decode", path: path, code: code) }
    first = nextPart()
    guard first != nil else {
      throw FFmpegError(
        operation: "decode", path: path, code: 0, reason: "it holds no sound that can be decoded")
    }
  }

  deinit {
    var context: UnsafeMutablePointer<AVCodecContext>? = context
    var packet: UnsafeMutablePointer<AVPacket>? = packet
    var frame: UnsafeMutablePointer<AVFrame>? = frame
    avcodec_free_context(&context)
    av_packet_free(&packet)
    av_frame_free(&frame)
    swr_free(&resampler)
  }

  /// Returns the next samples, left and right in turn; `nil` at the end. Undecodable parts are left out.
  public func next() -> [Int16]? {
    if let first {
      self.first = nil
      return first
    }
    return nextPart()
  }

  // MARK: -

  private func nextPart() -> [Int16]? {
    while !isAtEnd {
      let code = avcodec_receive_frame(context, frame)
      if code >= 0 {
        defer { av_frame_unref(frame) }
        let part = samples()
        if !part.isEmpty { return part }
      } else if code == heartcam_error_end_of_file() || isDraining {
        isAtEnd = true
        let rest = resampled(nil)
        return rest.isEmpty ? nil : rest
      } else {
        feed()
      }
    }
    return nil
  }

  private func feed() {
    guard demuxer.read(into: packet) else {
      isDraining = true
      avcodec_send_packet(context, nil)
      return
    }
    defer { av_packet_unref(packet) }
    avcodec_send_packet(context, packet)
  }

  /// Returns the samples of the frame, after those of a layout that it ends.
  private func samples() -> [Int16] {
    let layout = Layout(
      format: frame.pointee.format, rate: frame.pointee.sample_rate,
      channels: frame.pointee.ch_layout.nb_channels)
    guard layout.rate > 0, layout.channels > 0 else { return [] }
    var rest: [Int16] = []
    if layout != self.layout {
      rest = resampled(nil)
      makeResampler(layout)
    }
    return rest + resampled(UnsafePointer(frame))
  }

  private func makeResampler(_ layout: Layout) {
    swr_free(&resampler)
    var (from, to) = (AVChannelLayout(), AVChannelLayout())
    // A file need not say which channel is where.
    if frame.pointee.ch_layout.order == AV_CHANNEL_ORDER_UNSPEC {
      av_channel_layout_default(&from, layout.channels)
    } else {
      av_channel_layout_copy(&from, &frame.pointee.ch_layout)
    }
    av_channel_layout_default(&to, Int32(Self.channelCount))
    defer {
      av_channel_layout_uninit(&from)
      av_channel_layout_uninit(&to)
    }
    let code = swr_alloc_set_opts2(
      &resampler, &to, AV_SAMPLE_FMT_S16, Int32(Self.sampleRate), &from,
      AVSampleFormat(layout.format), layout.rate, 0, nil)
    if code < 0 || swr_init(resampler) < 0 { swr_free(&resampler) }
    self.layout = layout
  }

  /// Returns the resampler's output for a frame, or without one the rest that it still holds.
  private func resampled(_ frame: UnsafePointer<AVFrame>?) -> [Int16] {
    guard let resampler else { return [] }
    let capacity = swr_get_out_samples(resampler, frame?.pointee.nb_samples ?? 0)
    guard capacity > 0 else { return [] }
    let size = Int(capacity) * Self.channelCount
    return [Int16](unsafeUninitializedCapacity: size) { buffer, count in
      let code = buffer.withMemoryRebound(to: UInt8.self) {
        heartcam_resample(resampler, $0.baseAddress, capacity, frame)
      }
      count = max(0, Int(code)) * Self.channelCount
    }
  }
}

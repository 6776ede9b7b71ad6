import CFFmpeg
package import VideoFrames

/// Decodes a camera's JPEGs by libavcodec at an eighth of their size: each block of 8 x 8 pixels
/// becomes its mean. Owns one context, one packet and one frame.
///
/// `heartcam-bench camera` measures it. It does not use `BlockMeans`: a camera's 30 pictures per second take 4 to 10
/// hundredths of a core as it is, and a live camera's pictures are taken apart outside the sandbox.
package final class MotionJPEGDecoder {
  private let context: UnsafeMutablePointer<AVCodecContext>
  private let packet: UnsafeMutablePointer<AVPacket>
  private let decoded: UnsafeMutablePointer<AVFrame>

  /// Makes a decoder; `nil` if this libavcodec has none for Motion JPEG.
  package init?() {
    _ = LibavLog.silence
    guard let codec = avcodec_find_decoder(AV_CODEC_ID_MJPEG),
      let context = avcodec_alloc_context3(codec)
    else { return nil }
    context.pointee.lowres = min(3, Int32(codec.pointee.max_lowres))
    context.pointee.thread_count = 1
    context.pointee.max_pixels = 1 << 26
    context.pointee.err_recognition = AV_EF_EXPLODE
    guard avcodec_open2(context, codec, nil) >= 0, let packet = av_packet_alloc() else {
      var context: UnsafeMutablePointer<AVCodecContext>? = context
      avcodec_free_context(&context)
      return nil
    }
    guard let decoded = av_frame_alloc() else {
      var context: UnsafeMutablePointer<AVCodecContext>? = context
      var packet: UnsafeMutablePointer<AVPacket>? = packet
      avcodec_free_context(&context)
      av_packet_free(&packet)
      return nil
    }
    self.context = context
    self.packet = packet
    self.decoded = decoded
  }

  deinit {
    var context: UnsafeMutablePointer<AVCodecContext>? = context
    var packet: UnsafeMutablePointer<AVPacket>? = packet
    var decoded: UnsafeMutablePointer<AVFrame>? = decoded
    avcodec_free_context(&context)
    av_packet_free(&packet)
    av_frame_free(&decoded)
  }

  /// Lends the picture that the bytes hold; `nil` if they are no whole JPEG.
  package func withPicture<Result>(
    _ bytes: UnsafeRawBufferPointer, time: Double,
    _ body: (borrowing PixelFrame) throws -> Result
  ) rethrows -> Result? {
    guard Self.hasEnd(bytes), decode(bytes) else { return nil }
    defer { av_frame_unref(decoded) }
    let picture = decoded.pointee
    guard let format = PixelFormat(AVPixelFormat(picture.format)), let planes = picture.planes,
      picture.width > 0, picture.height > 0
    else { return nil }
    let frame = PixelFrame(
      format: format, color: ColorDescription(matrix: .bt601, range: .full), time: time,
      width: Int(picture.width), height: Int(picture.height), planes: planes,
      decimation: Int(context.pointee.lowres), codedWidth: Int(context.pointee.coded_width),
      codedHeight: Int(context.pointee.coded_height))
    return try body(frame)
  }

  /// Returns whether there is an end, wherever it is: cameras leave zeros or the rest of an earlier
  /// picture after it. libavcodec fills a picture without one with gray.
  static func hasEnd(_ bytes: UnsafeRawBufferPointer) -> Bool {
    var index = bytes.count - 2
    while index > 2 {
      if bytes[index] == 0xFF && bytes[index + 1] == 0xD9 { return true }
      index -= 1
    }
    return false
  }

  private func decode(_ bytes: UnsafeRawBufferPointer) -> Bool {
    guard let base = bytes.baseAddress, bytes.count < Int(Int32.max) else { return false }
    packet.pointee.data = UnsafeMutablePointer(
      mutating: base.assumingMemoryBound(to: UInt8.self))
    packet.pointee.size = Int32(bytes.count)
    defer {
      packet.pointee.data = nil
      packet.pointee.size = 0
    }
    // A packet that owns no memory is copied, with the padding that the decoder reads beyond it.
    guard avcodec_send_packet(context, packet) >= 0,
      avcodec_receive_frame(context, decoded) >= 0
    else {
      avcodec_flush_buffers(context)
      return false
    }
    guard decoded.pointee.decode_error_flags == 0,
      decoded.pointee.flags & AV_FRAME_FLAG_CORRUPT == 0
    else {
      av_frame_unref(decoded)
      return false
    }
    return true
  }
}

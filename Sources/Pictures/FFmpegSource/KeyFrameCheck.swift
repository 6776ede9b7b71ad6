import CFFmpeg

/// libvpx's decoder of VP9, for key frames: it checks where the bits of a picture end, which shows
/// nearly all damage. libavcodec's own, which is faster, takes any bits for a picture.
final class KeyFrameCheck {
  private var context: UnsafeMutablePointer<AVCodecContext>?
  private var frame = av_frame_alloc()

  /// - Returns: `nil` for other codecs, without that decoder, and for pictures that would take much memory twice.
  init?(_ parameters: UnsafePointer<AVCodecParameters>) {
    let size = Int(parameters.pointee.width) * Int(parameters.pointee.height)
    guard parameters.pointee.codec_id == AV_CODEC_ID_VP9, size <= 4096 * 2304,
      let decoder = avcodec_find_decoder_by_name("libvpx-vp9")
    else { return nil }
    context = avcodec_alloc_context3(decoder)
    guard avcodec_open2(context, decoder, nil) >= 0 else { return nil }
  }

  deinit {
    avcodec_free_context(&context)
    av_frame_free(&frame)
  }

  /// Returns whether a packet is a key frame with damage.
  func findsDamage(in packet: UnsafePointer<AVPacket>) -> Bool {
    guard packet.pointee.flags & AV_PKT_FLAG_KEY != 0 else { return false }
    var code = avcodec_send_packet(context, packet)
    while code >= 0 { code = avcodec_receive_frame(context, frame) }
    return code != heartcam_error_again()
  }
}

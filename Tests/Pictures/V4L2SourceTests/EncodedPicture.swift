import CFFmpeg
import Testing

/// Pictures from libavcodec's encoder: a gradient with noise. With several slices they have restart markers.
enum EncodedPicture {
  static func jpeg(
    _ format: AVPixelFormat, width: Int, height: Int, quality: Int, slices: Int32 = 1
  ) throws -> [UInt8] {
    let codec = try #require(avcodec_find_encoder(AV_CODEC_ID_MJPEG))
    var context = avcodec_alloc_context3(codec)
    defer { avcodec_free_context(&context) }
    var frame = av_frame_alloc()
    defer { av_frame_free(&frame) }
    var packet = av_packet_alloc()
    defer { av_packet_free(&packet) }
    let (encoder, picture) = (try #require(context), try #require(frame))
    encoder.pointee.width = Int32(width)
    encoder.pointee.height = Int32(height)
    encoder.pointee.pix_fmt = format
    encoder.pointee.color_range = AVCOL_RANGE_JPEG
    encoder.pointee.strict_std_compliance = FF_COMPLIANCE_UNOFFICIAL
    encoder.pointee.time_base = AVRational(num: 1, den: 30)
    encoder.pointee.flags |= AV_CODEC_FLAG_QSCALE
    encoder.pointee.global_quality = Int32(quality) * FF_QP2LAMBDA
    encoder.pointee.thread_count = slices
    encoder.pointee.thread_type = FF_THREAD_SLICE
    encoder.pointee.slices = slices
    try #require(avcodec_open2(encoder, codec, nil) >= 0)
    picture.pointee.width = Int32(width)
    picture.pointee.height = Int32(height)
    picture.pointee.format = format.rawValue
    picture.pointee.quality = Int32(quality) * FF_QP2LAMBDA
    try #require(av_frame_get_buffer(picture, 0) >= 0)
    var random: UInt32 = 12345
    for (plane, stride) in [
      (picture.pointee.data.0, picture.pointee.linesize.0),
      (picture.pointee.data.1, picture.pointee.linesize.1),
      (picture.pointee.data.2, picture.pointee.linesize.2),
    ] {
      guard let plane else { continue }
      let isLuma = plane == picture.pointee.data.0
      let rows = isLuma || format != AV_PIX_FMT_YUVJ420P ? height : (height + 1) / 2
      for row in 0..<rows {
        for column in 0..<Int(stride) {
          random = random &* 1_664_525 &+ 1_013_904_223
          plane[row * Int(stride) + column] = UInt8(
            truncatingIfNeeded: (row + column) / 2 + Int(random >> 27))
        }
      }
    }
    try #require(avcodec_send_frame(encoder, picture) >= 0)
    let output = try #require(packet)
    try #require(avcodec_receive_packet(encoder, output) >= 0)
    return Array(
      UnsafeBufferPointer(start: output.pointee.data, count: Int(output.pointee.size)))
  }
}

import CFFmpeg
import Testing
import VideoFrames

@testable import FFmpegSource

/// A picture: its time in the stream's units and its samples, without padding.
struct MeansPicture: Equatable {
  var time: Double
  var planes: [[UInt8]]

  init(time: Double, planes: [[UInt8]]) {
    self.time = time
    self.planes = planes
  }

  init(_ frame: borrowing PixelFrame) {
    let planes = [frame.planes.0, frame.planes.1, frame.planes.2]
    self.init(
      time: frame.time,
      planes: (0..<frame.format.planeCount).map { index in
        let count = frame.format.minimumBytesPerRow(plane: index, width: frame.width)
        return (0..<frame.format.rows(plane: index, height: frame.height)).flatMap { row in
          Array(
            UnsafeRawBufferPointer(
              start: planes[index].base + row * planes[index].bytesPerRow, count: count))
        }
      })
  }
}

/// A Motion JPEG file as libavformat takes it apart, and libavcodec alone decodes it at an eighth of the size.
struct LibavMeans {
  var pictures: [MeansPicture] = []
  var damagedPackets = 0

  /// Decodes a whole file, but for pictures that are cut off where others end.
  init(path: String) throws {
    try Self.read(path) { context, stream in
      let codec = try #require(avcodec_find_decoder(stream.pointee.codecpar.pointee.codec_id))
      var decoder = avcodec_alloc_context3(codec)
      defer { avcodec_free_context(&decoder) }
      let open = try #require(decoder)
      avcodec_parameters_to_context(open, stream.pointee.codecpar)
      open.pointee.pkt_timebase = stream.pointee.time_base
      open.pointee.lowres = 3
      open.pointee.thread_count = 1
      try #require(avcodec_open2(open, codec, nil) >= 0)
      var (packet, frame) = (av_packet_alloc(), av_frame_alloc())
      defer {
        av_packet_free(&packet)
        av_frame_free(&frame)
      }
      let unit = Double(stream.pointee.time_base.num) / Double(stream.pointee.time_base.den)
      var (isAtEnd, hasEnds) = (false, false)
      while !isAtEnd {
        isAtEnd = av_read_frame(context, packet) < 0
        if !isAtEnd, let read = packet?.pointee {
          let hasEnd = MotionJPEGDecoder.hasEnd(
            UnsafeRawBufferPointer(start: read.data, count: Int(read.size)))
          hasEnds = hasEnds || hasEnd
          if hasEnds, !hasEnd {
            damagedPackets += 1
            av_packet_unref(packet)
            continue
          }
        }
        if avcodec_send_packet(open, isAtEnd ? nil : packet) < 0 && !isAtEnd { damagedPackets += 1 }
        av_packet_unref(packet)
        while avcodec_receive_frame(open, frame) >= 0 {
          let decoded = try #require(frame).pointee
          pictures.append(
            MeansPicture(
              time: Double(decoded.best_effort_timestamp) * unit, planes: try Self.planes(decoded)))
          av_frame_unref(frame)
        }
      }
    }
  }

  private static func planes(_ frame: AVFrame) throws -> [[UInt8]] {
    let format = try #require(av_pix_fmt_desc_get(AVPixelFormat(frame.format))).pointee
    let data = [frame.data.0, frame.data.1, frame.data.2]
    let bytes = format.comp.0.depth > 8 ? 2 : 1
    let strides = [frame.linesize.0, frame.linesize.1, frame.linesize.2]
    return try (0..<Int(format.nb_components)).map { index in
      let isChroma = format.nb_components == 3 && index > 0
      let (x, y) = isChroma ? (format.log2_chroma_w, format.log2_chroma_h) : (0, 0)
      let width = (Int(frame.width) + 1 << Int(x) - 1) >> Int(x)
      let height = (Int(frame.height) + 1 << Int(y) - 1) >> Int(y)
      let base = try #require(data[index])
      return (0..<height).flatMap { row in
        Array(UnsafeBufferPointer(start: base + row * Int(strides[index]), count: width * bytes))
      }
    }
  }

  /// The packets of a file.
  static func packets(path: String) throws -> [[UInt8]] {
    var packets: [[UInt8]] = []
    try read(path) { context, _ in
      var packet = av_packet_alloc()
      defer { av_packet_free(&packet) }
      while av_read_frame(context, packet) >= 0 {
        let read = try #require(packet).pointee
        packets.append(Array(UnsafeBufferPointer(start: read.data, count: Int(read.size))))
        av_packet_unref(packet)
      }
    }
    return packets
  }

  /// Writes pictures into a NUT file as they are, whatever their bytes, 30 a second.
  static func write(_ pictures: [[UInt8]], width: Int, height: Int, to path: String) throws {
    var output: UnsafeMutablePointer<AVFormatContext>?
    try #require(avformat_alloc_output_context2(&output, nil, "nut", path) >= 0)
    let context = try #require(output)
    defer { avformat_free_context(context) }
    let stream = try #require(avformat_new_stream(context, nil))
    stream.pointee.codecpar.pointee.codec_type = AVMEDIA_TYPE_VIDEO
    stream.pointee.codecpar.pointee.codec_id = AV_CODEC_ID_MJPEG
    stream.pointee.codecpar.pointee.width = Int32(width)
    stream.pointee.codecpar.pointee.height = Int32(height)
    stream.pointee.time_base = AVRational(num: 1, den: 30)
    try #require(avio_open(&context.pointee.pb, path, AVIO_FLAG_WRITE) >= 0)
    defer { avio_closep(&context.pointee.pb) }
    try #require(avformat_write_header(context, nil) >= 0)
    var packet = av_packet_alloc()
    defer { av_packet_free(&packet) }
    for (index, picture) in pictures.enumerated() {
      try #require(av_new_packet(packet, Int32(picture.count)) >= 0)
      let filled = try #require(packet)
      UnsafeMutableRawBufferPointer(start: filled.pointee.data, count: picture.count)
        .copyBytes(from: picture)
      let unit = AVRational(num: 1, den: 30)
      filled.pointee.pts = av_rescale_q(Int64(index), unit, stream.pointee.time_base)
      filled.pointee.dts = filled.pointee.pts
      filled.pointee.duration = av_rescale_q(1, unit, stream.pointee.time_base)
      filled.pointee.flags = AV_PKT_FLAG_KEY
      try #require(av_write_frame(context, filled) >= 0)
      av_packet_unref(filled)
    }
    av_write_trailer(context)
  }

  private static func read(
    _ path: String,
    _ body: (UnsafeMutablePointer<AVFormatContext>, UnsafeMutablePointer<AVStream>) throws -> Void
  ) throws {
    var input: UnsafeMutablePointer<AVFormatContext>?
    try #require(avformat_open_input(&input, path, nil, nil) >= 0)
    defer { avformat_close_input(&input) }
    let context = try #require(input)
    try #require(avformat_find_stream_info(context, nil) >= 0)
    try body(context, try #require(context.pointee.streams[0]))
  }
}

import CFFmpeg

/// Turns packets into pictures; owns libavcodec's context, and one packet and one frame that are
/// used again and again.
package final class FrameDecoder {
  let frame: UnsafeMutablePointer<AVFrame>
  let codecName: String

  /// Packets that gave no picture because of damage; complete at the end.
  private(set) var damagedPackets = 0
  private(set) var damagedFrames = 0

  /// Bytes that all pictures together may take which the decoder holds at a time, so that no file takes more
  /// than 600 MB in all: 30 of a 4K video, 17 of one with 10 bits.
  static let budget = 512 << 20

  /// Pictures that a stream holds in addition to those that threads work on: references for
  /// prediction, and pictures that wait for their turn to be shown.
  private static let heldByStream = 10

  /// Pictures that dav1d holds, which allocates by itself: for one after the other, and where it
  /// decodes several at a time, at most four.
  private static let heldByAV1 = (one: 9, several: 18)

  /// The number of its pictures that must fit, for a decoder that allocates by itself.
  private let heldPictures: Int?
  private let context: UnsafeMutablePointer<AVCodecContext>
  private let frameBudget: UnsafeMutableRawPointer
  private let packet: UnsafeMutablePointer<AVPacket>
  private var isDraining = false
  private var (packetCount, pictureCount) = (0, 0)

  private let check: KeyFrameCheck?

  /// Times of the key frames in which that has found damage, until their pictures come.
  private var damagedKeys: Set<Int64> = []

  /// The source of block means without libavcodec, if that decodes nothing else.
  private let means: BlockMeanPictures?

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
      let frame = av_frame_alloc(),
      let frameBudget = heartcam_limit_frames(context, Int64(Self.budget))
    else { outOfMemory() }
    self.frameBudget = frameBudget
    LibavLog.count(ofUser: frameBudget)
    self.context = context
    self.packet = packet
    self.frame = frame
    var code = avcodec_parameters_to_context(context, parameters)
    context.pointee.pkt_timebase = demuxer.stream.pointee.time_base
    context.pointee.max_pixels = Int64(Demuxer.greatestPixelCount)
    let pixels = Int64(parameters.pointee.width) * Int64(parameters.pointee.height)
    let depth = av_pix_fmt_desc_get(AVPixelFormat(parameters.pointee.format)).map {
      Int64(av_get_padded_bits_per_pixel($0))
    }
    let wanted = options.threads > 0 ? options.threads : Self.usualThreads(of: codec.pointee.id)
    let threads = Self.threads(wanted, pixels: Int(pixels), bits: Int(depth ?? 12))
    context.pointee.thread_count = Int32(threads.count)
    if threads.sharePicture { context.pointee.thread_type = FF_THREAD_SLICE }
    if codec.pointee.id == AV_CODEC_ID_AV1 {
      // Two bytes per sample; a picture that turns out to have more is refused then.
      let bytes = Int(pixels) * max(Int(depth ?? 24), 24) / 8
      let isOneByOne = bytes > Self.budget / Self.heldByAV1.several
      if isOneByOne { context.pointee.flags |= AV_CODEC_FLAG_LOW_DELAY }
      let held = isOneByOne ? Self.heldByAV1.one : Self.heldByAV1.several
      context.pointee.max_pixels = Int64(Self.budget / (3 * held))
      heldPictures = held
      guard pixels <= context.pointee.max_pixels else { throw Self.tooLarge(demuxer.name) }
    } else {
      heldPictures = nil
    }
    if options.fast, codec.pointee.id == AV_CODEC_ID_MJPEG {
      context.pointee.lowres = min(3, Int32(codec.pointee.max_lowres))
      // A picture comes with its packet, so that those without libavcodec keep their places.
      context.pointee.thread_count = 1
    }
    // Any bits are a picture of VP8, so damage is not noticed; its picture then depends on the threads.
    if codec.pointee.id == AV_CODEC_ID_VP8 { context.pointee.thread_count = 1 }
    check = KeyFrameCheck(parameters)
    means = context.pointee.lowres == 3 ? BlockMeanPictures() : nil
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
    LibavLog.uncount(ofUser: frameBudget)
    heartcam_free_frame_budget(frameBudget)
  }

  /// Whether anything may be wrong with the stream so far: faults that the decoder has counted, complaints without a
  /// marked picture, and at the end packets without a picture, about which threads may have said nothing.
  var hasFoundDamage: Bool { isKnownDamaged || hasEnded && missingPictureCount > 0 }

  private var isKnownDamaged: Bool {
    damagedPackets + damagedFrames + damagedKeys.count > 0
      || LibavLog.errorCount(ofUser: frameBudget) > 0
  }

  private var hasEnded = false

  /// Packets without a picture. Where many have none it is the stream's way, as two packets for the two fields of a
  /// picture.
  private var missingPictureCount: Int {
    let count = packetCount - pictureCount
    return count < packetCount / 3 ? max(count, 0) : 0
  }

  /// Whether decoding ended because the pictures would have taken more memory than they may.
  var needsTooMuchMemory: Bool { isTooLarge || heartcam_frames_exceeded(frameBudget) != 0 }

  private var isTooLarge = false

  /// Returns the error of a video whose pictures take too much memory.
  static func tooLarge(_ name: String) -> FFmpegError {
    FFmpegError(
      operation: "decode", path: name, code: heartcam_error_out_of_memory(),
      reason:
        "its pictures take more than \(budget >> 20) MB together; make a smaller copy of the video")
  }

  /// Returns how many threads decode pictures of a size, and whether they share one picture instead of having one each.
  ///
  /// Videos of phones have one slice per picture, of no use to threads that share it: as many have a picture
  /// each as the budget leaves room for beside the stream's own pictures. Fewer than two are no gain.
  /// - Parameter wanted: The wanted number.
  package static func threads(
    _ wanted: Int, pixels: Int, bits: Int
  ) -> (count: Int, sharePicture: Bool) {
    let count = min(wanted, Int(Int32.max))
    // The size as `heartcam_get_buffer` counts it.
    let size = max(pixels * bits / 8 + pixels / 2, 1)
    let room = budget / size - heldByStream
    guard count > 1, room < count else { return (count, false) }
    return room > 1 ? (room, false) : (count, true)
  }

  /// Returns the default number of threads: one for each processor. On two processors, three threads, as
  /// libavcodec would choose, took 3 to 18% longer than two, except for VP9, which took 14% longer with two.
  static func usualThreads(of codec: AVCodecID) -> Int {
    let processors = Int(av_cpu_count())
    return min(codec == AV_CODEC_ID_VP9 && processors > 1 ? processors + 1 : processors, 16)
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
        pictureCount += 1
        let isDamaged =
          damagedKeys.remove(frame.pointee.pts) != nil || frame.pointee.decode_error_flags != 0
          || frame.pointee.flags & AV_FRAME_FLAG_CORRUPT != 0
        if isDamaged { damagedFrames += 1 }
        if let means {
          if !isDamaged { means.compare(packet, with: frame) }
          means.time(frame)
        }
        if let heldPictures, frame.pointee.bytes * heldPictures > Self.budget {
          isTooLarge = true
          return false
        }
        return true
      }
      if code == heartcam_error_end_of_file() || needsTooMuchMemory {
        hasEnded = true
        // Pictures whose references are missing are dropped in silence.
        if isKnownDamaged { damagedPackets = max(damagedPackets, missingPictureCount) }
        return false
      }
      if code != heartcam_error_again() { damagedPackets += 1 }
      if isDraining {
        // A decoder with threads reports at most one failure for each of them.
        failuresWhileDraining += 1
        if failuresWhileDraining > 1024 { return false }
      } else if feed(demuxer) {
        return true
      }
    }
  }

  /// Whether a Motion JPEG's pictures end as they should, so that one without an end is cut off: libavcodec fills the rest
  /// with gray or green.
  private var hasEnds = false

  /// Returns whether the packet is a picture that is cut off.
  private func isCutOff() -> Bool {
    guard context.pointee.codec_id == AV_CODEC_ID_MJPEG, let data = packet.pointee.data else {
      return false
    }
    let hasEnd = MotionJPEGDecoder.hasEnd(
      UnsafeRawBufferPointer(start: data, count: Int(packet.pointee.size)))
    hasEnds = hasEnds || hasEnd
    return hasEnds && !hasEnd
  }

  /// Sends the next packet to libavcodec, unless `frame` holds its picture without that: then it returns true.
  private func feed(_ demuxer: Demuxer) -> Bool {
    guard demuxer.read(into: packet) else {
      isDraining = true
      avcodec_send_packet(context, nil)
      return false
    }
    if isCutOff() {
      damagedPackets += 1
      return false
    }
    if let means {
      if means.take(packet, into: frame) { return true }
      means.catchUp(context, frame)
    }
    packetCount += 1
    if let check, check.findsDamage(in: packet) { damagedKeys.insert(packet.pointee.pts) }
    let code = avcodec_send_packet(context, packet)
    if code < 0 && code != heartcam_error_end_of_file() { damagedPackets += 1 }
    return false
  }
}

extension AVFrame {
  /// The bytes of its samples.
  fileprivate var bytes: Int {
    withUnsafePointer(to: buf) {
      $0.withMemoryRebound(to: UnsafeMutablePointer<AVBufferRef>?.self, capacity: 8) { buffers in
        (0..<8).reduce(0) { $0 + Int(buffers[$1]?.pointee.size ?? 0) }
      }
    }
  }
}

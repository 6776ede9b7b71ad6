import BlockMeans
import CFFmpeg
import Glibc
import VideoFrames

/// Takes the block means of Motion JPEG without libavcodec, if they are certain to be the same.
///
/// libavcodec decodes the first picture of each kind. As long as pictures of that kind follow and
/// the scanner finds them sound, libavcodec's facts about the first hold for them. All others are
/// passed on to libavcodec, in the state that it would have if it had decoded all.
final class BlockMeanPictures {
  private let scanner = BlockMeanScanner()

  /// The kind of the last picture that libavcodec decoded, if the scanner's means equaled its own.
  private var kind: [UInt8] = []

  /// libavcodec's facts about that picture.
  private var model = Model()

  private struct Model {
    var format: Int32 = 0
    var width: Int32 = 0
    var height: Int32 = 0
    var colorspace = AVCOL_SPC_UNSPECIFIED
    var range = AVCOL_RANGE_UNSPECIFIED
    var type = AV_PICTURE_TYPE_NONE
  }

  /// The last picture, if libavcodec has not seen it, and the tables that it defines.
  private let unseen: UnsafeMutablePointer<AVPacket>
  private var unseenTables: Int?

  /// Whether the scanner may know the picture that it was given last.
  private var mayScan = false

  private var times = PresentationTimes()

  init() {
    guard let packet = av_packet_alloc() else { outOfMemory() }
    unseen = packet
    kind.reserveCapacity(1024)
  }

  deinit {
    var packet: UnsafeMutablePointer<AVPacket>? = unseen
    av_packet_free(&packet)
  }

  /// Makes the frame a picture of the packet, whose memory is this object's until the next call; the packet is
  /// empty then. False if libavcodec must decode it.
  func take(
    _ packet: UnsafeMutablePointer<AVPacket>, into frame: UnsafeMutablePointer<AVFrame>
  ) -> Bool {
    let bytes = packet.bytes
    mayScan = scanner.begin(bytes) && packet.isPlain
    // libavcodec's tables must become those of all pictures that it has not seen, by the last of them alone.
    guard mayScan, scanner.isOfKind(kind), (unseenTables ?? 0) & ~scanner.definedTables == 0 else {
      return false
    }
    mayScan = scanner.scan(bytes)
    guard mayScan else { return false }
    frame.pointee.format = model.format
    frame.pointee.width = model.width
    frame.pointee.height = model.height
    frame.pointee.colorspace = model.colorspace
    frame.pointee.color_range = model.range
    frame.pointee.pict_type = model.type
    let planes = scanner.planes
    (frame.pointee.data.0, frame.pointee.linesize.0) = (planes[0].means, Int32(planes[0].width))
    if planes.count == 3 {
      (frame.pointee.data.1, frame.pointee.linesize.1) = (planes[1].means, Int32(planes[1].width))
      (frame.pointee.data.2, frame.pointee.linesize.2) = (planes[2].means, Int32(planes[2].width))
    }
    frame.pointee.pts = packet.pointee.pts
    frame.pointee.pkt_dts = packet.pointee.dts
    heartcam_set_frame_duration(frame, packet.pointee.duration)
    time(frame)
    unseenTables = scanner.definedTables
    av_packet_unref(unseen)
    av_packet_move_ref(unseen, packet)
    return true
  }

  /// Brings libavcodec into the state in which it decodes the next packet as if it had decoded all
  /// before. Its output for that is discarded.
  func catchUp(
    _ context: UnsafeMutablePointer<AVCodecContext>, _ frame: UnsafeMutablePointer<AVFrame>
  ) {
    kind.removeAll(keepingCapacity: true)
    guard unseenTables != nil else { return }
    unseenTables = nil
    avcodec_send_packet(context, unseen)
    while avcodec_receive_frame(context, frame) >= 0 { av_frame_unref(frame) }
    av_packet_unref(unseen)
  }

  /// Compares a sound picture of libavcodec's with the scanner's own of the same packet, which `take` has refused.
  func compare(
    _ packet: UnsafeMutablePointer<AVPacket>, with frame: UnsafeMutablePointer<AVFrame>
  ) {
    guard mayScan else { return }
    mayScan = false
    guard scanner.scan(packet.bytes), hasMeans(of: frame.pointee) else { return }
    kind.append(contentsOf: scanner.kind)
    model = Model(
      format: frame.pointee.format, width: frame.pointee.width, height: frame.pointee.height,
      colorspace: frame.pointee.colorspace, range: frame.pointee.color_range,
      type: frame.pointee.pict_type)
  }

  /// Gives a frame its time. It must see all frames, wherever they were decoded.
  func time(_ frame: UnsafeMutablePointer<AVFrame>) {
    func known(_ time: Int64) -> Int64? { time == heartcam_no_timestamp() ? nil : time }
    frame.pointee.best_effort_timestamp =
      times.time(shown: known(frame.pointee.pts), decoded: known(frame.pointee.pkt_dts))
      ?? heartcam_no_timestamp()
  }

  private func hasMeans(of frame: AVFrame) -> Bool {
    let own = scanner.planes
    guard let format = PixelFormat(AVPixelFormat(frame.format)), format.bitDepth == 8,
      format.planeCount == own.count, let planes = frame.planes
    else { return false }
    for (index, plane) in [planes.0, planes.1, planes.2].prefix(own.count).enumerated() {
      let width = format.minimumBytesPerRow(plane: index, width: Int(frame.width))
      let height = format.rows(plane: index, height: Int(frame.height))
      guard width <= own[index].width, height <= own[index].height else { return false }
      for row in 0..<height {
        let means = own[index].means + row * own[index].width
        guard memcmp(means, plane.base + row * plane.bytesPerRow, width) == 0 else { return false }
      }
    }
    return true
  }
}

extension UnsafeMutablePointer<AVPacket> {
  fileprivate var bytes: UnsafeRawBufferPointer {
    UnsafeRawBufferPointer(start: pointee.data, count: pointee.data == nil ? 0 : Int(pointee.size))
  }

  /// Whether it has nothing but bytes and times: neither damage, nor hidden pictures, nor side data.
  fileprivate var isPlain: Bool {
    pointee.flags & ~AV_PKT_FLAG_KEY == 0 && pointee.side_data_elems == 0
  }
}

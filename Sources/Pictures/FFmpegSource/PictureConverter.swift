import CFFmpeg
import VideoFrames

/// Turns pictures that no plane sum covers into one that is covered, with libswscale; owns its
/// context and the one frame that it reuses.
///
/// Palettes, Bayer mosaics and few-bit formats become planar RGB; bits beyond 8 are kept in 16.
final class PictureConverter {
  private var context: OpaquePointer?
  private let frame: UnsafeMutablePointer<AVFrame>
  private let path: String

  init(path: String) {
    guard let frame = av_frame_alloc() else { outOfMemory() }
    self.frame = frame
    self.path = path
  }

  deinit {
    sws_freeContext(context)
    var frame: UnsafeMutablePointer<AVFrame>? = frame
    av_frame_free(&frame)
  }

  /// Returns the converted picture, valid until the next call. Throws where libswscale cannot read it.
  func convert(
    _ source: UnsafeMutablePointer<AVFrame>
  ) throws(FFmpegError) -> UnsafeMutablePointer<AVFrame> {
    let sourceFormat = AVPixelFormat(source.pointee.format)
    let targetFormat = Self.target(of: sourceFormat)
    if frame.pointee.width != source.pointee.width || frame.pointee.height != source.pointee.height
      || frame.pointee.format != targetFormat.rawValue
    {
      av_frame_unref(frame)
      frame.pointee.width = source.pointee.width
      frame.pointee.height = source.pointee.height
      frame.pointee.format = targetFormat.rawValue
      let code = av_frame_get_buffer(frame, 0)
      if code < 0 { throw FFmpegError(operation: "convert a picture of", path: path, code: code) }
    }
    context = sws_getCachedContext(
      context, source.pointee.width, source.pointee.height, sourceFormat, frame.pointee.width,
      frame.pointee.height, targetFormat,
      SWS_POINT | SWS_ACCURATE_RND | SWS_FULL_CHR_H_INT | SWS_FULL_CHR_H_INP, nil, nil, nil)
    guard let context else {
      throw FFmpegError(
        operation: "decode", path: path, code: 0,
        reason: "its pixel format \(Self.name(sourceFormat)) is not supported")
    }
    // The same range on both sides: only the layout changes, matrix and range stay the frame's.
    let isFull: Int32 = source.pointee.color_range == AVCOL_RANGE_JPEG ? 1 : 0
    let coefficients = sws_getCoefficients(SWS_CS_DEFAULT)
    sws_setColorspaceDetails(
      context, coefficients, isFull, coefficients, isFull, 0, 1 << 16, 1 << 16)
    let code = sws_scale(
      context, source.constData, source.lineSizes, 0, source.pointee.height, frame.data,
      frame.lineSizes)
    if code < 0 { throw FFmpegError(operation: "convert a picture of", path: path, code: code) }
    frame.pointee.colorspace = source.pointee.colorspace
    frame.pointee.color_range = source.pointee.color_range
    return frame
  }

  private static func target(of format: AVPixelFormat) -> AVPixelFormat {
    guard let descriptor = av_pix_fmt_desc_get(format)?.pointee else { return AV_PIX_FMT_GBRP }
    let isColored = UInt64(
      AV_PIX_FMT_FLAG_RGB | AV_PIX_FMT_FLAG_PAL | AV_PIX_FMT_FLAG_BAYER)
    let isDeep = descriptor.comp.0.depth > 8
    if descriptor.flags & isColored != 0 || name(format).hasPrefix("xyz") {
      return isDeep ? AV_PIX_FMT_GBRP16LE : AV_PIX_FMT_GBRP
    }
    if descriptor.nb_components < 3 { return isDeep ? AV_PIX_FMT_GRAY16LE : AV_PIX_FMT_GRAY8 }
    return isDeep ? AV_PIX_FMT_YUV444P16LE : AV_PIX_FMT_YUV444P
  }

  private static func name(_ format: AVPixelFormat) -> String {
    av_get_pix_fmt_name(format).map { String(cString: $0) } ?? "unknown"
  }
}

extension UnsafeMutablePointer where Pointee == AVFrame {
  /// The frame's planes as C arrays: a tuple's address is that of its first element.
  var data: UnsafeMutablePointer<UnsafeMutablePointer<UInt8>?> {
    UnsafeMutableRawPointer(self).advanced(by: MemoryLayout<AVFrame>.offset(of: \.data)!)
      .assumingMemoryBound(to: UnsafeMutablePointer<UInt8>?.self)
  }

  var constData: UnsafePointer<UnsafePointer<UInt8>?> {
    UnsafeRawPointer(data).assumingMemoryBound(to: UnsafePointer<UInt8>?.self)
  }

  var lineSizes: UnsafeMutablePointer<Int32> {
    UnsafeMutableRawPointer(self).advanced(by: MemoryLayout<AVFrame>.offset(of: \.linesize)!)
      .assumingMemoryBound(to: Int32.self)
  }
}

import CFFmpeg
import VideoFrames

/// Turns interleaved RGB of 8 or 16 bits into an encoder's pixel format with libswscale; owns its
/// context.
final class PicturePainter {
  private var context: OpaquePointer?
  private var sourceFormat = AV_PIX_FMT_NONE
  private let color: ColorDescription
  private let path: String

  init(color: ColorDescription, path: String) {
    self.color = color
    self.path = path
  }

  deinit {
    sws_freeContext(context)
  }

  /// Fills `frame`, whose size and format are set, from rows without padding.
  func paint(
    _ pixels: UnsafeRawPointer, bytesPerRow: Int, format: AVPixelFormat,
    into frame: UnsafeMutablePointer<AVFrame>
  ) throws(FFmpegError) {
    if context == nil || format != sourceFormat {
      sws_freeContext(context)
      context = sws_getContext(
        frame.pointee.width, frame.pointee.height, format, frame.pointee.width,
        frame.pointee.height, AVPixelFormat(frame.pointee.format),
        SWS_BILINEAR | SWS_ACCURATE_RND | SWS_FULL_CHR_H_INP | SWS_FULL_CHR_H_INT, nil, nil, nil)
      sourceFormat = format
      let coefficients = sws_getCoefficients(matrixNumber)
      if let context {
        sws_setColorspaceDetails(
          context, coefficients, 1, coefficients, color.range == .full ? 1 : 0, 0, 1 << 16, 1 << 16)
      }
    }
    guard let context else {
      throw FFmpegError(
        operation: "write", path: path, code: 0,
        reason: "libswscale cannot make its pixel format from RGB")
    }
    var source: UnsafePointer<UInt8>? = pixels.assumingMemoryBound(to: UInt8.self)
    var length = Int32(bytesPerRow)
    let code = sws_scale(
      context, &source, &length, 0, frame.pointee.height, frame.data, frame.lineSizes)
    if code < 0 { throw FFmpegError(operation: "write", path: path, code: code) }
  }

  private var matrixNumber: Int32 {
    switch color.matrix {
    case .bt601: SWS_CS_ITU601
    case .bt709: SWS_CS_ITU709
    case .bt2020: SWS_CS_BT2020
    case .fcc: SWS_CS_FCC
    case .smpte240m: SWS_CS_SMPTE240M
    }
  }
}

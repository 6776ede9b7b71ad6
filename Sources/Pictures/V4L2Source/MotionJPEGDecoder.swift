import FFmpegSource
import VideoFrames

/// Decodes a camera's JPEGs, each block of 8 x 8 pixels to its mean: by our own decoder, or by
/// libavcodec if cameras do not usually send such a kind.
final class MotionJPEGDecoder {
  private let blocks = BlockMeanDecoder()
  private var packets: PacketDecoder?

  /// Lends the picture; `nil` if the bytes are no whole JPEG.
  func withPicture<Result>(
    _ bytes: UnsafeRawBufferPointer, time: Double,
    _ body: (borrowing PixelFrame) throws -> Result
  ) rethrows -> Result? {
    switch blocks.decode(bytes) {
    case .decoded: return try lend(time, body)
    case .damaged: return nil
    case .unsupported:
      guard Self.hasEnd(bytes) else { return nil }
      if packets == nil { packets = PacketDecoder() }
      return try packets?.withPicture(bytes, time: time, body)
    }
  }

  private func lend<Result>(
    _ time: Double, _ body: (borrowing PixelFrame) throws -> Result
  ) rethrows -> Result? {
    guard let base = blocks.means.baseAddress, let format = PixelFormat(blocks.components) else {
      return nil
    }
    func plane(_ index: Int) -> PixelPlane {
      let component = blocks.components[index < blocks.components.count ? index : 0]
      return PixelPlane(base: base + component.offset, bytesPerRow: component.stride)
    }
    let frame = PixelFrame(
      format: format, color: ColorDescription(matrix: .bt601, range: .full), time: time,
      width: (blocks.width + 7) / 8, height: (blocks.height + 7) / 8,
      planes: (plane(0), plane(1), plane(2)), decimation: 3, codedWidth: blocks.width,
      codedHeight: blocks.height)
    return try body(frame)
  }

  /// Cameras leave zeros or the rest of an earlier picture behind the end.
  private static func hasEnd(_ bytes: UnsafeRawBufferPointer) -> Bool {
    var index = bytes.count - 2
    while index > 2 {
      if bytes[index] == 0xFF && bytes[index + 1] == 0xD9 { return true }
      index -= 1
    }
    return false
  }
}

import VideoFrames

/// Pictures from a camera's JPEGs, each block of 8 x 8 pixels as its mean.
final class MotionJPEGDecoder {
  private var packets: PacketDecoder?

  /// Lends the picture; `nil` where the bytes are no whole JPEG.
  func withPicture<Result>(
    _ bytes: UnsafeRawBufferPointer, time: Double,
    _ body: (borrowing PixelFrame) throws -> Result
  ) rethrows -> Result? {
    guard Self.isWhole(bytes) else { return nil }
    if packets == nil { packets = PacketDecoder() }
    return try packets?.withPicture(bytes, time: time, body)
  }

  /// Whether a picture starts at once and ends somewhere. Cameras leave zeros or the rest of an
  /// earlier picture behind the end.
  private static func isWhole(_ bytes: UnsafeRawBufferPointer) -> Bool {
    guard bytes.count >= 128, bytes[0] == 0xFF, bytes[1] == 0xD8 else { return false }
    var index = bytes.count - 2
    while index > 2 {
      if bytes[index] == 0xFF && bytes[index + 1] == 0xD9 { return true }
      index -= 1
    }
    return false
  }
}

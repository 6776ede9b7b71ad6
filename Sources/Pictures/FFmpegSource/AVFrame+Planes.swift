import CFFmpeg
import VideoFrames

extension AVFrame {
  /// The positions of a picture's samples; `nil` if it has none. A plane that its format does not
  /// have is the first once more, as `PixelFrame` requires.
  var planes: (PixelPlane, PixelPlane, PixelPlane)? {
    guard let first = data.0 else { return nil }
    let plane = PixelPlane(base: first, bytesPerRow: Int(linesize.0))
    return (
      plane, data.1.map { PixelPlane(base: $0, bytesPerRow: Int(linesize.1)) } ?? plane,
      data.2.map { PixelPlane(base: $0, bytesPerRow: Int(linesize.2)) } ?? plane
    )
  }
}

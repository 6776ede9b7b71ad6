import CV4L2
import VideoFrames

/// The positions of the planes of an unpacked picture in a buffer.
struct RawLayout {
  let format: PixelFormat
  let color: ColorDescription
  let width: Int
  let height: Int

  /// The bytes from the first to the last sample: a buffer that holds fewer is not read.
  let byteCount: Int

  private let offsets: [Int]
  private let strides: [Int]

  /// `nil` if the driver's rows are shorter than their pixels, or no picture.
  init?(_ picture: v4l2_pix_format, format: PixelFormat, isRedDifferencePlaneFirst: Bool) {
    let width = Int(picture.width)
    let height = Int(picture.height)
    guard (1...16384).contains(width), (1...16384).contains(height) else { return nil }
    let least = format.minimumBytesPerRow(plane: 0, width: width)
    let given = Int(picture.bytesperline)
    let stride = given == 0 ? least : given
    guard stride >= least, stride <= 1 << 20 else { return nil }
    var offsets: [Int] = []
    var strides: [Int] = []
    var end = 0
    var next = 0
    for plane in 0..<format.planeCount {
      let own: Int
      switch format.layout {
      case .planarYCbCr where plane > 0: own = stride >> format.chromaShiftX
      case .semiPlanarYCbCr where plane > 0: own = 2 * stride >> format.chromaShiftX
      default: own = stride
      }
      let rowBytes = format.minimumBytesPerRow(plane: plane, width: width)
      guard own >= rowBytes else { return nil }
      let rows = format.rows(plane: plane, height: height)
      offsets.append(next)
      strides.append(own)
      end = next + (rows - 1) * own + rowBytes
      next += rows * own
    }
    if isRedDifferencePlaneFirst && offsets.count == 3 { offsets.swapAt(1, 2) }
    self.format = format
    color = ColorDescription(picture, format: format)
    self.width = width
    self.height = height
    byteCount = end
    self.offsets = offsets
    self.strides = strides
  }

  /// Returns the picture in a buffer of at least `byteCount` bytes.
  func frame(at base: UnsafeRawPointer, time: Double) -> PixelFrame {
    func plane(_ index: Int) -> PixelPlane {
      let index = index < offsets.count ? index : 0
      return PixelPlane(base: base + offsets[index], bytesPerRow: strides[index])
    }
    return PixelFrame(
      format: format, color: color, time: time, width: width, height: height,
      planes: (plane(0), plane(1), plane(2)))
  }
}

/// The layout of a picture's samples in memory, described without a library's numbers.
///
/// Every format described here can be summed in place by `ColorExtractor`. Alpha, in a separate
/// plane or as a byte beside the colors, is never read.
public struct PixelFormat: Sendable, Hashable {
  /// The arrangement of the components in planes.
  public enum Layout: Sendable, Hashable {
    /// One plane of luma; further planes (alpha) are ignored.
    case gray

    /// Planes of luma, blue difference and red difference; the latter two may be smaller.
    case planarYCbCr

    /// A plane of luma and a plane of chroma pairs, blue difference first by default.
    case semiPlanarYCbCr(isRedDifferenceFirst: Bool)

    /// Two pixels in four bytes; the chroma pair belongs to both.
    case packedYCbCr422(PackedOrder)

    /// Planes of green, blue and red, in that order.
    case planarRGB

    /// Pixels of three or four bytes, three of them colors from `firstByte` on, red first by
    /// default.
    case packedRGB(bytesPerPixel: Int, firstByte: Int, isBlueFirst: Bool)
  }

  /// The order of the four bytes of two pixels in packed 4:2:2.
  public enum PackedOrder: Sendable, Hashable {
    /// Packed 4:2:2, in the order Y Cb Y Cr.
    case yuyv

    /// Packed 4:2:2, in the order Cb Y Cr Y.
    case uyvy

    /// Packed 4:2:2, in the order Y Cr Y Cb.
    case yvyu
  }

  /// The name that FFmpeg gives the format, without a byte order.
  public let name: String

  /// The arrangement of the components in planes.
  public let layout: Layout

  /// The binary logarithm, 0 to 2, of the number of pixels in a row that share a chroma sample.
  public let chromaShiftX: Int

  /// The binary logarithm, 0 to 2, of the number of pixels in a column that share a chroma sample.
  public let chromaShiftY: Int

  /// The number of significant bits of a sample, 8 to 16. A sample of more than 8 bits fills two
  /// bytes.
  public let bitDepth: Int

  /// The number of empty bits below the significant ones: 6 in P010, else 0.
  public let paddingBits: Int

  /// Whether the upper byte of a sample comes first.
  public let isBigEndian: Bool

  /// Creates a format.
  public init(
    name: String, layout: Layout, chromaShiftX: Int = 0, chromaShiftY: Int = 0, bitDepth: Int = 8,
    paddingBits: Int = 0, isBigEndian: Bool = false
  ) {
    precondition((0...2).contains(chromaShiftX) && (0...2).contains(chromaShiftY))
    precondition((8...16).contains(bitDepth) && (bitDepth + paddingBits) <= 16)
    (self.name, self.layout, self.chromaShiftX) = (name, layout, chromaShiftX)
    (self.chromaShiftY, self.bitDepth, self.paddingBits) = (chromaShiftY, bitDepth, paddingBits)
    self.isBigEndian = isBigEndian
  }

  /// The number of planes that `ColorExtractor` reads, 1 to 3.
  public var planeCount: Int {
    switch layout {
    case .gray, .packedYCbCr422, .packedRGB: 1
    case .semiPlanarYCbCr: 2
    case .planarYCbCr, .planarRGB: 3
    }
  }

  /// Returns the minimum number of bytes in a row of a plane (0 to `planeCount` - 1), for a width
  /// in pixels.
  public func minimumBytesPerRow(plane: Int, width: Int) -> Int {
    let sampleBytes = bitDepth > 8 ? 2 : 1
    let chromaWidth = width.dividedRoundingUp(byPowerOfTwo: chromaShiftX)
    switch layout {
    case .gray, .planarRGB: return width * sampleBytes
    case .planarYCbCr: return (plane == 0 ? width : chromaWidth) * sampleBytes
    case .semiPlanarYCbCr: return (plane == 0 ? width : 2 * chromaWidth) * sampleBytes
    case .packedYCbCr422: return 4 * chromaWidth
    case .packedRGB(let bytesPerPixel, _, _): return width * bytesPerPixel
    }
  }

  /// Returns the number of rows of a plane, for a height in pixels.
  public func rows(plane: Int, height: Int) -> Int {
    switch layout {
    case .planarYCbCr, .semiPlanarYCbCr:
      plane == 0 ? height : height.dividedRoundingUp(byPowerOfTwo: chromaShiftY)
    case .gray, .planarRGB, .packedYCbCr422, .packedRGB: height
    }
  }

  /// Whether its samples are luma and color differences, so that matrix and range matter.
  public var isYCbCr: Bool {
    switch layout {
    case .planarYCbCr, .semiPlanarYCbCr, .packedYCbCr422: true
    case .gray, .planarRGB, .packedRGB: false
    }
  }
}

extension Int {
  /// Returns the quotient by 2 to the power of `shift`, rounded up.
  @inline(__always)
  package func dividedRoundingUp(byPowerOfTwo shift: Int) -> Int {
    (self + (1 << shift) - 1) >> shift
  }
}

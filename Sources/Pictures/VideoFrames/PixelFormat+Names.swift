/// The formats that decoders and cameras deliver, by their usual names.
extension PixelFormat {
  /// Luma alone.
  public static let gray8 = PixelFormat(name: "gray", layout: .gray)

  /// Planes of luma and both differences, 4:2:0.
  public static let yuv420p = planar("yuv420p", 1, 1)

  /// Planes of luma and both differences, 4:2:2.
  public static let yuv422p = planar("yuv422p", 1, 0)

  /// Planes of luma and both differences, 4:4:4.
  public static let yuv444p = planar("yuv444p", 0, 0)

  /// Planes of luma and both differences, 4:4:0.
  public static let yuv440p = planar("yuv440p", 0, 1)

  /// Planes of luma and both differences, 4:1:1.
  public static let yuv411p = planar("yuv411p", 2, 0)

  /// Planes of luma and both differences, 4:1:0.
  public static let yuv410p = planar("yuv410p", 2, 2)

  /// Planes of luma and both differences, 4:2:0, 10 bits.
  public static let yuv420p10 = planar("yuv420p10", 1, 1, bitDepth: 10)

  /// Planes of luma and both differences, 4:2:2, 10 bits.
  public static let yuv422p10 = planar("yuv422p10", 1, 0, bitDepth: 10)

  /// Planes of luma and both differences, 4:4:4, 10 bits.
  public static let yuv444p10 = planar("yuv444p10", 0, 0, bitDepth: 10)

  /// Planes of luma and both differences, 4:4:4, 16 bits.
  public static let yuv444p16 = planar("yuv444p16", 0, 0, bitDepth: 16)

  /// Luma and a plane of chroma pairs, 4:2:0.
  public static let nv12 = semiPlanar("nv12", 1, 1)

  /// Luma and a plane of chroma pairs, 4:2:0, red difference first.
  public static let nv21 = semiPlanar("nv21", 1, 1, isRedDifferenceFirst: true)

  /// Luma and a plane of chroma pairs, 4:2:2.
  public static let nv16 = semiPlanar("nv16", 1, 0)

  /// Luma and a plane of chroma pairs, 4:4:4.
  public static let nv24 = semiPlanar("nv24", 0, 0)

  /// Luma and a plane of chroma pairs, 4:2:0, 10 bits.
  public static let p010 = semiPlanar("p010", 1, 1, bitDepth: 10, paddingBits: 6)

  /// Luma and a plane of chroma pairs, 4:2:0, 16 bits.
  public static let p016 = semiPlanar("p016", 1, 1, bitDepth: 16)

  /// Packed 4:2:2 in the order YUYV.
  public static let yuyv422 = packed422("yuyv422", .yuyv)

  /// Packed 4:2:2 in the order UYVY.
  public static let uyvy422 = packed422("uyvy422", .uyvy)

  /// Packed 4:2:2 in the order YVYU.
  public static let yvyu422 = packed422("yvyu422", .yvyu)

  /// Packed bytes in the order red, green, blue.
  public static let rgb24 = packedRGB("rgb24", 3, 0, isBlueFirst: false)

  /// Packed bytes in the order blue, green, red.
  public static let bgr24 = packedRGB("bgr24", 3, 0, isBlueFirst: true)

  /// Packed bytes in the order red, green, blue, alpha.
  public static let rgba = packedRGB("rgba", 4, 0, isBlueFirst: false)

  /// Packed bytes in the order blue, green, red, alpha.
  public static let bgra = packedRGB("bgra", 4, 0, isBlueFirst: true)

  /// Packed bytes in the order alpha, red, green, blue.
  public static let argb = packedRGB("argb", 4, 1, isBlueFirst: false)

  /// Packed bytes in the order alpha, blue, green, red.
  public static let abgr = packedRGB("abgr", 4, 1, isBlueFirst: true)

  /// Planes of green, blue and red.
  public static let gbrp = PixelFormat(name: "gbrp", layout: .planarRGB)

  /// Planes of green, blue and red, 16 bits.
  public static let gbrp16 = PixelFormat(name: "gbrp16", layout: .planarRGB, bitDepth: 16)

  /// Returns the format of luma alone, in 8 to 16 bits.
  public static func gray(bitDepth: Int, isBigEndian: Bool = false) -> PixelFormat {
    PixelFormat(
      name: bitDepth == 8 ? "gray" : "gray\(bitDepth)", layout: .gray, bitDepth: bitDepth,
      isBigEndian: isBigEndian)
  }

  private static func planar(
    _ name: String, _ shiftX: Int, _ shiftY: Int, bitDepth: Int = 8
  ) -> PixelFormat {
    PixelFormat(
      name: name, layout: .planarYCbCr, chromaShiftX: shiftX, chromaShiftY: shiftY,
      bitDepth: bitDepth)
  }

  private static func semiPlanar(
    _ name: String, _ shiftX: Int, _ shiftY: Int, bitDepth: Int = 8, paddingBits: Int = 0,
    isRedDifferenceFirst: Bool = false
  ) -> PixelFormat {
    PixelFormat(
      name: name, layout: .semiPlanarYCbCr(isRedDifferenceFirst: isRedDifferenceFirst),
      chromaShiftX: shiftX, chromaShiftY: shiftY, bitDepth: bitDepth, paddingBits: paddingBits)
  }

  private static func packed422(_ name: String, _ order: PackedOrder) -> PixelFormat {
    PixelFormat(name: name, layout: .packedYCbCr422(order), chromaShiftX: 1)
  }

  private static func packedRGB(
    _ name: String, _ bytesPerPixel: Int, _ firstByte: Int, isBlueFirst: Bool
  ) -> PixelFormat {
    PixelFormat(
      name: name,
      layout: .packedRGB(
        bytesPerPixel: bytesPerPixel, firstByte: firstByte, isBlueFirst: isBlueFirst))
  }
}

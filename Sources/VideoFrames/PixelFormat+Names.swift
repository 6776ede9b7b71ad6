/// The formats that decoders and cameras really give, by their usual names.
extension PixelFormat {
  public static let gray8 = PixelFormat(name: "gray", layout: .gray)
  public static let yuv420p = planar("yuv420p", 1, 1)
  public static let yuv422p = planar("yuv422p", 1, 0)
  public static let yuv444p = planar("yuv444p", 0, 0)
  public static let yuv440p = planar("yuv440p", 0, 1)
  public static let yuv411p = planar("yuv411p", 2, 0)
  public static let yuv410p = planar("yuv410p", 2, 2)
  public static let yuv420p10 = planar("yuv420p10", 1, 1, bitDepth: 10)
  public static let yuv422p10 = planar("yuv422p10", 1, 0, bitDepth: 10)
  public static let yuv444p10 = planar("yuv444p10", 0, 0, bitDepth: 10)
  public static let yuv444p16 = planar("yuv444p16", 0, 0, bitDepth: 16)

  public static let nv12 = semiPlanar("nv12", 1, 1)
  public static let nv21 = semiPlanar("nv21", 1, 1, isRedDifferenceFirst: true)
  public static let nv16 = semiPlanar("nv16", 1, 0)
  public static let nv24 = semiPlanar("nv24", 0, 0)
  public static let p010 = semiPlanar("p010", 1, 1, bitDepth: 10, paddingBits: 6)
  public static let p016 = semiPlanar("p016", 1, 1, bitDepth: 16)

  public static let yuyv422 = packed422("yuyv422", .yuyv)
  public static let uyvy422 = packed422("uyvy422", .uyvy)
  public static let yvyu422 = packed422("yvyu422", .yvyu)

  public static let rgb24 = packedRGB("rgb24", 3, 0, isBlueFirst: false)
  public static let bgr24 = packedRGB("bgr24", 3, 0, isBlueFirst: true)
  public static let rgba = packedRGB("rgba", 4, 0, isBlueFirst: false)
  public static let bgra = packedRGB("bgra", 4, 0, isBlueFirst: true)
  public static let argb = packedRGB("argb", 4, 1, isBlueFirst: false)
  public static let abgr = packedRGB("abgr", 4, 1, isBlueFirst: true)

  public static let gbrp = PixelFormat(name: "gbrp", layout: .planarRGB)
  public static let gbrp16 = PixelFormat(name: "gbrp16", layout: .planarRGB, bitDepth: 16)

  /// Luma of 8 to 16 bits and nothing else.
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

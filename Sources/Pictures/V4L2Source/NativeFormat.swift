import CV4L2
import VideoFrames

/// The layout of a format's bytes in a camera's buffer.
enum NativeFormat: Equatable {
  /// Samples that are summed where they lie; the red difference's plane may come before the blue's.
  case raw(PixelFormat, isRedDifferencePlaneFirst: Bool)
  case motionJPEG

  /// `nil` for a format that has to be converted.
  init?(_ fourCC: FourCC) {
    if fourCC == .motionJPEG || fourCC == .jpeg {
      self = .motionJPEG
    } else if let format = Self.rawFormats[fourCC] {
      self = .raw(
        format, isRedDifferencePlaneFirst: fourCC.description == "YV12")
    } else {
      return nil
    }
  }

  private static let rawFormats: [FourCC: PixelFormat] = {
    let named: [(String, PixelFormat)] = [
      ("YUYV", .yuyv422), ("UYVY", .uyvy422), ("YVYU", .yvyu422), ("NV12", .nv12),
      ("NV21", .nv21), ("NV16", .nv16), ("NV24", .nv24), ("YU12", .yuv420p), ("YV12", .yuv420p),
      ("422P", .yuv422p), ("GREY", .gray8), ("RGB3", .rgb24), ("BGR3", .bgr24),
      // The names were given before anyone asked in which order the bytes lie.
      ("BGR4", .bgra), ("AR24", .bgra), ("XR24", .bgra), ("AB24", .rgba), ("XB24", .rgba),
      ("RGB4", .argb), ("BA24", .argb), ("BX24", .argb), ("RA24", .abgr), ("RX24", .abgr),
    ]
    return Dictionary(uniqueKeysWithValues: named.map { (FourCC(ascii: $0), $1) })
  }()
}

extension FourCC {
  static let motionJPEG = FourCC(ascii: "MJPG")
  static let jpeg = FourCC(ascii: "JPEG")
  static let rgb24 = FourCC(ascii: "RGB3")

  /// Luma alone, of one eye or two, or distances: the output of infrared and depth cameras.
  var isColorless: Bool {
    let name = description
    return name == "GREY" || name.hasPrefix("Y8") || name.hasPrefix("Y1") || name.hasPrefix("Y0")
      || name == "Z16" || name == "INZI" || name == "CNF4" || name == "ip3y"
  }

  /// A mosaic of more than 8 bits per sample, or one of Intel's: the output of sensors before any
  /// processing.
  var isDeepMosaic: Bool { Self.deepMosaics.contains(self) }

  private static let deepMosaics = Set(
    [
      "BG10", "GB10", "BA10", "RG10", "BG12", "GB12", "BA12", "RG12", "BG14", "GB14", "GR14",
      "RG14",
      "BYR2", "GB16", "GR16", "RG16", "pBAA", "pGAA", "pgAA", "pRAA", "pBCC", "pGCC", "pgCC",
      "pRCC",
      "pBEE", "pGEE", "pgEE", "pREE", "aBA8", "aGA8", "agA8", "aRA8", "bBA8", "bGA8", "BD10",
      "bRA8",
      "ip3b", "ip3g", "ip3G", "ip3r",
    ].map(FourCC.init(ascii:)))

  /// Whether libv4l2 1.22 makes RGB of it (its table `supported_src_pixfmts`).
  var isConvertible: Bool { Self.convertible.contains(self) }

  private static let convertible = Set(
    [
      "RGBP", "RGBR", "S920", "M420", "NV61", "VYUY", "PJPG", "JPGL", "O511", "O518", "CPIA",
      "S501", "S505", "S508", "S561", "SONX", "P207", "M310", "JL20", "905C", "S680", "BA81",
      "GBRG",
      "GRBG", "RGGB", "CITV", "KONI", "S401", "HSV3", "HSV4",
    ].map(FourCC.init(ascii:)))
}

extension ColorDescription {
  /// Creates the driver's description of its pictures, and where it has none, the one in the kernel's manual
  /// (V4L2_MAP_YCBCR_ENC_DEFAULT, V4L2_MAP_QUANTIZATION_DEFAULT). Luma alone uses all levels, as in
  /// libav.
  init(_ picture: v4l2_pix_format, format: PixelFormat) {
    // Without this word, the fields after it do not exist.
    let isKnown = picture.priv == UInt32(V4L2_PIX_FMT_PRIV_MAGIC)
    let encoding = isKnown ? picture.ycbcr_enc : 0
    let quantization = isKnown ? picture.quantization : 0
    let matrix: Matrix
    switch encoding {
    case V4L2_YCBCR_ENC_601.rawValue, V4L2_YCBCR_ENC_XV601.rawValue: matrix = .bt601
    case V4L2_YCBCR_ENC_709.rawValue, V4L2_YCBCR_ENC_XV709.rawValue: matrix = .bt709
    case V4L2_YCBCR_ENC_BT2020.rawValue, V4L2_YCBCR_ENC_BT2020_CONST_LUM.rawValue: matrix = .bt2020
    case V4L2_YCBCR_ENC_SMPTE240M.rawValue: matrix = .smpte240m
    default:
      switch picture.colorspace {
      case V4L2_COLORSPACE_REC709.rawValue, V4L2_COLORSPACE_DCI_P3.rawValue: matrix = .bt709
      case V4L2_COLORSPACE_BT2020.rawValue: matrix = .bt2020
      case V4L2_COLORSPACE_SMPTE240M.rawValue: matrix = .smpte240m
      default: matrix = .bt601
      }
    }
    let range: Range
    switch quantization {
    case V4L2_QUANTIZATION_FULL_RANGE.rawValue: range = .full
    case V4L2_QUANTIZATION_LIM_RANGE.rawValue: range = .limited
    default:
      range =
        !format.isYCbCr || picture.colorspace == V4L2_COLORSPACE_JPEG.rawValue ? .full : .limited
    }
    self.init(matrix: matrix, range: range)
  }
}

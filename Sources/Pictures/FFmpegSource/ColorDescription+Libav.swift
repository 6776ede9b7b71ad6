import CFFmpeg
import VideoFrames

extension ColorDescription {
  /// Creates a frame's own description of its colors, and where it has none, the one that players assume.
  ///
  /// Motion JPEG is BT.601; other YCbCr is guessed by its size, and is of limited range unless its
  /// format is one of the old full-range ones. Gray is full range unless it says otherwise, as in
  /// libswscale.
  init(_ frame: AVFrame, format: PixelFormat, codec: AVCodecID, codedWidth: Int, codedHeight: Int) {
    let matrix: Matrix
    switch frame.colorspace {
    case AVCOL_SPC_BT709: matrix = .bt709
    case AVCOL_SPC_BT470BG, AVCOL_SPC_SMPTE170M: matrix = .bt601
    case AVCOL_SPC_FCC: matrix = .fcc
    case AVCOL_SPC_SMPTE240M: matrix = .smpte240m
    case AVCOL_SPC_BT2020_NCL, AVCOL_SPC_BT2020_CL: matrix = .bt2020
    default:
      matrix =
        codec == AV_CODEC_ID_MJPEG
        ? .bt601 : Self.guessedMatrix(width: codedWidth, height: codedHeight)
    }
    let range: Range
    switch frame.color_range {
    case AVCOL_RANGE_JPEG: range = .full
    case AVCOL_RANGE_MPEG: range = .limited
    default: range = format.layout == .gray || format.name.hasPrefix("yuvj") ? .full : .limited
    }
    self.init(matrix: matrix, range: range)
  }
}

extension PictureOrientation {
  /// From the upper left of a 3 x 3 display matrix in 16.16 fixed point, row vectors: (a, b) is
  /// where the picture's rightward direction goes. An angle that is not a multiple of a quarter
  /// turn is rounded to one.
  init(displayMatrix matrix: UnsafePointer<Int32>) {
    let a = Int64(matrix[0])
    let b = Int64(matrix[1])
    let c = Int64(matrix[3])
    let d = Int64(matrix[4])
    let isMirrored = a * d - b * c < 0
    let right = isMirrored ? (-a, -b) : (a, b)
    let quarterTurns: Int
    if abs(right.0) >= abs(right.1) {
      quarterTurns = right.0 >= 0 ? 0 : 2
    } else {
      quarterTurns = right.1 >= 0 ? 1 : 3
    }
    self.init(quarterTurns: quarterTurns, isMirrored: isMirrored)
  }
}

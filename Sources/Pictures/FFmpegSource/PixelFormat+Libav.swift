import CFFmpeg
public import VideoFrames

extension PixelFormat {
  /// Creates the layout that FFmpeg calls by this name, byte order included ("p010le"); `nil` if it
  /// knows no such format or no plane sum covers it.
  public init?(ffmpegName: String) {
    self.init(av_get_pix_fmt(ffmpegName))
  }

  /// Creates the same layout as libav's format; `nil` if no plane sum covers it.
  ///
  /// It is read off libav's own description of the format, so that formats which it learns later
  /// are covered too.
  init?(_ libavFormat: AVPixelFormat) {
    guard let pointer = av_pix_fmt_desc_get(libavFormat) else { return nil }
    let descriptor = pointer.pointee
    let refused = UInt64(
      AV_PIX_FMT_FLAG_PAL | AV_PIX_FMT_FLAG_BITSTREAM | AV_PIX_FMT_FLAG_HWACCEL
        | AV_PIX_FMT_FLAG_BAYER | AV_PIX_FMT_FLAG_FLOAT)
    let components = [descriptor.comp.0, descriptor.comp.1, descriptor.comp.2]
    let first = components[0]
    let count = Int(descriptor.nb_components)
    let depth = Int(first.depth)
    let colors = components.prefix(count < 3 ? 1 : 3)
    guard descriptor.flags & refused == 0, (8...16).contains(depth),
      colors.allSatisfy({ $0.depth == first.depth && $0.shift == first.shift }),
      depth + Int(first.shift) <= 16, depth > 8 || first.shift == 0
    else { return nil }
    let isRGB = descriptor.flags & UInt64(AV_PIX_FMT_FLAG_RGB) != 0
    guard let layout = Self.layout(Array(colors), isRGB: isRGB, sampleBytes: depth > 8 ? 2 : 1)
    else { return nil }
    var shiftX = 0
    var shiftY = 0
    if count >= 3 && !isRGB {
      shiftX = Int(descriptor.log2_chroma_w)
      shiftY = Int(descriptor.log2_chroma_h)
    }
    if case .packedYCbCr422 = layout, shiftX != 1 || shiftY != 0 { return nil }
    if case .semiPlanarYCbCr = layout, depth > 8 && shiftX > 1 { return nil }
    guard shiftX <= 2, shiftY <= 2 else { return nil }
    self.init(
      name: Self.name(descriptor), layout: layout, chromaShiftX: shiftX, chromaShiftY: shiftY,
      bitDepth: depth, paddingBits: Int(first.shift),
      isBigEndian: depth > 8 && descriptor.flags & UInt64(AV_PIX_FMT_FLAG_BE) != 0)
  }

  private static func layout(
    _ components: [AVComponentDescriptor], isRGB: Bool, sampleBytes: Int32
  ) -> Layout? {
    let planes = components.map(\.plane)
    let steps = components.map(\.step)
    let offsets = components.map(\.offset)
    if planes == [0] {
      return !isRGB && steps == [sampleBytes] && offsets == [0] ? .gray : nil
    }
    let isPlanar = steps.allSatisfy { $0 == sampleBytes } && offsets == [0, 0, 0]
    if isRGB {
      if planes == [2, 0, 1] && isPlanar { return .planarRGB }
      guard planes == [0, 0, 0], sampleBytes == 1, steps[0] == 3 || steps[0] == 4,
        steps.allSatisfy({ $0 == steps[0] }), offsets[1] - offsets[0] == offsets[2] - offsets[1],
        abs(offsets[1] - offsets[0]) == 1
      else { return nil }
      return .packedRGB(
        bytesPerPixel: Int(steps[0]), firstByte: Int(min(offsets[0], offsets[2])),
        isBlueFirst: offsets[2] < offsets[0])
    }
    if planes == [0, 1, 2] { return isPlanar ? .planarYCbCr : nil }
    if planes == [0, 1, 1] {
      guard steps == [sampleBytes, 2 * sampleBytes, 2 * sampleBytes], offsets[0] == 0 else {
        return nil
      }
      if offsets == [0, 0, sampleBytes] { return .semiPlanarYCbCr(isRedDifferenceFirst: false) }
      if offsets == [0, sampleBytes, 0] { return .semiPlanarYCbCr(isRedDifferenceFirst: true) }
      return nil
    }
    guard planes == [0, 0, 0], sampleBytes == 1, steps == [2, 4, 4] else { return nil }
    switch offsets {
    case [0, 1, 3]: return .packedYCbCr422(.yuyv)
    case [1, 0, 2]: return .packedYCbCr422(.uyvy)
    case [0, 3, 1]: return .packedYCbCr422(.yvyu)
    default: return nil
    }
  }

  private static func name(_ descriptor: AVPixFmtDescriptor) -> String {
    let name = descriptor.name.map { String(cString: $0) } ?? "unnamed"
    guard name.hasSuffix("le") || name.hasSuffix("be") else { return name }
    return String(name.dropLast(2))
  }
}

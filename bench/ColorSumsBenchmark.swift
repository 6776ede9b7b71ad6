import BenchmarkSupport
import CommandLineParsing
import JSONCoding
import VideoFrames

/// Times `ColorExtractor` on 1080p frames, beside a plain read of the same memory: many frames in turn, more than the
/// caches hold, and one frame repeatedly.
enum ColorSumsBenchmark {
  private static let formats: [PixelFormat] = [
    .yuv420p, .yuv422p, .yuv444p, .nv12, .yuyv422, .uyvy422, .gray8, .rgb24, .rgba, .gbrp,
    .yuv420p10, .p010, .gbrp16,
  ]

  private static let kernels = Option(
    "kernels", .oneOf(PixelKernels.available.map { "\($0)" }), help: "The form of the inner loops.",
    default: "\(PixelKernels.best)")

  static let description = CommandDescription(
    name: "color-sums",
    summary: "Time to sum the colors of a 1080p picture in each pixel format.",
    discussion: """
      Cold: 64 pictures in turn, more than the caches hold. Hot: one picture again and again. \
      Clipping and blackness are counted too; beside it a plain read of the same memory.
      """,
    options: [kernels, SpeedOptions.rounds, SpeedOptions.json])

  static func run(_ arguments: Arguments) throws -> SpeedReport {
    let form = arguments.commandPath.last == description.name ? arguments[kernels] : nil
    let chosen = PixelKernels.available.first { "\($0)" == form } ?? .best
    let rounds = arguments[SpeedOptions.rounds] ?? 5
    let rows = try formats.flatMap { format in
      try [(64, "cold", .all), (1, "hot", .all), (1, "hot, skin alone", .skin)].map {
        (frameCount, heat, selection: PixelSelection) in
        let (sums, reads, length) = try measure(
          format, frameCount: frameCount, selection, kernels: chosen, rounds: rounds)
        return SpeedReport.Row(
          "\(format.name), \(heat)", "us/picture", sums, scale: 1e6 / 64,
          to: ("a plain read", reads),
          note: (Double(64 * length) / sums.median / 1e9).fixed(1) + " GB/s")
      }
    }
    return SpeedReport(
      "color-sums", summary: "Pictures of 1920x1080, kernels \(chosen), one thread, wall time.",
      rows: rows)
  }

  /// Returns the seconds for 64 pictures, summed and read in turns, and the bytes of one.
  private static func measure(
    _ format: PixelFormat, frameCount: Int, _ selection: PixelSelection, kernels: PixelKernels,
    rounds: Int
  ) throws -> (sums: Timing, reads: Timing, length: Int) {
    let width = 1920
    let height = 1080
    let lengths = (0..<format.planeCount).map {
      format.minimumBytesPerRow(plane: $0, width: width) * format.rows(plane: $0, height: height)
    }
    let length = lengths.reduce(0, +)
    let memory = UnsafeMutableRawPointer.allocate(byteCount: length * frameCount, alignment: 64)
    defer { memory.deallocate() }
    var state: UInt64 = 1
    for offset in stride(from: 0, to: length * frameCount - 7, by: 8) {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      memory.storeBytes(of: state ^ state >> 29, toByteOffset: offset, as: UInt64.self)
    }
    var extractor = ColorExtractor(region: nil, selection: selection, kernels: kernels)
    var sink = 0.0
    let timings = try Clock.wall.turns(
      rounds: rounds,
      [
        {
          for index in 0..<64 {
            let base = UnsafeRawPointer(memory) + length * (index % frameCount)
            var offset = 0
            let planes = (0..<3).map { plane in
              guard plane < format.planeCount else {
                return PixelPlane(base: base, bytesPerRow: width)
              }
              defer { offset += lengths[plane] }
              return PixelPlane(
                base: base + offset,
                bytesPerRow: format.minimumBytesPerRow(plane: plane, width: width))
            }
            let frame = PixelFrame(
              format: format, color: ColorDescription(matrix: .bt709, range: .limited), time: 0,
              width: width, height: height, planes: (planes[0], planes[1], planes[2]))
            sink += try extractor.sample(of: frame).red
          }
        },
        {
          for index in 0..<64 {
            let base = UnsafeRawPointer(memory) + length * (index % frameCount)
            sink += Double(plainRead(base, length))
          }
        },
      ])
    precondition(sink != 0)
    return (timings[0], timings[1], length)
  }

  /// Reads memory as fast as the same build can: adds 64-bit lanes, nothing else.
  @inline(never)
  private static func plainRead(_ base: UnsafeRawPointer, _ length: Int) -> UInt64 {
    var a = SIMD8<UInt64>()
    var b = SIMD8<UInt64>()
    var offset = 0
    while offset &+ 128 <= length {
      a &+= base.loadUnaligned(fromByteOffset: offset, as: SIMD8<UInt64>.self)
      b &+= base.loadUnaligned(fromByteOffset: offset &+ 64, as: SIMD8<UInt64>.self)
      offset &+= 128
    }
    return (a &+ b).wrappedSum()
  }
}

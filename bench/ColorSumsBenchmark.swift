import Glibc
import VideoFrames

/// Bytes a second that `ColorExtractor` gets through, beside a plain read of the same memory: 1080p
/// frames that pass by in turn (more of them than the caches hold) and one frame again and again.
enum ColorSumsBenchmark {
  private static let formats: [PixelFormat] = [
    .yuv420p, .yuv422p, .yuv444p, .nv12, .yuyv422, .uyvy422, .gray8, .rgb24, .rgba, .gbrp,
    .yuv420p10, .p010, .gbrp16,
  ]

  /// The form of the inner loops that is measured.
  private static let kernels =
    PixelKernels.available.first { "\($0)" == Benchmark.option("--kernels") } ?? .best

  static func run() {
    print("kernels: \(kernels)")
    print("format       cold GB/s   of a read    hot GB/s   of a read")
    for format in formats {
      let cold = measure(format, frameCount: 64)
      let hot = measure(format, frameCount: 1)
      let cells = [cold.sums, cold.sums / cold.read, hot.sums, hot.sums / hot.read]
      let name = format.name + String(repeating: " ", count: 12 - format.name.count)
      print(
        name
          + cells.map { Benchmark.column(Benchmark.number($0, decimals: 2), width: 10) }
          .joined(separator: "  "))
    }
  }

  /// Medians in GB/s, the two taken in turns.
  private static func measure(
    _ format: PixelFormat, frameCount: Int
  ) -> (sums: Double, read: Double) {
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
    var extractor = ColorExtractor(region: nil, kernels: kernels)
    var sink = 0.0
    var sums: [Double] = []
    var reads: [Double] = []
    for _ in 0..<5 {
      let start = Benchmark.now()
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
        // The whole picture lies within itself.
        sink += (try? extractor.sample(of: frame).red) ?? 0
      }
      let middle = Benchmark.now()
      for index in 0..<64 {
        sink += Double(plainRead(UnsafeRawPointer(memory) + length * (index % frameCount), length))
      }
      let end = Benchmark.now()
      sums.append(Double(64 * length) / (middle - start) / 1e9)
      reads.append(Double(64 * length) / (end - middle) / 1e9)
    }
    precondition(sink != 0)
    return (Benchmark.median(sums), Benchmark.median(reads))
  }

  /// As fast as the same build reads memory: 64-bit lanes added up, nothing else.
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

import CSimulatorCalls
import Simulation

/// Writes exposed pictures as bytes. Fractions of levels are dithered over the rows, so that rounding to eight bits
/// does not hide the pulse.
struct FramePainter {
  private var generator: SeededGenerator
  private let noise: Double
  private var bytes: [UInt8] = []

  /// - Parameter noise: The standard deviation of a row's level.
  init(noise: Double, seed: UInt64) {
    self.noise = noise
    generator = SeededGenerator(seed: seed)
  }

  mutating func frame(of picture: Sensor.Picture, in mode: CameraMode) -> [UInt8] {
    switch mode.encoding {
    case .yuyv: yuyv(picture, mode)
    case .gray, .bayer: gray(picture, mode)
    case .mjpeg: mjpeg(picture, mode)
    }
  }

  /// Returns Y, Cb and Cr of a row (BT.601), as whole numbers in units of a level over `scale`.
  private mutating func row(
    _ row: Int, of count: Int, _ picture: Sensor.Picture, isFullRange: Bool, phase: Double
  ) -> SIMD4<Int> {
    let height = (Double(row) + 0.5) * 2 / Double(count) - 1
    let color = picture.color(at: height)
    let luma = (color * SIMD4(0.299, 0.587, 0.114, 0)).sum()
    let (blue, red) = ((color.z - luma) / 1.772, (color.x - luma) / 1.402)
    let noisy = luma + noise * generator.normal()
    let exact =
      isFullRange
      ? SIMD4(noisy, 128 + blue, 128 + red, 0)
      : SIMD4(16 + noisy * 219 / 255, 128 + blue * 224 / 255, 128 + red * 224 / 255, 0)
    // Thresholds that fill the interval evenly for any part of the rows: multiples of the golden section.
    let threshold = (phase + Double(row) * 0.618_033_988_75).truncatingRemainder(dividingBy: 1)
    let whole = (exact + threshold).rounded(.down)
    return SIMD4(Int(whole.x), Int(whole.y), Int(whole.z), 0)
      .clamped(lowerBound: .zero, upperBound: SIMD4(repeating: 255))
  }

  private mutating func yuyv(_ picture: Sensor.Picture, _ mode: CameraMode) -> [UInt8] {
    fill(picture, mode, isFullRange: false) {
      UInt32($0.x) | UInt32($0.y) << 8 | UInt32($0.x) << 16 | UInt32($0.z) << 24
    }
  }

  /// Paints a bare sensor's picture without its colors, because tests need only its format.
  private mutating func gray(_ picture: Sensor.Picture, _ mode: CameraMode) -> [UInt8] {
    fill(picture, mode, isFullRange: true) { UInt32($0.x) * 0x0101_0101 }
  }

  /// Fills each row with a pattern of four bytes, made from its Y, Cb and Cr.
  private mutating func fill(
    _ picture: Sensor.Picture, _ mode: CameraMode, isFullRange: Bool,
    _ pattern: (SIMD4<Int>) -> UInt32
  ) -> [UInt8] {
    if bytes.count != mode.frameCapacity { bytes = Array(repeating: 0, count: mode.frameCapacity) }
    let phase = generator.uniform()
    let bytesPerRow = mode.width * mode.encoding.bytesPerPixel
    for index in 0..<mode.height {
      let levels = row(index, of: mode.height, picture, isFullRange: isFullRange, phase: phase)
      bytes.withUnsafeMutableBytes { bytes in
        heartcam_fill(bytes.baseAddress! + index * bytesPerRow, pattern(levels), bytesPerRow / 4)
      }
    }
    return bytes
  }

  private mutating func mjpeg(_ picture: Sensor.Picture, _ mode: CameraMode) -> [UInt8] {
    let blockRows = mode.height / 8
    let phase = generator.uniform()
    var writer = JPEGWriter(width: mode.width, height: mode.height)
    for index in 0..<blockRows {
      writer.append(
        row: row(index, of: blockRows, picture, isFullRange: true, phase: phase))
    }
    return writer.finished()
  }
}

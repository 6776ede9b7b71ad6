import CV4L2
import ScriptedCamera
import TestSupport
import Testing
import V4L2Source
import VideoFrames

/// A camera's frame has the color of the same bytes read as a picture.
struct FormatTests {
  private static let width = 37
  private static let height = 26

  static let formats: [(String, PixelFormat)] = [
    ("YUYV", .yuyv422), ("UYVY", .uyvy422), ("YVYU", .yvyu422), ("NV12", .nv12), ("NV21", .nv21),
    ("NV16", .nv16), ("NV24", .nv24), ("YU12", .yuv420p), ("422P", .yuv422p), ("GREY", .gray8),
    ("RGB3", .rgb24), ("BGR3", .bgr24), ("XR24", .bgra), ("BA24", .argb), ("XB24", .rgba),
    ("RX24", .abgr),
  ]

  private func plane(_ format: PixelFormat, _ stride: Int, _ plane: Int) -> (at: Int, stride: Int) {
    func own(_ plane: Int) -> Int {
      guard plane > 0 else { return stride }
      return format.planeCount == 2
        ? 2 * stride >> format.chromaShiftX : stride >> format.chromaShiftX
    }
    let before = (0..<plane).reduce(0) {
      $0 + own($1) * format.rows(plane: $1, height: Self.height)
    }
    return (before, own(plane))
  }

  @Test(arguments: formats.indices, [0, 1])
  func `a frame's mean color is that of its bytes, with and without padded rows`(
    index: Int, padding: Int
  ) throws {
    let (name, format) = Self.formats[index]
    let stride = (format.minimumBytesPerRow(plane: 0, width: Self.width) + 3) / 2 * 2 + padding * 26
    let last = plane(format, stride, format.planeCount - 1)
    let count =
      last.at + last.stride * (format.rows(plane: format.planeCount - 1, height: Self.height) - 1)
      + format.minimumBytesPerRow(plane: format.planeCount - 1, width: Self.width)
    var generator = SeededGenerator(seed: UInt64(index))
    let bytes = (0..<count).map { _ in UInt8.random(in: 0...255, using: &generator) }
    let script = ScriptedCamera(
      formats: [CameraScripts.format(name, Self.width, Self.height)]
    ) { _ in FrameScript(bytes) }
    script.bytesPerRow = UInt32(stride)
    var camera = try CameraScripts.camera(on: script, CameraRequest(path: "/dev/video0"))
    var extractor = ColorExtractor()
    let outcome = try camera.withNextFrame(timeout: 1) { try extractor.sample(of: $0) }
    guard case .frame(let sample) = outcome else {
      Issue.record("\(name): \(outcome)")
      return
    }
    let expected = try bytes.withUnsafeBytes { buffer in
      func place(_ index: Int) -> PixelPlane {
        let place = plane(format, stride, min(index, format.planeCount - 1))
        return PixelPlane(base: buffer.baseAddress! + place.at, bytesPerRow: place.stride)
      }
      let frame = PixelFrame(
        format: format,
        color: ColorDescription(matrix: .bt601, range: format.isYCbCr ? .limited : .full),
        time: sample.time, width: Self.width, height: Self.height,
        planes: (place(0), place(1), place(2)))
      var extractor = ColorExtractor()
      return try extractor.sample(of: frame)
    }
    #expect(sample == expected)
  }

  @Test func `the Cr plane comes first in YV12`() throws {
    var bytes = [UInt8](repeating: 120, count: 64 * 48)
    bytes += [UInt8](repeating: 200, count: 32 * 24) + [UInt8](repeating: 100, count: 32 * 24)
    let script = ScriptedCamera(formats: [CameraScripts.format("YV12")]) { _ in FrameScript(bytes) }
    var camera = try CameraScripts.camera(on: script)
    var extractor = ColorExtractor()
    guard
      case .frame(let sample) = try camera.withNextFrame(
        timeout: 1, { try extractor.sample(of: $0) })
    else {
      Issue.record("no frame")
      return
    }
    #expect(sample.red > 200 && sample.blue < 100)
  }

  @Test(arguments: [
    (
      V4L2_COLORSPACE_REC709.rawValue, V4L2_QUANTIZATION_FULL_RANGE.rawValue,
      ColorDescription(matrix: .bt709, range: .full)
    ),
    (
      V4L2_COLORSPACE_SRGB.rawValue, V4L2_QUANTIZATION_DEFAULT.rawValue,
      ColorDescription(matrix: .bt601, range: .limited)
    ),
    (
      V4L2_COLORSPACE_JPEG.rawValue, V4L2_QUANTIZATION_DEFAULT.rawValue,
      ColorDescription(matrix: .bt601, range: .full)
    ),
    (
      V4L2_COLORSPACE_BT2020.rawValue, V4L2_QUANTIZATION_LIM_RANGE.rawValue,
      ColorDescription(matrix: .bt2020, range: .limited)
    ),
  ])
  func `matrix and range are those that the driver reports`(
    colorspace: UInt32, quantization: UInt32, expected: ColorDescription
  ) throws {
    let script = CameraScripts.yuyv()
    script.colorspace = colorspace
    script.quantization = quantization
    var camera = try CameraScripts.camera(on: script)
    #expect(try camera.withNextFrame(timeout: 1) { $0.color } == .frame(expected))
  }

  @Test func `rows shorter than their pixels are refused`() {
    let script = CameraScripts.yuyv()
    script.bytesPerRow = 100
    #expect(throws: V4L2Error.self) { _ = try CameraScripts.camera(on: script).mode }
    #expect(script.isTidy)
  }

  @Test func `formats that libv4l2 knows are converted, unknown formats are refused`() throws {
    let script = ScriptedCamera(formats: [CameraScripts.format("GBRG")]) { _ in FrameScript([0]) }
    let converting = ScriptedCamera(formats: [CameraScripts.format("RGB3")]) { _ in
      FrameScript([UInt8](repeating: 90, count: 64 * 48 * 3))
    }
    do {
      var camera = try Camera(CameraRequest(), calls: script, converting: converting)
      #expect(camera.mode.isConverted && camera.mode.summary.contains("GBRG (converted)"))
      #expect(try camera.withNextFrame(timeout: 1) { $0.format } == .frame(.rgb24))
    }
    #expect(script.isTidy && converting.isTidy)
    script.formats = [CameraScripts.format("ABCD")]
    #expect(throws: V4L2Error.self) { _ = try CameraScripts.camera(on: script).mode }
  }
}

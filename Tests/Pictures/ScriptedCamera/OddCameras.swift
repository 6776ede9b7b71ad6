import V4L2Source

/// Cameras of any kind.
extension CameraScripts {
  private static let codes = [
    "YUYV", "UYVY", "NV12", "NV21", "NV16", "YU12", "YV12", "422P", "GREY", "RGB3", "BGR4", "MJPG",
    "JPEG", "BA81",
    "Y10 ", "H264",
  ]

  /// Makes a camera with formats, sizes, buffers and controls of any kind.
  /// - Parameters:
  ///   - pictures: What it sends in compressed formats, one after the other; at least one.
  ///   - rubbish: What it sends parts of in all other formats; at least 30,000 bytes.
  package static func any(
    using generator: inout some RandomNumberGenerator, pictures: [[UInt8]], rubbish: [UInt8]
  ) -> ScriptedCamera {
    var formats: [CameraFormat] = []
    for _ in 0..<Int.random(in: 1...3, using: &generator) {
      formats.append(format(&generator))
    }
    let isCompressed = formats.contains { ["MJPG", "JPEG"].map(FourCC.init).contains($0.fourCC) }
    let lengths = (0..<8).map { _ in Int.random(in: 0...30_000, using: &generator) }
    let script = ScriptedCamera(formats: formats) { number in
      if isCompressed { return FrameScript(pictures[number % pictures.count]) }
      var frame = FrameScript(Array(rubbish.prefix(lengths[number % 8])))
      frame.isMarkedDamaged = number % 17 == 16
      return frame
    }
    script.bufferLength = Int.random(in: 1...30_000, using: &generator)
    script.greatestBufferCount = Int.random(in: 1...32, using: &generator)
    if Int.random(in: 0..<3, using: &generator) == 0 {
      script.bytesPerRow = UInt32.random(in: 0...300, using: &generator)
    }
    script.keepsLog = false
    script.controls = ControlID.restoringOrder.compactMap { control($0, &generator) }
    script.files["/run/camera-0.controls"] = "heartcam"
    return script
  }

  private static func format(_ generator: inout some RandomNumberGenerator) -> CameraFormat {
    let code = codes.randomElement(using: &generator).flatMap(FourCC.init) ?? FourCC(rawValue: 0)
    let rates: CameraRates =
      switch Int.random(in: 0..<3, using: &generator) {
      case 0: .unknown
      case 1: .range(0.5...120)
      default: .discrete([30, 60, 7.5].shuffled(using: &generator))
      }
    func length() -> Int { Int.random(in: 1...97, using: &generator) }
    var sizes: [CameraSize] = []
    for _ in 0..<Int.random(in: 0...2, using: &generator) {
      sizes.append(CameraSize(width: length(), height: length(), rates: rates))
    }
    if Bool.random(using: &generator) {
      sizes = [
        CameraSize(
          width: 2...(2 + length()), height: 2...(2 + length()), widthStep: length(),
          heightStep: length(), rates: rates)
      ]
    }
    return CameraFormat(fourCC: code, description: "any", sizes: sizes)
  }

  private static func control(
    _ id: UInt32, _ generator: inout some RandomNumberGenerator
  ) -> ScriptedControl? {
    guard Int.random(in: 0..<4, using: &generator) > 0 else { return nil }
    let bounds = [-2_000_000_000, -100, -1, 0, 1, 3, 100, 2047, 1 << 31 - 1]
    let low = bounds.randomElement(using: &generator) ?? 0
    let high = max(low, bounds.randomElement(using: &generator) ?? 0)
    let kinds: [CameraControl.Kind] = [.integer, .integer, .boolean, .menu, .integerMenu, .bitmask]
    return ScriptedControl(
      id, "Control", kinds.randomElement(using: &generator) ?? .integer, low...high,
      Int.random(in: low...high, using: &generator),
      step: [1, 2, 7, 1 << 30].randomElement(using: &generator) ?? 1,
      items: [0: "none", 1: "one", 2: "two"])
  }
}

/// The camera's descriptors on the bus: USB 2.0 chapter 9 and the USB Video Class 1.1.
struct CameraDescriptors {
  let kind: CameraKind
  let name: String
  let serial: String

  /// The payload of one transfer: the most that the driver asks of such an endpoint at once.
  static let payloadSize = 16_384
  static let clockFrequency = 48_000_000
  static let cameraTerminal: UInt8 = 1
  static let processingUnit: UInt8 = 2
  private static let outputTerminal: UInt8 = 3
  private static let endpoint: UInt8 = 0x81

  /// Returns the answer to a request for a descriptor, or `nil` if the camera does not have it.
  func descriptor(type: UInt8, index: UInt8) -> [UInt8]? {
    switch (type, index) {
    case (1, _): device
    case (2, 0): configuration
    case (3, 0): [4, 3, 0x09, 0x04]
    case (3, 1): string("Heartcam")
    case (3, 2): string(name)
    case (3, 3): string(serial)
    default: nil
    }
  }

  private func string(_ text: String) -> [UInt8] {
    var bytes: [UInt8] = [UInt8(2 + 2 * text.utf16.count), 3]
    for unit in text.utf16 { bytes.append(word: Int(unit)) }
    return bytes
  }

  /// A composite device of interface associations; pid.codes keeps 1209:0001 for tests.
  private var device: [UInt8] {
    [18, 1, 0x00, 0x02, 0xEF, 2, 1, 64, 0x09, 0x12, 0x01, 0x00, 0x00, 0x01, 1, 2, 3, 1]
  }

  private var configuration: [UInt8] {
    let association: [UInt8] = [8, 11, 0, 2, 0x0E, 3, 0, 0]
    let body = association + controlInterface + streamingInterface
    var bytes: [UInt8] = [9, 2]
    bytes.append(word: 9 + body.count)
    return bytes + [2, 1, 0, 0x80, 250] + body
  }

  private var controlInterface: [UInt8] {
    // Bits of the controls: mode, priority and time of the exposure, focus and its automation.
    let camera: [UInt8] =
      [18, 0x24, 2, Self.cameraTerminal, 0x01, 0x02, 0, 0, 0, 0, 0, 0, 0, 0, 3, 0x2E, 0x00, 0x02]
    // Brightness, white balance, gain, power line frequency, automatic white balance.
    let processing: [UInt8] =
      [12, 0x24, 5, Self.processingUnit, Self.cameraTerminal, 0, 0, 2, 0x41, 0x16, 0, 0]
    let output: [UInt8] =
      [9, 0x24, 3, Self.outputTerminal, 0x01, 0x01, 0, Self.processingUnit, 0]
    var header: [UInt8] = [13, 0x24, 1, 0x10, 0x01]
    header.append(word: 13 + camera.count + processing.count + output.count)
    header.append(long: Self.clockFrequency)
    header += [1, 1]
    return [9, 4, 0, 0, 0, 0x0E, 1, 0, 0] + header + camera + processing + output
  }

  private var streamingInterface: [UInt8] {
    // BT.709 primaries and transfer, BT.601 matrix.
    let color: [UInt8] = [6, 0x24, 0x0D, 1, 1, 4]
    let formats = kind.encodings.enumerated().flatMap { index, encoding in
      format(encoding, number: UInt8(index + 1)) + frames(of: encoding) + color
    }
    var header: [UInt8] = [UInt8(13 + kind.encodings.count), 0x24, 1, UInt8(kind.encodings.count)]
    header.append(word: header.count + 9 + kind.encodings.count + formats.count)
    header += [Self.endpoint, 0, Self.outputTerminal, 0, 0, 0, 1]
    header += kind.encodings.map { _ in 0 }
    return [9, 4, 1, 0, 1, 0x0E, 2, 0, 0] + header + formats + [7, 5, Self.endpoint, 2, 0, 2, 0]
  }

  private func format(_ encoding: CameraMode.Encoding, number: UInt8) -> [UInt8] {
    let count = UInt8(CameraMode.sizes.count)
    // The first half of a format's identifier; the second half is the same for most formats.
    let identifier: [UInt8]
    switch encoding {
    case .mjpeg: return [11, 0x24, 6, number, count, 1, 1, 0, 0, 0, 0]
    case .yuyv: identifier = Array("YUY2".utf8) + [0, 0, 0x10, 0]
    case .gray: identifier = [0x32, 0, 0, 0, 0x02, 0, 0x10, 0]
    case .bayer: identifier = Array("BA81".utf8) + [0, 0, 0x10, 0]
    }
    return [27, 0x24, 4, number, count] + identifier + [0x80, 0, 0, 0xAA, 0, 0x38, 0x9B, 0x71]
      + [UInt8(8 * encoding.bytesPerPixel), 1, 0, 0, 0, 0]
  }

  private func frames(of encoding: CameraMode.Encoding) -> [UInt8] {
    let subtype: UInt8 = encoding == .mjpeg ? 7 : 5
    var bytes: [UInt8] = []
    for (index, size) in CameraMode.sizes.enumerated() {
      let rates = CameraMode.frameRates
      let capacity = size.width * size.height * encoding.bytesPerPixel
      bytes += [UInt8(26 + 4 * rates.count), 0x24, subtype, UInt8(index + 1), 0]
      bytes.append(word: size.width)
      bytes.append(word: size.height)
      bytes.append(long: capacity * 8 * Int(rates.min() ?? 1))
      bytes.append(long: capacity * 8 * Int(rates.max() ?? 1))
      bytes.append(long: capacity)
      bytes.append(long: Int(CameraMode(encoding: encoding).frameInterval))
      bytes.append(UInt8(rates.count))
      for rate in rates { bytes.append(long: Int(CameraMode.interval(ofRate: rate))) }
    }
    return bytes
  }
}

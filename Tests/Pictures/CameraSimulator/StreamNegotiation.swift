/// Negotiates a mode with the host: the probe and commit controls of USB video 1.1, section 4.3.1.1.
struct StreamNegotiation {
  private let encodings: [CameraMode.Encoding]
  private(set) var probed: CameraMode
  private static let length = 34

  init(_ kind: CameraKind) {
    encodings = kind.encodings
    probed = CameraMode(encoding: encodings[0])
  }

  /// Returns the answer to a request about either control, or `nil` for an unknown request.
  func answer(to request: UInt8) -> [UInt8]? {
    switch request {
    case 0x81, 0x82, 0x83: bytes(of: probed)
    case 0x87: bytes(of: CameraMode(encoding: encodings[0]))
    case 0x86: [0b011]
    case 0x85: [UInt8(Self.length), 0]
    default: nil
    }
  }

  /// Returns the mode nearest to the host's request.
  mutating func propose(_ bytes: [UInt8]) {
    guard bytes.count >= 8 else { return }
    probed.encoding = encodings[min(max(Int(bytes[2]) - 1, 0), encodings.count - 1)]
    probed.size = min(max(Int(bytes[3]) - 1, 0), CameraMode.sizes.count - 1)
    let asked = Array(bytes[4..<8]).littleEndianValue
    probed.frameRate =
      CameraMode.frameRates.min {
        abs(Int(CameraMode.interval(ofRate: $0)) - asked)
          < abs(Int(CameraMode.interval(ofRate: $1)) - asked)
      } ?? probed.frameRate
  }

  private func bytes(of mode: CameraMode) -> [UInt8] {
    let format = (encodings.firstIndex(of: mode.encoding) ?? 0) + 1
    var bytes: [UInt8] = [1, 0, UInt8(format), UInt8(mode.size + 1)]
    bytes.append(long: Int(mode.frameInterval))
    for _ in 0..<5 { bytes.append(word: 0) }
    bytes.append(long: mode.frameCapacity)
    bytes.append(long: CameraDescriptors.payloadSize)
    bytes.append(long: CameraDescriptors.clockFrequency)
    return bytes + [3, 0, 1, 1]
  }
}

import Glibc

/// The values that a camera's controls had before they were changed, kept in a file, so that they
/// can be restored even after the program was killed.
struct ControlJournal {
  private static let heading = "heartcam camera controls 1"

  private let path: String
  private let camera: String
  private let calls: any DeviceCalls

  /// - Parameter folder: A folder of this user alone; the file is named after the camera.
  init(folder: String, camera: CameraDescription, calls: any DeviceCalls) {
    let identity = camera.stablePath ?? "\(camera.bus) \(camera.name)"
    self.camera = String(identity.map { $0.isNewline ? " " : $0 })
    // FNV-1a, for a name without odd characters.
    var hash: UInt64 = 0xCBF2_9CE4_8422_2325
    for byte in identity.utf8 { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
    path = "\(folder)/camera-\(String(hash, radix: 16)).controls"
    self.calls = calls
  }

  /// Returns the values that an earlier program left; `nil` without any of this camera.
  func read() -> [(id: UInt32, value: Int)]? {
    guard let text = calls.text(of: path) else { return nil }
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    guard lines.count >= 3, lines[0] == Self.heading, lines[1] == camera, lines.last == "" else {
      return nil
    }
    return lines.dropFirst(2).dropLast().compactMap { line in
      let words = line.split(separator: " ")
      guard words.count == 2, let id = UInt32(words[0]), let value = Int(words[1]) else {
        return nil
      }
      return (id, value)
    }
  }

  func write(_ values: [(id: UInt32, value: Int)]) throws(SystemCallError) {
    let lines = values.map { "\($0.id) \($0.value)\n" }.joined()
    try calls.replace(path, with: "\(Self.heading)\n\(camera)\n\(lines)")
  }

  func remove() { calls.remove(path) }
}

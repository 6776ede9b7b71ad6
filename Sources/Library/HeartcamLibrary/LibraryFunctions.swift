import CHeartcam
import CommandEnvironment
import HeartcamCommands
import Photoplethysmography

private let version = StaticText(HeartcamVersion.current)

@c @implementation
public func heartcam_api_version() -> Int32 { HEARTCAM_API_VERSION }

@c @implementation
public func heartcam_version() -> UnsafePointer<CChar> { version.pointer }

@c @implementation
public func heartcam_algorithm_version() -> Int32 { Int32(HeartRateMonitor.algorithmVersion) }

@c @implementation
public func heartcam_main(
  _ count: Int32, _ words: UnsafePointer<UnsafeMutablePointer<CChar>?>?
) -> Int32 {
  HeartcamCommand.runProcess((1..<max(1, Int(count))).compactMap { words?[$0] })
}

@c @implementation
public func heartcam_use_program(_ path: UnsafePointer<CChar>?) {
  ReaderProgram.use(path.map { String(cString: $0) })
}

/// A text that is there as long as the process.
private struct StaticText: @unchecked Sendable {
  /// It is never written to or freed.
  let pointer: UnsafePointer<CChar>

  init(_ text: String) {
    let bytes = UnsafeMutablePointer<CChar>.allocate(capacity: text.utf8.count + 1)
    for (index, byte) in text.utf8.enumerated() { bytes[index] = CChar(bitPattern: byte) }
    bytes[text.utf8.count] = 0
    pointer = UnsafePointer(bytes)
  }
}

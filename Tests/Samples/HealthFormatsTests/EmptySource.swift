@testable import HealthFormats

/// Nothing to read.
final class EmptySource: ByteSource {
  let bytesRead = 0

  func read(into memory: UnsafeMutableRawBufferPointer) -> Int { 0 }
}

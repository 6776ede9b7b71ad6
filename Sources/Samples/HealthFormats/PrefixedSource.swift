/// A source whose first bytes have been read already.
final class PrefixedSource: ByteSource {
  private var prefix: [UInt8]
  private var at = 0
  private let source: any ByteSource

  var bytesRead: Int { source.bytesRead }

  init(_ prefix: [UInt8], _ source: any ByteSource) {
    self.prefix = prefix
    self.source = source
  }

  func read(into memory: UnsafeMutableRawBufferPointer) throws -> Int {
    guard at < prefix.count else { return try source.read(into: memory) }
    let count = min(memory.count, prefix.count - at)
    memory.copyBytes(from: prefix[at..<at + count])
    at += count
    return count
  }
}

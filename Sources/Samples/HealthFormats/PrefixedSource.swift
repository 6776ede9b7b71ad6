/// A source whose first bytes have been read already, or that has no others.
final class PrefixedSource: ByteSource {
  /// The first n bytes, or all if there are fewer.
  let prefix: [UInt8]

  private var at = 0
  private let source: (any ByteSource)?

  var bytesRead: Int { source?.bytesRead ?? at }

  /// Bytes in memory.
  init(_ bytes: [UInt8]) { (prefix, source) = (bytes, nil) }

  /// Reads the first n bytes.
  init(_ source: any ByteSource, reading count: Int) throws {
    var prefix: [UInt8] = []
    while prefix.count < count {
      var block = [UInt8](repeating: 0, count: count - prefix.count)
      let got = try block.withUnsafeMutableBytes { try source.read(into: $0) }
      if got == 0 { break }
      prefix += block[..<got]
    }
    self.prefix = prefix
    self.source = source
  }

  func read(into memory: UnsafeMutableRawBufferPointer) throws -> Int {
    guard at < prefix.count else { return try source?.read(into: memory) ?? 0 }
    let count = min(memory.count, prefix.count - at)
    memory.copyBytes(from: prefix[at..<at + count])
    at += count
    return count
  }
}

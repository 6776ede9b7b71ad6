/// Bytes that are read once, from the first to the last.
package protocol ByteSource: AnyObject {
  /// Reads bytes that are available now into the memory and returns their number; 0 at the end.
  func read(into memory: UnsafeMutableRawBufferPointer) throws -> Int

  /// Bytes taken from the file itself.
  var bytesRead: Int { get }
}

extension ByteSource {
  /// All remaining bytes; throws if they are more than `limit`.
  func all(limit: Int) throws -> [UInt8] {
    var bytes: [UInt8] = []
    var block = [UInt8](repeating: 0, count: 1 << 18)
    while true {
      let count = try block.withUnsafeMutableBytes { try read(into: $0) }
      guard count > 0 else { return bytes }
      guard bytes.count + count <= limit else {
        throw FormatError(.refused, "the file is larger than \(limit >> 20) MB in one piece")
      }
      bytes += block[..<count]
    }
  }
}

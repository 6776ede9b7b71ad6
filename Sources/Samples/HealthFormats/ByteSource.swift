/// Bytes that are read once, from the first to the last.
package protocol ByteSource: AnyObject {
  /// Reads bytes that are available now into the memory and returns their number; 0 at the end.
  func read(into memory: UnsafeMutableRawBufferPointer) throws -> Int

  /// Bytes taken from the file itself.
  var bytesRead: Int { get }
}

extension ByteSource {
  /// Returns all remaining bytes; throws if they are more than `limit`.
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

/// Bytes of a source, one after another.
struct ByteReader {
  private let source: any ByteSource
  private var block = [UInt8](repeating: 0, count: 1 << 18)
  private var at = 0
  private var end = 0
  private(set) var line = 1

  /// Bytes taken so far.
  private(set) var count = 0

  init(_ source: any ByteSource) { self.source = source }

  var bytesRead: Int { source.bytesRead }

  /// Returns the next byte, which stays; `nil` at the end.
  mutating func peek() throws -> UInt8? {
    if at == end {
      end = try block.withUnsafeMutableBytes { try source.read(into: $0) }
      at = 0
      if end == 0 { return nil }
    }
    return block[at]
  }

  mutating func take() throws -> UInt8? {
    guard let byte = try peek() else { return nil }
    at += 1
    count += 1
    if byte == 0x0A { line += 1 }
    return byte
  }

  /// Returns the next byte that is no white space, which stays; `nil` at the end.
  mutating func peekPastBlanks() throws -> UInt8? {
    while let byte = try peek() {
      guard [0x20, 0x0A, 0x0D, 0x09].contains(byte) else { return byte }
      _ = try take()
    }
    return nil
  }

  /// Returns the bytes up to the next line end, which is taken and left out, and whether the file
  /// ends without one; `nil` at the end. A line of more than 16 MB is refused.
  mutating func takeLine() throws -> (bytes: [UInt8], isOpen: Bool)? {
    var bytes: [UInt8] = []
    while try peek() != nil {
      let found = block[at..<end].firstIndex(of: 0x0A)
      bytes += block[at..<(found ?? end)]
      guard bytes.count <= Self.longestLine else {
        throw FormatError(.refused, "it has a line longer than 16 MB")
      }
      at = found.map { $0 + 1 } ?? end
      guard found != nil else { continue }
      line += 1
      if bytes.last == 0x0D { bytes.removeLast() }
      return (bytes, false)
    }
    return bytes.isEmpty ? nil : (bytes, true)
  }

  static let longestLine = 1 << 24
}

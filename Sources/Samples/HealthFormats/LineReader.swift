import Glibc

/// A source's lines, without their ends; one longer than 16 MB is refused.
struct LineReader {
  static let longestLine = 1 << 24

  private let source: any ByteSource
  private var block = [UInt8](repeating: 0, count: 1 << 18)
  private var at = 0
  private var end = 0

  /// The number of the line that was read last, counted from 1.
  private(set) var number = 0

  /// Whether the line that was read last is the file's last and has no end: the file may have been cut off in it.
  private(set) var isOpen = false

  var bytesRead: Int { source.bytesRead }

  init(_ source: any ByteSource) { self.source = source }

  /// The next line; `nil` at the end.
  mutating func next() throws -> [UInt8]? {
    number += 1
    var line: [UInt8] = []
    while true {
      if at == end {
        end = try block.withUnsafeMutableBytes { try source.read(into: $0) }
        at = 0
        if end == 0 {
          isOpen = !line.isEmpty
          return line.isEmpty ? nil : line
        }
      }
      let found = block.withUnsafeBytes { bytes in
        memchr(bytes.baseAddress! + at, 0x0A, end - at).map {
          UnsafeRawPointer($0) - bytes.baseAddress!
        }
      }
      line += block[at..<(found ?? end)]
      guard line.count <= Self.longestLine else {
        throw FormatError(.refused, "it has a line longer than 16 MB")
      }
      at = found.map { $0 + 1 } ?? end
      if found != nil {
        if line.last == 0x0D { line.removeLast() }
        return line
      }
    }
  }
}

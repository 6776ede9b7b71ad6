import TestSupport

@testable import HealthFormats

/// Bytes that come in pieces of given sizes, as from a pipe.
final class PieceSource: ByteSource {
  private let bytes: [UInt8]
  private let size: () -> Int
  private(set) var bytesRead = 0

  /// - Parameter size: The size of the next piece.
  init(_ bytes: [UInt8], size: @escaping () -> Int = { .max }) {
    self.bytes = bytes
    self.size = size
  }

  func read(into memory: UnsafeMutableRawBufferPointer) -> Int {
    let count = min(memory.count, bytes.count - bytesRead, size())
    bytes.withUnsafeBytes {
      memory.copyMemory(from: .init(rebasing: $0[bytesRead...].prefix(count)))
    }
    bytesRead += count
    return count
  }
}

/// How the pieces of a test are cut.
enum PieceSizes: Sendable, CustomStringConvertible {
  case fixed(Int)
  case random(seed: UInt64)

  /// Sizes from one byte up, and random ones.
  static let all: [PieceSizes] =
    ([1, 2, 3, 4, 5, 7, 8, 13, 64, 1000].map(fixed)) + [random(seed: 1), random(seed: 2)]

  var description: String {
    switch self {
    case .fixed(let size): "\(size)"
    case .random(let seed): "random \(seed)"
    }
  }

  /// A source of the bytes in such pieces.
  func source(_ bytes: [UInt8]) -> PieceSource {
    switch self {
    case .fixed(let size): return PieceSource(bytes) { size }
    case .random(let seed):
      var random = SeededGenerator(seed: seed)
      return PieceSource(bytes) { Int.random(in: 1...50, using: &random) }
    }
  }
}

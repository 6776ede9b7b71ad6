import FileAccess
import Glibc

/// A file, or a part of it, from a descriptor that it owns.
final class FileSource: ByteSource {
  private let file: OpenFile
  private var rest = Int.max

  /// The position of the next `read`, once set; until then the file's own position counts, which others may share.
  private var position: Int?
  private(set) var bytesRead = 0
  private let isCancelled: () -> Bool

  /// - Parameters:
  ///   - path: `-` for standard input.
  ///   - isCancelled: Asked before each read; `true` makes it throw `CancellationError`.
  convenience init(path: String, isCancelled: @escaping () -> Bool = { false }) throws {
    self.init(try Self.opened(path, isCancelled: isCancelled), isCancelled: isCancelled)
  }

  /// Reads a file that is open.
  init(_ file: consuming OpenFile, isCancelled: @escaping () -> Bool = { false }) {
    self.file = file
    self.isCancelled = isCancelled
  }

  /// Opens a file; `-` is standard input. Throws `FormatError`, also if it is a folder.
  static func opened(_ path: String, isCancelled: () -> Bool) throws -> OpenFile {
    let file = try attempt("opened") { () throws(FileError) in
      try path == "-"
        ? OpenFile(duplicating: .standardInput)
        : OpenFile(path, for: .reading, isCancelled: isCancelled)
    }
    if file.isFolder { throw FormatError(.system, "it is a folder") }
    return file
  }

  /// Returns the same file with a separate position.
  func another() throws -> FileSource {
    let descriptor = file.withDescriptor { $0 }
    let duplicate = try Self.attempt("opened") { () throws(FileError) in
      try OpenFile(duplicating: descriptor)
    }
    let other = FileSource(duplicate, isCancelled: isCancelled)
    other.position = 0
    return other
  }

  /// The size of a regular file; `nil` if it is unknown or the file cannot be read at any offset.
  var size: Int? { file.regularSize }

  func read(into memory: UnsafeMutableRawBufferPointer) throws -> Int {
    guard !isCancelled() else { throw CancellationError() }
    let part = UnsafeMutableRawBufferPointer(rebasing: memory.prefix(rest))
    do throws(FileError) {
      let count = try file.withDescriptor { descriptor throws(FileError) in
        if let position { return try descriptor.read(into: part, at: position) }
        return try descriptor.read(into: part, isCancelled: isCancelled)
      }
      position? += count
      bytesRead += count
      rest -= count
      return count
    } catch {
      if isCancelled() { throw CancellationError() }
      throw Self.failure("read", error)
    }
  }

  /// `count` bytes at an offset, fewer at the end; the offset of `read` stays.
  func bytes(at offset: Int, count: Int) throws -> [UInt8] {
    try Self.attempt("read") { () throws(FileError) in
      try file.withDescriptor { descriptor throws(FileError) in
        try descriptor.bytes(at: offset, count: count)
      }
    }
  }

  /// Continues to read a regular file at an offset, up to a number of bytes.
  func seek(to offset: Int, count: Int = .max) {
    position = offset
    rest = count
  }

  private static func attempt<Result: ~Copyable>(
    _ work: String, _ body: () throws(FileError) -> Result
  ) throws(FormatError) -> Result {
    do throws(FileError) { return try body() } catch { throw failure(work, error) }
  }

  private static func failure(_ work: String, _ error: FileError) -> FormatError {
    FormatError(.system, "it cannot be \(work): \(error)")
  }
}

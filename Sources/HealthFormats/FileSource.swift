import FileAccess
import Glibc

/// A file, or a part of it, from a descriptor that it owns.
final class FileSource: ByteSource {
  private let file: OpenFile
  private var rest = Int.max
  private(set) var bytesRead = 0
  private let isCancelled: () -> Bool

  /// - Parameters:
  ///   - path: `-` for standard input.
  ///   - isCancelled: Asked before each read; `true` makes it throw `CancellationError`.
  init(path: String, isCancelled: @escaping () -> Bool = { false }) throws {
    self.isCancelled = isCancelled
    do throws(FileError) {
      if path == "-" {
        file = try OpenFile(duplicating: .standardInput)
      } else {
        file = try OpenFile(path, for: .reading)
      }
    } catch {
      throw Self.failure("opened", error)
    }
    var status = stat()
    let code = file.withDescriptor { fstat($0.number, &status) }
    if code == 0, status.st_mode & S_IFMT == S_IFDIR {
      throw FormatError(.system, "it is a folder")
    }
  }

  /// The size of a regular file; `nil` if it is unknown or the file cannot be read at any offset.
  var size: Int? {
    var status = stat()
    let code = file.withDescriptor { fstat($0.number, &status) }
    guard code == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
    return Int(status.st_size)
  }

  func read(into memory: UnsafeMutableRawBufferPointer) throws -> Int {
    guard !isCancelled() else { throw CancellationError() }
    let part = UnsafeMutableRawBufferPointer(rebasing: memory.prefix(rest))
    do throws(FileError) {
      let count = try file.withDescriptor { descriptor throws(FileError) in
        try descriptor.read(into: part, isCancelled: isCancelled)
      }
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
    do throws(FileError) {
      return try file.withDescriptor { descriptor throws(FileError) in
        try descriptor.bytes(at: offset, count: count)
      }
    } catch {
      throw Self.failure("read", error)
    }
  }

  /// Continues to read at an offset, up to a number of bytes.
  func seek(to offset: Int, count: Int = .max) throws {
    guard file.withDescriptor({ lseek($0.number, off_t(offset), SEEK_SET) }) >= 0 else {
      throw Self.failure("read", FileError(.read, code: errno))
    }
    rest = count
  }

  private static func failure(_ work: String, _ error: FileError) -> FormatError {
    FormatError(.system, "it cannot be \(work): \(error)")
  }
}

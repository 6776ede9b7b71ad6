import Glibc

/// A file, or a part of it, from a descriptor that it owns.
final class FileSource: ByteSource {
  private let descriptor: Int32
  private var rest: Int
  private(set) var bytesRead = 0

  /// - Parameter path: `-` for standard input.
  init(path: String) throws {
    descriptor = path == "-" ? dup(STDIN_FILENO) : open(path, O_RDONLY | O_CLOEXEC)
    rest = .max
    guard descriptor >= 0 else { throw Self.failure("opened") }
    var status = stat()
    if fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFDIR {
      close(descriptor)
      throw FormatError(.system, "it is a folder")
    }
  }

  deinit { close(descriptor) }

  /// The size of a regular file; `nil` where it cannot be told or read at any place.
  var size: Int? {
    var status = stat()
    guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
    return Int(status.st_size)
  }

  func read(into memory: UnsafeMutableRawBufferPointer) throws -> Int {
    let wanted = min(memory.count, rest)
    guard wanted > 0 else { return 0 }
    while true {
      let count = Glibc.read(descriptor, memory.baseAddress, wanted)
      if count < 0, errno == EINTR { continue }
      guard count >= 0 else { throw Self.failure("read") }
      bytesRead += count
      rest -= count
      return count
    }
  }

  /// So many bytes at a place, fewer at the end; the place of `read` stays.
  func bytes(at offset: Int, count: Int) throws -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: count)
    var done = 0
    while done < count {
      let got = bytes.withUnsafeMutableBytes {
        pread(descriptor, $0.baseAddress! + done, count - done, off_t(offset + done))
      }
      if got < 0, errno == EINTR { continue }
      guard got >= 0 else { throw Self.failure("read") }
      if got == 0 { break }
      done += got
    }
    return Array(bytes[..<done])
  }

  /// Goes on reading at a place, up to so many bytes.
  func seek(to offset: Int, count: Int = .max) throws {
    guard lseek(descriptor, off_t(offset), SEEK_SET) >= 0 else { throw Self.failure("read") }
    rest = count
  }

  private static func failure(_ work: String) -> FormatError {
    FormatError(.system, "it cannot be \(work): \(String(cString: strerror(errno)))")
  }
}

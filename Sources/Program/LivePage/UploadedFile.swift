import FileAccess
import Glibc

/// A request's body in a file of mode 0600 that only this program's user can read. It is removed
/// with this value.
public final class UploadedFile: Sendable {
  /// The path of the file.
  public let path: String
  private let descriptor: Int32

  /// Makes an empty file in a folder.
  init(in folder: String, name: String) throws(FileError) {
    path = "\(folder)/\(name)"
    descriptor = path.withFileName {
      open($0, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0o600)
    }
    guard descriptor >= 0 else { throw FileError(.open, path: path, code: errno) }
  }

  deinit {
    close(descriptor)
    _ = path.withFileName { unlink($0) }
  }

  /// Appends bytes.
  func append(_ bytes: UnsafeRawBufferPointer) throws(FileError) {
    try FileDescriptor(descriptor).write(bytes)
  }
}

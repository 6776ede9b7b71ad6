import FoundationEssentials
import Glibc

/// Files with health data: no one but their owner may read them.
enum PrivateFile {
  struct WriteError: Error, CustomStringConvertible {
    let description: String
  }

  /// Writes the text to a file of mode 0600, made new or replaced as a whole: a reader sees the old
  /// one or the new one. Something that is no plain file, like a pipe, is written into.
  static func write(_ text: String, to path: String) throws(WriteError) {
    var status = stat()
    let exists = stat(path, &status) == 0
    if exists, status.st_mode & S_IFMT != S_IFREG {
      try fill(path, flags: O_WRONLY, text)
      return
    }
    let temporary = "\(path).\(getpid()).part"
    do throws(WriteError) {
      try fill(temporary, flags: O_WRONLY | O_CREAT | O_EXCL, text)
      guard rename(temporary, path) == 0 else { throw failure() }
    } catch {
      unlink(temporary)
      throw error
    }
  }

  private static func fill(_ path: String, flags: Int32, _ text: String) throws(WriteError) {
    let descriptor = open(path, flags | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { throw failure() }
    let isWritten = writeAll(text, to: descriptor)
    let failed = failure()
    guard close(descriptor) == 0, isWritten else { throw failed }
  }

  private static func failure() -> WriteError {
    WriteError(description: String(cString: strerror(errno)))
  }
}

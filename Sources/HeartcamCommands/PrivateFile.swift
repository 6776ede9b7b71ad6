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
      try rename(temporary, to: path)
    } catch {
      unlink(temporary)
      throw error
    }
  }

  /// Whether two paths lead to one file.
  static func isSame(_ a: String, _ b: String) -> Bool {
    var (first, second) = (stat(), stat())
    guard stat(a, &first) == 0, stat(b, &second) == 0 else { return a == b }
    return first.st_dev == second.st_dev && first.st_ino == second.st_ino
  }

  /// Moves a file onto another name, which then is this file as a whole.
  static func rename(_ path: String, to name: String) throws(WriteError) {
    guard Glibc.rename(path, name) == 0 else {
      let failed = failure()
      unlink(path)
      throw failed
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

import FileAccess
import FoundationEssentials
import Glibc

/// The name under which an input was asked for, checked before it is opened.
struct InputPath {
  /// For messages.
  let name: String

  /// Opens the file, or standard input once more.
  func opened(_ interruption: InterruptionCheck) throws(FFmpegError) -> OpenFile {
    do throws(FileError) {
      return path == "-"
        ? try OpenFile(duplicating: .standardInput)
        : try OpenFile(path, for: .reading, isCancelled: interruption.isRequested)
    } catch {
      throw FFmpegError(operation: "open", path: name, code: -error.code)
    }
  }

  private let path: String

  /// Throws if there is no such file, or no file that can be read.
  init(_ path: String) throws(FFmpegError) {
    self.path = path
    if path == "-" {
      name = "standard input"
      return
    }
    name = path
    var status = stat()
    guard path.withFileName({ stat($0, &status) }) == 0 else {
      let code = errno
      throw refusal(
        code, code == ENOENT ? "there is no such file" : String(cString: strerror(code)))
    }
    if status.st_mode & S_IFMT == S_IFDIR {
      throw refusal(EISDIR, "it is a folder; name the videos in it")
    }
    if status.st_mode & S_IFMT == S_IFREG && status.st_size == 0 {
      throw refusal(0, "it is empty")
    }
    guard path.withFileName({ access($0, R_OK) }) == 0 else {
      let code = errno
      throw refusal(
        code, code == EACCES ? "no permission to read it" : String(cString: strerror(code)))
    }
  }

  private func refusal(_ code: Int32, _ reason: String) -> FFmpegError {
    FFmpegError(operation: "open", path: name, code: -code, reason: reason)
  }
}

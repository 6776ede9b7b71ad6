import CFFmpeg
import FileAccess
import FoundationEssentials
import Glibc

/// The name under which an input was asked for, checked before libav sees it.
struct InputPath {
  /// For messages.
  let name: String

  /// For libav: with its protocol, so that no name is taken for an address.
  let url: String

  /// Opens the file by its bytes, which a name that is no UTF-8 needs.
  func open(
    _ bytes: inout UnsafeMutablePointer<AVIOContext>?,
    _ interruption: UnsafePointer<AVIOInterruptCB>,
    _ options: inout OpaquePointer?
  ) -> Int32 {
    url.withFileName { avio_open2(&bytes, $0, AVIO_FLAG_READ, interruption, &options) }
  }

  /// Throws if there is no such file, or no file that can be read.
  init(_ path: String) throws(FFmpegError) {
    if path == "-" {
      name = "standard input"
      url = "pipe:0"
      return
    }
    name = path
    url = "file:" + path
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

import FileAccess
import Glibc

/// Files with health data: no one but their owner may read them.
enum PrivateFile {
  /// Writes the text to a file of mode 0600, made new or replaced as a whole. Something that is no
  /// plain file, such as a pipe, is written into.
  static func write(_ text: String, to path: String) throws(FileError) {
    var status = stat()
    if stat(path, &status) == 0, status.st_mode & S_IFMT != S_IFREG {
      let file = try OpenFile(path, for: .writing) { Interruption.isRequested }
      try file.withDescriptor { descriptor throws(FileError) in
        try writeWithPatience(text, to: descriptor)
      }
      return
    }
    let replacement = try FileReplacement(of: path)
    try replacement.withDescriptor { descriptor throws(FileError) in
      try writeWithPatience(text, to: descriptor)
    }
    try replacement.commit()
  }

  /// Whether two paths lead to one file.
  static func isSame(_ a: String, _ b: String) -> Bool {
    var (first, second) = (stat(), stat())
    guard stat(a, &first) == 0, stat(b, &second) == 0 else { return a == b }
    return first.st_dev == second.st_dev && first.st_ino == second.st_ino
  }
}

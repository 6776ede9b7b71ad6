import Glibc

/// The error of a file that the system could not open, read, write or replace.
package struct FileError: Error, Equatable, CustomStringConvertible {
  /// The kinds of operations.
  package enum Operation: String, Sendable {
    /// The operation on the file.
    case open, read, write, synchronize, replace
  }

  /// The attempted operation.
  package let operation: Operation

  /// The file's path; `nil` if there is only its descriptor.
  package let path: String?

  /// The system's number of the error, such as `ENOSPC`.
  package let code: Int32

  /// Makes an error of a code that a system call left in `errno`.
  package init(_ operation: Operation, path: String? = nil, code: Int32) {
    self.operation = operation
    self.path = path
    self.code = code
  }

  /// The code for a named pipe where a file is wanted.
  package static let pipe = ESPIPE

  /// The system's own sentence, such as "No space left on device". The caller knows the purpose of
  /// the file, and adds it.
  package var description: String {
    if code == ENOENT, let path, let end = path.firstRange(of: "://") {
      return path.hasPrefix("file://")
        ? "it is an address; name the file by its path, \(path[end.upperBound...])"
        : "it is an address, and nothing is fetched from elsewhere: download it, and name the file"
    }
    if code == Self.pipe { return "it is a pipe, not a file" }
    if code == EBUSY { return "another program writes it at this moment" }
    return String(cString: strerror(code))
  }
}

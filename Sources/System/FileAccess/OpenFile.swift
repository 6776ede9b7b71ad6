import CLinux
import Glibc

/// An open file, which is closed when this value ends.
package struct OpenFile: ~Copyable {
  private let descriptor: FileDescriptor

  /// The mode in which a file is opened.
  package enum Mode: Sendable {
    /// To read it.
    case reading

    /// To write into something that exists: a pipe, a terminal.
    case writing

    /// To write a new file of mode 0600; fails if there is one of this name.
    case creating

    /// To read a file and to write at its end. A file that does not exist is made, with mode 0600.
    case appending
  }

  /// Opens a file. A named pipe for reading is an error: none was asked for.
  package init(_ path: String, for mode: Mode) throws(FileError) {
    let number = try Self.open(path, mode, mode == .reading ? O_NONBLOCK : 0) { false }
    var status = stat()
    if mode == .reading, fstat(number, &status) == 0, status.st_mode & S_IFMT == S_IFIFO {
      close(number)
      throw FileError(.open, path: path, code: FileError.pipe)
    }
    if mode == .reading { _ = fcntl(number, F_SETFL, 0) }
    descriptor = FileDescriptor(number)
  }

  /// Opens the requested file. A named pipe is waited for until its other end is open too.
  /// - Parameter isCancelled: Asked when a signal interrupts that wait; true makes it throw `EINTR`.
  package init(
    _ path: String, for mode: Mode, isCancelled: () -> Bool
  ) throws(FileError) {
    descriptor = FileDescriptor(try Self.open(path, mode, 0, isCancelled))
  }

  private static func open(
    _ path: String, _ mode: Mode, _ more: Int32, _ isCancelled: () -> Bool
  ) throws(FileError) -> Int32 {
    let flags =
      switch mode {
      case .reading: O_RDONLY
      case .writing: O_WRONLY
      case .creating: O_WRONLY | O_CREAT | O_EXCL
      case .appending: O_RDWR | O_CREAT | O_APPEND
      }
    while true {
      let number = path.withFileName { Glibc.open($0, flags | more | O_CLOEXEC, 0o600) }
      if number >= 0 { return number }
      let code = errno
      guard code == EINTR, !isCancelled() else {
        throw FileError(.open, path: path, code: code)
      }
    }
  }

  /// Takes over a descriptor, which it closes.
  package init(adopting descriptor: FileDescriptor) { self.descriptor = descriptor }

  /// Duplicates a descriptor. Both share one position in the file; closing one leaves the other open.
  package init(duplicating other: FileDescriptor) throws(FileError) {
    let number = fcntl(other.number, F_DUPFD_CLOEXEC, 0)
    guard number >= 0 else { throw FileError(.open, code: errno) }
    descriptor = FileDescriptor(number)
  }

  /// Returns the folder that a path names a file in.
  package static func folder(of path: String) -> String {
    // Sought by bytes: a slash and a combining mark after it are one Character, which is not a slash.
    guard let slash = path.utf8.lastIndex(of: UInt8(ascii: "/")) else { return "." }
    return slash == path.startIndex ? "/" : String(path[..<slash])
  }

  /// Returns the bytes of a file, or the first `limit` of them.
  package static func bytes(of path: String, limit: Int = .max) throws(FileError) -> [UInt8] {
    let file = try OpenFile(path, for: .reading)
    return try file.descriptor.bytesToEnd(limit: limit)
  }

  deinit { close(descriptor.number) }

  /// The size of a regular file in bytes; `nil` of anything else.
  package var regularSize: Int? {
    status.flatMap { $0.st_mode & S_IFMT == S_IFREG ? Int($0.st_size) : nil }
  }

  package var isFolder: Bool { status.map { $0.st_mode & S_IFMT == S_IFDIR } ?? false }

  private var status: stat? {
    var status = stat()
    return heartcam_fstat(descriptor.number, &status) == 0 ? status : nil
  }

  /// Lends the descriptor, which stays open while `body` runs.
  package borrowing func withDescriptor<Result, Failure>(
    _ body: (FileDescriptor) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try body(descriptor)
  }
}

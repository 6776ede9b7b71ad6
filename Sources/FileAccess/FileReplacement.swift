import Glibc

/// A new file of mode 0600 that takes the place of another as a whole.
///
/// It is written beside the other under a name of its own. A reader sees the old file or the new
/// one, never a part, whatever ends the program in between. A replacement that is not committed is
/// removed when it is deallocated.
package final class FileReplacement {
  private let path: String
  private let temporary: String
  private let file: OpenFile
  private var isCommitted = false

  /// Creates the new file beside the one at `path`, which need not exist.
  package init(of path: String) throws(FileError) {
    self.path = path
    temporary = "\(path).\(getpid()).part"
    file = try OpenFile(temporary, for: .creating)
  }

  deinit {
    if !isCommitted { unlink(temporary) }
  }

  /// Lends the descriptor by which the new content is written.
  package func withDescriptor<Result, Failure>(
    _ body: (FileDescriptor) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try file.withDescriptor(body)
  }

  /// Waits until the new file is on the disk and gives it the other's name.
  package func commit() throws(FileError) {
    try file.withDescriptor { descriptor throws(FileError) in try descriptor.synchronize() }
    try Self.move(temporary, onto: path)
    isCommitted = true
  }

  /// Gives a file another name. A file that had that name before is gone; a failure leaves both.
  package static func move(_ path: String, onto name: String) throws(FileError) {
    guard rename(path, name) == 0 else { throw FileError(.replace, path: name, code: errno) }
  }
}

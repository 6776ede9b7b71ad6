/// A file that is written from its beginning to its end.
///
/// A regular file is made new or replaced as a whole by `commit`. A pipe, a terminal or a device is
/// written into and remains one. If two programs write one regular file at once, one is refused.
package final class OutputFile {
  private let replacement: FileReplacement?
  private let special: OpenFile?

  /// Opens the file at `path`.
  /// - Parameter isCancelled: Asked when a signal interrupts the wait for a pipe's reader.
  package init(_ path: String, isCancelled: () -> Bool = { false }) throws(FileError) {
    if FileIdentity.isSpecial(path) {
      special = try OpenFile(path, for: .writing, isCancelled: isCancelled)
      replacement = nil
    } else {
      special = nil
      replacement = try FileReplacement(of: path, isAlone: true)
    }
  }

  /// Lends the descriptor for writing the content.
  package func withDescriptor<Result, Failure>(
    _ body: (FileDescriptor) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    guard let replacement else { return try special!.withDescriptor(body) }
    return try replacement.withDescriptor(body)
  }

  /// Makes the content a file, on the disk; see `FileReplacement.commit`.
  package func commit(replacing: Bool = true) throws(FileError) {
    try replacement?.commit(replacing: replacing)
  }
}

package import FileAccess
package import Glibc

/// Files with health data: no one but their owner may read them.
package enum PrivateFile {
  /// Writes the text to a file of mode 0600, made new or replaced as a whole. Anything but a plain
  /// file, such as a pipe, is written into.
  package static func write(_ text: String, to path: String) throws(FileError) {
    try write(to: path) { descriptor throws(FileError) in
      try writeWithPatience(text, to: descriptor)
    }
  }

  /// Writes bytes as `write(_:to:)` writes a text.
  package static func write(_ bytes: [UInt8], to path: String) throws(FileError) {
    try write(to: path) { descriptor throws(FileError) in
      try descriptor.write(bytes) { Interruption.isRequested }
    }
  }

  private static func write(
    to path: String, _ body: (FileDescriptor) throws(FileError) -> Void
  ) throws(FileError) {
    let file = try OutputFile(path) { Interruption.isRequested }
    try file.withDescriptor(body)
    try file.commit()
  }

  /// Makes an empty file of mode 0600, or gives an existing one that mode, for a library that
  /// writes it by its path. Anything but a plain file stays as it is.
  package static func make(_ path: String) throws(FileError) {
    guard !FileIdentity.isSpecial(path) else { return }
    let number = path.withFileName { open($0, O_WRONLY | O_CREAT | O_CLOEXEC, 0o600) }
    guard number >= 0 else { throw FileError(.open, path: path, code: errno) }
    defer { close(number) }
    guard fchmod(number, 0o600) == 0 else { throw FileError(.open, path: path, code: errno) }
  }

  /// Returns whether two paths lead to one file, or would if it were there.
  package static func isSame(_ a: String, _ b: String) -> Bool {
    guard let first = FileIdentity(of: a), let second = FileIdentity(of: b) else { return a == b }
    return first == second
  }

  /// Makes a missing folder, and those above it.
  package static func makeFolder(_ path: String, mode: mode_t = 0o700) throws(FileError) {
    var status = stat()
    if path.withFileName({ stat($0, &status) }) == 0 {
      guard status.st_mode & S_IFMT == S_IFDIR else {
        throw FileError(.open, path: path, code: ENOTDIR)
      }
      return
    }
    let above = OpenFile.folder(of: path)
    if above != path, above != "." { try makeFolder(above, mode: mode) }
    guard path.withFileName({ mkdir($0, mode) }) == 0 || errno == EEXIST else {
      throw FileError(.open, path: path, code: errno)
    }
  }
}

import FileAccess
import Glibc

/// Files with health data: no one but their owner may read them.
enum PrivateFile {
  /// Writes the text to a file of mode 0600, made new or replaced as a whole. Something that is no
  /// plain file, such as a pipe, is written into.
  static func write(_ text: String, to path: String) throws(FileError) {
    let file = try OutputFile(path) { Interruption.isRequested }
    try file.withDescriptor { descriptor throws(FileError) in
      try writeWithPatience(text, to: descriptor)
    }
    try file.commit()
  }

  /// Makes an empty file of mode 0600, or gives one that is there that mode, for a library that writes
  /// it by its path. Nothing is done to what is no plain file.
  static func make(_ path: String) throws(FileError) {
    guard !FileIdentity.isSpecial(path) else { return }
    let number = path.withFileName { open($0, O_WRONLY | O_CREAT | O_CLOEXEC, 0o600) }
    guard number >= 0 else { throw FileError(.open, path: path, code: errno) }
    defer { close(number) }
    guard fchmod(number, 0o600) == 0 else { throw FileError(.open, path: path, code: errno) }
  }

  /// Whether two paths lead to one file, or would if it were there.
  static func isSame(_ a: String, _ b: String) -> Bool {
    guard let first = FileIdentity(of: a), let second = FileIdentity(of: b) else { return a == b }
    return first == second
  }
}

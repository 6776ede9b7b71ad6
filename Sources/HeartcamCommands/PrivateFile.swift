import FileAccess

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

  /// Whether two paths lead to one file, or would if it were there.
  static func isSame(_ a: String, _ b: String) -> Bool {
    guard let first = FileIdentity(of: a), let second = FileIdentity(of: b) else { return a == b }
    return first == second
  }
}

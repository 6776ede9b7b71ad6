import CommandEnvironment
import FileAccess
import Glibc

/// Folders and files of a batch's results, which no one but their owner may read.
enum ResultFiles {
  /// Gives a file this text, if it has another.
  static func update(_ path: String, to text: String) throws(FileError) {
    if let bytes = try? OpenFile.bytes(of: path, limit: text.utf8.count + 1),
      bytes.elementsEqual(text.utf8)
    {
      return
    }
    try PrivateFile.write(text, to: path)
  }

  /// Removes the files about recordings that are not listed any more.
  /// - Parameter ending: The ending of the names to look at; they must also have `BatchRecording.fileName`'s form.
  static func sweep(
    _ folder: String, keeping kept: Set<String>, ending: String
  ) throws(FileError) {
    for name in FileName.names(inFolder: folder) where name.hasSuffix(ending) {
      let digits = name.dropLast(ending.count).split(separator: "-").last ?? ""
      guard digits.count == 10, digits.allSatisfy(\.isHexDigit), !kept.contains(name) else {
        continue
      }
      let path = "\(folder)/\(name)"
      guard path.withFileName({ unlink($0) }) == 0 || errno == ENOENT else {
        throw FileError(.replace, path: path, code: errno)
      }
    }
  }
}

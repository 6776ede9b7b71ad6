import FileAccess
import Glibc

/// The files that the inputs of `heartcam measure` name: a folder means the videos and color
/// signals in it and in its folders, by their names.
package enum InputFolders {
  /// Names that are taken for recordings.
  private static let endings: Set<String> = [
    "mp4", "m4v", "mov", "mkv", "webm", "avi", "mpg", "mpeg", "ts", "mts", "m2ts", "3gp", "wmv",
    "flv", "ogv", "mjpeg", "mjpg", "y4m", "nut", "mxf", "dv", "csv",
  ]

  /// Returns the inputs with each folder replaced by its recordings. One without recordings stays:
  /// it is a sequence of pictures, or cannot be read.
  /// - Parameters:
  ///   - isLeftOut: Whether a folder found on the way, by its path, is skipped.
  ///   - isSequence: Whether a folder in one, by its path, is a recording: pictures one after the other.
  ///   - isSignal: Whether a line of headings is that of a color or pulse signal.
  ///   - leavesOut: Told of each table that is left out, by its path.
  ///   - takesDevice: Whether what is named as a recording and is a pipe or a device, by its path, is an input.
  package static func files(
    of inputs: [String], leavingOut isLeftOut: (String) -> Bool = { _ in false },
    isSequence: (String) -> Bool, isSignal: (Substring) -> Bool,
    leavesOut: (String) -> Void = { _ in }, takesDevice: (String) -> Bool
  ) -> [String] {
    inputs.flatMap { input in
      let found =
        isFolder(input)
        ? recordings(in: input, isLeftOut, isSequence, isSignal, leavesOut, takesDevice) : []
      return found.isEmpty ? [input] : found
    }
  }

  private static func isFolder(_ path: String) -> Bool { kind(of: path) == S_IFDIR }

  private static func kind(of path: String) -> mode_t? {
    var status = stat()
    guard path.withFileName({ stat($0, &status) }) == 0 else { return nil }
    return status.st_mode & S_IFMT
  }

  /// Sorted, so that two runs take the same order. Symbolic links to folders are not followed,
  /// which could lead in circles; hidden files are left out. A folder that cannot be read is an
  /// input: measuring it says why.
  private static func recordings(
    in folder: String, _ isLeftOut: (String) -> Bool, _ isSequence: (String) -> Bool,
    _ isSignal: (Substring) -> Bool, _ leavesOut: (String) -> Void,
    _ takesDevice: (String) -> Bool
  ) -> [String] {
    guard folder.withFileName({ access($0, X_OK) }) == 0,
      let names = FileName.readableNames(inFolder: folder)
    else { return [folder] }
    var files: [String] = []
    for name in names.sorted() where !name.hasPrefix(".") {
      let path = folder.hasSuffix("/") ? folder + name : "\(folder)/\(name)"
      var status = stat()
      guard path.withFileName({ lstat($0, &status) }) == 0 else {
        // One that cannot be examined is not left out silently either.
        let isGone = errno == ENOENT
        let ending = name.split(separator: ".").last.map { $0.lowercased() } ?? ""
        if !isGone, endings.contains(ending) { files.append(path) }
        continue
      }
      if status.st_mode & S_IFMT == S_IFDIR {
        guard !isLeftOut(path) else { continue }
        files += recordings(in: path, isLeftOut, isSequence, isSignal, leavesOut, takesDevice)
      } else if let dot = name.lastIndex(of: "."),
        endings.contains(name[name.index(after: dot)...].lowercased())
      {
        // A link to a folder is not followed. A pipe would be waited for, and a device may never end.
        if let kind = kind(of: path), kind != S_IFREG {
          if kind != S_IFDIR, takesDevice(path) { files.append(path) }
          continue
        }
        // A table is a recording only if it is a color signal: beats and truth lie beside it.
        if !name.lowercased().hasSuffix(".csv") || mayBeSignal(path, isSignal) {
          files.append(path)
        } else {
          leavesOut(path)
        }
      }
    }
    return files.isEmpty && isSequence(folder) ? [folder] : files
  }

  /// Whether it is a color signal, or a table that cannot be read. An empty one may have been a signal.
  private static func mayBeSignal(_ path: String, _ isSignal: (Substring) -> Bool) -> Bool {
    guard let bytes = try? OpenFile.bytes(of: path, limit: 400), !bytes.isEmpty else { return true }
    return isSignal(
      String(decoding: bytes, as: UTF8.self).drop { $0 == "\u{FEFF}" }.prefix { !$0.isNewline })
  }
}

import BenchmarkSupport
import FoundationEssentials

/// Writes a file that the command line names.
enum OutputFile {
  struct Failure: Error, CustomStringConvertible {
    let path: String
    var description: String { "\(path): cannot be written" }
  }

  /// Writes a whole file and the folders that lead to it.
  static func write(_ text: String, to path: String) throws(Failure) {
    do {
      let folder = path.split(separator: "/", omittingEmptySubsequences: false).dropLast()
      if !folder.isEmpty {
        try FileManager.default.createDirectory(
          atPath: folder.joined(separator: "/") + "/", withIntermediateDirectories: true)
      }
      try Data(text.utf8).write(to: URL(filePath: path))
    } catch {
      throw Failure(path: path)
    }
  }
}

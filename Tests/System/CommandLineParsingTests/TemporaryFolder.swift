import FoundationEssentials
import Glibc
import Testing

/// A folder that belongs to one test and is removed with it; shell lines run in it.
final class TemporaryFolder {
  let path: String

  init() throws {
    path =
      FileManager.default.temporaryDirectory
      .appendingPathComponent("command-line-\(UUID().uuidString)").path
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
  }

  static func withVideos() throws -> TemporaryFolder {
    let folder = try TemporaryFolder()
    for name in ["one.MP4", "one.doc", "two.mov", "two.txt"] { _ = try folder.write("", to: name) }
    try FileManager.default.createDirectory(
      atPath: folder.path + "/one folder", withIntermediateDirectories: false)
    return folder
  }

  deinit {
    try? FileManager.default.removeItem(atPath: path)
  }

  func write(_ text: String, to name: String) throws -> String {
    let file = "\(path)/\(name)"
    try text.write(toFile: file, atomically: false, encoding: .utf8)
    return file
  }

  /// Runs a line of sh in the folder; returns the exit status and all output.
  func run(_ line: String) throws -> (status: Int32, output: String) {
    let stream = try #require(popen("cd '\(path)' && { \(line); } 2>&1 </dev/null", "r"))
    var bytes: [UInt8] = []
    var byte = fgetc(stream)
    while byte != EOF {
      bytes.append(UInt8(truncatingIfNeeded: byte))
      byte = fgetc(stream)
    }
    return (pclose(stream) >> 8, String(decoding: bytes, as: UTF8.self))
  }
}

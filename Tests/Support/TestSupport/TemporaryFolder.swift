public import FoundationEssentials
import Glibc

/// A folder that belongs to one test and is removed with it.
public final class TemporaryFolder: Sendable {
  public let path: String

  public init() throws {
    path = FileManager.default.temporaryDirectory.path + "/heartcam-" + UUID().uuidString
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    chmod(path, 0o755)
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  /// Returns the path of a file in the folder, which need not exist.
  public func file(_ name: String) -> String { path + "/" + name }

  @discardableResult
  public func write(_ text: String, to name: String) throws -> String {
    try write(Data(text.utf8), to: name)
  }

  @discardableResult
  public func write(_ bytes: Data, to name: String) throws -> String {
    try bytes.write(to: URL(filePath: file(name)))
    return file(name)
  }

  @discardableResult
  public func copy(_ original: String, to name: String) throws -> String {
    try FileManager.default.copyItem(atPath: original, toPath: file(name))
    return file(name)
  }

  public func text(of name: String) throws -> String {
    try String(contentsOf: URL(filePath: file(name)), encoding: .utf8)
  }

  /// The names of the folder's contents, sorted.
  public func names() throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: path).sorted()
  }
}

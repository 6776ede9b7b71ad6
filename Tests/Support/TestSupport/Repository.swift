import Foundation

/// The files of the package, for tests that read or compile them.
public enum Repository {
  /// The folder of `Package.swift`.
  public static let root: String = {
    var folder = URL(filePath: #filePath).deletingLastPathComponent()
    while folder.pathComponents.count > 1,
      !FileManager.default.fileExists(atPath: folder.appending(path: "Package.swift").path)
    {
      folder.deleteLastPathComponent()
    }
    return folder.path
  }()

  /// The path of a file, given from the package's folder.
  public static func path(_ name: String) -> String { root + "/" + name }

  /// The text of a file, given from the package's folder.
  public static func text(_ name: String) throws -> String {
    try String(contentsOfFile: path(name), encoding: .utf8)
  }

  /// The folder of a room, whichever wing it stands in.
  ///
  /// - Throws: if no wing has such a room.
  public static func room(_ name: String) throws -> String {
    let wings = try FileManager.default.contentsOfDirectory(atPath: path("Sources"))
    let folders = wings.map { path("Sources/\($0)/\(name)") }
    guard let folder = folders.first(where: FileManager.default.fileExists(atPath:)) else {
      throw CocoaError(.fileNoSuchFile, userInfo: [NSFilePathErrorKey: name])
    }
    return folder
  }
}

import Foundation
import TestSupport

/// The program of studies, which lies beside the tests' own executable.
enum StudyTool {
  static let path =
    URL(fileURLWithPath: ToolProcess.path).deletingLastPathComponent().path + "/ResearchStudyTool"

  /// The variables of a person whose home is a folder.
  static func environment(home: String) -> [String: String] {
    [
      "HOME": home, "PATH": "/usr/bin:/bin", "TZ": "UTC", "XDG_DATA_HOME": home,
      "LD_LIBRARY_PATH": ProcessInfo.processInfo.environment["LD_LIBRARY_PATH"] ?? "",
    ]
  }

  /// Starts it by a line of a shell, in which `$0` is its path and `$1` the first of some words.
  static func start(
    _ environment: [String: String], _ line: String, _ words: String...
  ) throws -> ToolProcess {
    try ToolProcess(
      command: ["/usr/bin/env", "-i"] + environment.map { "\($0)=\($1)" }
        + ["/bin/sh", "-c", line, path] + words)
  }
}

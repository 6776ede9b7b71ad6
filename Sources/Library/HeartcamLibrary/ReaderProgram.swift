import CommandEnvironment
import FileAccess
import FoundationEssentials
import Glibc
import Measurement
import Sandbox
import Synchronization

/// The program whose locked processes read strangers' files for this library.
enum ReaderProgram {
  private static let given = Mutex<String?>(nil)

  /// Has another program read files; `nil` goes back to the one that is found.
  static func use(_ path: String?) { given.withLock { $0 = path } }

  /// Returns a sandbox whose processes are that program. Nobody here could read a report of lacking kernel features.
  static func sandbox() throws -> RecordingSandbox {
    RecordingSandbox(
      command: [try path(), SandboxOptions.readerName],
      environment: SandboxOptions.environment(from: ProcessInfo.processInfo.environment)
    ) { _ in }
  }

  /// Returns the program that was named, or the one beside this library or in the `bin` of its prefix.
  private static func path() throws -> String {
    if let path = given.withLock({ $0 }) { return path }
    let folder = InstalledFiles.libraryFolder ?? "."
    let places = ["heartcam", "../bin/heartcam", "../../bin/heartcam"].map { "\(folder)/\($0)" }
    guard let place = places.first(where: { access($0, X_OK) == 0 }) else {
      throw LibraryError.usage(
        "the program heartcam, which reads files for this library, is neither beside it in \(folder) "
          + "nor in its prefix: name it by heartcam_use_program")
    }
    return place
  }
}

import Glibc
import TestSupport

/// A user to whom permissions apply: the current one, or if that is root, the user nobody.
enum OtherUser {
  private static let words =
    geteuid() == 0
    ? ["/usr/bin/setpriv", "--reuid=65534", "--regid=65534", "--clear-groups"] : []

  /// Why no such user can run the program here; `nil` if one can.
  static let obstacle: String? = {
    do {
      let folder = try TemporaryFolder()
      let result = try run(["--version"], from: folder)
      return result.ending == .exit(0)
        ? nil
        : "no other user can run the program here: \(result.errorLines.last ?? "no reason given")"
    } catch {
      return "no other user can be had here: \(error)"
    }
  }()

  /// Runs the program from a copy in a folder that everybody may read, because root's home, where it may have been
  /// built, is usually closed to others.
  static func run(_ arguments: [String], from folder: TemporaryFolder) throws -> ProcessResult {
    var program = Heartcam.path
    if geteuid() == 0 {
      program = folder.file("heartcam")
      // A program of its own makes the copy. If this process wrote it, a process that another test starts at that
      // time would inherit the open file, and nobody could run the copy.
      _ = try ChildProcess(
        ["/bin/cp", Heartcam.path, program], environment: Heartcam.environment
      ).result()
      chmod(program, 0o755)
    }
    return try ChildProcess(words + [program] + arguments, environment: Heartcam.environment)
      .result()
  }
}

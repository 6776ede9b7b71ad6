package import CommandLineParsing
import Sandbox

/// Whether files are read in a sandbox, which is the default.
package enum SandboxOptions {
  package static let noSandbox = Flag(
    "no-sandbox",
    help: """
      Read files in this process. A file that is made to break a decoder can then do what you can: read, \
      change and send your files.
      """)

  /// The command that is the inner side of a sandbox.
  package static let readerName = "sandboxed-reader"

  /// The words after the command's name with which files of samples are read, not recordings.
  package static let importWords = ["--read", "samples"]

  /// The command that starts the inner side.
  package static var command: [String] { [ChildProgram.own, readerName] }

  /// Returns the part of this program's environment for the inner side: where its libraries are,
  /// the zone, and settings that sanitizers need. Passwords stay outside.
  package static func environment(from whole: [String: String]) -> [String: String] {
    let kept = ["LD_LIBRARY_PATH", "TZ", "LC_ALL", "LANG", "TSAN_OPTIONS", "ASAN_OPTIONS"]
    // Without a name of the zone, the C library would look into the file of the machine's zone each time.
    return ["TZ": ":/etc/localtime"].merging(whole.filter { kept.contains($0.key) }) { $1 }
      .merging(["SWIFT_BACKTRACE": "enable=no"]) { $1 }
  }
}

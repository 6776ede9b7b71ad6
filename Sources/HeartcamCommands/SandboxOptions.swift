import CommandLineParsing
import Measurement
import Sandbox

/// Whether files are read in a sandbox, which is the default.
enum SandboxOptions {
  static let noSandbox = Flag(
    "no-sandbox",
    help: """
      Read files in this process. A file that is made to break a decoder can then do what you can: read, \
      change and send your files.
      """)

  /// What starts the inner side.
  static var command: [String] { [ChildProgram.own, SandboxedReaderCommand.name] }

  /// The sandbox of a command; `nil` if there is to be none.
  static func sandbox(_ arguments: Arguments, _ context: CommandContext) -> RecordingSandbox? {
    arguments[noSandbox] ? nil : sandbox(context)
  }

  /// A sandbox whose processes read one recording each.
  static func sandbox(_ context: CommandContext) -> RecordingSandbox {
    RecordingSandbox(
      command: command, environment: environment(from: context.environment)
    ) { report($0) }
  }

  /// What the inner side gets of this program's environment: where its libraries are, the zone, and what
  /// sanitizers need. Passwords stay outside.
  static func environment(from whole: [String: String]) -> [String: String] {
    let kept = ["LD_LIBRARY_PATH", "TZ", "LC_ALL", "LANG", "TSAN_OPTIONS", "ASAN_OPTIONS"]
    return whole.filter { kept.contains($0.key) }.merging(["SWIFT_BACKTRACE": "enable=no"]) { $1 }
  }
}

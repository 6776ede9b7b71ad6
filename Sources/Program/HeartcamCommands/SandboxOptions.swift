import CommandLineParsing
import Measurement
import Sandbox
import SandboxedImport

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

  /// The sandbox of an import, whose processes read one file each; `nil` if there is to be none.
  static func importSandbox(_ arguments: Arguments, _ context: CommandContext) -> ImportSandbox? {
    guard !arguments[noSandbox] else { return nil }
    return ImportSandbox(
      command: command + SandboxedReaderCommand.importWords,
      environment: environment(from: context.environment)
    ) { report($0) }
  }

  /// What the inner side gets of this program's environment: where its libraries are, the zone, and what
  /// sanitizers need. Passwords stay outside.
  static func environment(from whole: [String: String]) -> [String: String] {
    let kept = ["LD_LIBRARY_PATH", "TZ", "LC_ALL", "LANG", "TSAN_OPTIONS", "ASAN_OPTIONS"]
    // Without a name of the zone, the C library would look into the file of the machine's zone each time.
    return ["TZ": ":/etc/localtime"].merging(whole.filter { kept.contains($0.key) }) { $1 }
      .merging(["SWIFT_BACKTRACE": "enable=no"]) { $1 }
  }
}

package import CommandEnvironment
import CommandLineParsing
package import SandboxedImport

extension ImportSandbox {
  /// Returns the sandbox of a command, whose processes read one file of samples each; `nil` if the arguments want none.
  package static func chosen(_ context: CommandContext) -> ImportSandbox? {
    guard !context[SandboxOptions.noSandbox] else { return nil }
    return ImportSandbox(
      command: SandboxOptions.command + SandboxOptions.importWords,
      environment: SandboxOptions.environment(from: context.environment)
    ) { report($0) }
  }
}

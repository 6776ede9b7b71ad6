package import CommandEnvironment
import CommandLineParsing
package import Measurement
package import Sandbox

extension RecordingSandbox {
  /// Returns the sandbox of a command; `nil` if the arguments want none.
  package static func chosen(
    _ context: CommandContext, limits: SandboxLimits = SandboxLimits()
  ) -> RecordingSandbox? {
    context[SandboxOptions.noSandbox] ? nil : RecordingSandbox(context, limits: limits)
  }

  /// Creates a sandbox whose processes are this program and read one recording each.
  package convenience init(_ context: CommandContext, limits: SandboxLimits = SandboxLimits()) {
    self.init(
      command: SandboxOptions.command,
      environment: SandboxOptions.environment(from: context.environment), limits: limits
    ) { report($0) }
  }
}

package import CommandEnvironment
package import CommandLineParsing
package import Measurement

extension RecordingSandbox {
  /// The sandbox of a command; `nil` if the arguments want none.
  package static func chosen(_ arguments: Arguments, _ context: CommandContext) -> RecordingSandbox?
  {
    arguments[SandboxOptions.noSandbox] ? nil : RecordingSandbox(context)
  }

  /// A sandbox whose processes are this program and read one recording each.
  package convenience init(_ context: CommandContext) {
    self.init(
      command: SandboxOptions.command,
      environment: SandboxOptions.environment(from: context.environment)
    ) { report($0) }
  }
}

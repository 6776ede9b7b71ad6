package import CommandEnvironment
package import CommandLineParsing
import SampleSelection
import SampleStore

/// `heartcam store ...`
package enum StoreCommand {
  package static let description = CommandDescription(
    name: "store",
    summary: "Show, change and maintain the health store.",
    subcommands: [
      StoreListCommand.description, StoreShowCommand.description, StoreTypesCommand.description,
      StoreStatsCommand.description,
      StoreAddCommand.description, StoreDeleteCommand.description, StoreUndoCommand.description,
      StoreImportCommand.description, StoreExportCommand.description,
      StoreSourcesCommand.description, StoreProfileCommand.description,
      StoreAuthorizeCommand.description, StoreUpkeep.forgetting, StoreUpkeep.backing,
      StoreUpkeep.restoring,
      StoreCopyCommand.description, StoreUpkeep.checking, pathing,
    ])

  package static let json = CommonOptions.json(a: "sample")

  private static let pathing = CommandDescription(
    name: "path",
    summary: "Print where the store is kept.",
    examples: [
      CommandExample("sqlite3 \"$(heartcam store path)\"", "Open it with another program.")
    ],
    options: [StoreOptions.location])

  package static func run(
    _ arguments: Arguments, _ context: CommandContext, _ output: ResultOutput
  ) throws -> ExitCode {
    guard arguments[StoreOptions.location] != "none" else {
      throw CommandError.usage(
        "--store none is for measure and live; a file of that name is ./none")
    }
    let location = try StoreOptions.location(arguments[StoreOptions.location], context)
    let code = try carryOut(arguments, location, context, output)
    return StoreAccess.hasFoundDamage ? code.combined(with: .ioError) : code
  }

  private static func carryOut(
    _ arguments: Arguments, _ location: StoreLocation, _ context: CommandContext,
    _ output: ResultOutput
  ) throws -> ExitCode {
    switch arguments.commandPath.last {
    case "path":
      output.write(location.description + "\n")
      return .success
    case "list": return try StoreListCommand.run(arguments, location, context, output)
    case "types": return try StoreTypesCommand.run(arguments, location, context, output)
    case "show": return try StoreShowCommand.run(arguments, location, context, output)
    case "stats": return try StoreStatsCommand.run(arguments, location, context, output)
    case "add": return try StoreAddCommand.run(arguments, location, context, output)
    case "delete": return try StoreDeleteCommand.run(arguments, location, context)
    case "undo": return try StoreUndoCommand.run(arguments, location, context, output)
    case "restore": return try StoreUpkeep.restore(arguments, location, context)
    case "import": return try StoreImportCommand.run(arguments, location, context, output)
    case "export": return try StoreExportCommand.run(arguments, location, context)
    case "sources": return try StoreSourcesCommand.run(arguments, location, context, output)
    case "profile": return try StoreProfileCommand.run(arguments, location, output)
    case "authorize": return try StoreAuthorizeCommand.run(arguments, location, context, output)
    case "forget": return try StoreUpkeep.forget(arguments, location, context)
    case "copy": return try StoreCopyCommand.run(arguments, context, output)
    case "backup": return try StoreUpkeep.backUp(arguments, location, context)
    case "check": return try StoreUpkeep.check(arguments, location, output)
    default:
      output.write(context.description.help(for: arguments.commandPath) ?? "")
      return .usage
    }
  }
}

package import CommandEnvironment
package import CommandLineParsing
import SampleSelection
import SampleStore

/// `heartcam store ...`
package enum StoreCommand {
  package static let description = CommandDescription(
    name: "store",
    summary: "Show, change and maintain the health store.",
    subcommands: commands.map(\.0))

  package static let json = CommonOptions.json(a: "sample")

  private static let pathing = CommandDescription(
    name: "path",
    summary: "Print where the store is kept.",
    examples: [
      CommandExample("sqlite3 \"$(heartcam store path)\"", "Open it with another program.")
    ],
    options: [StoreOptions.location])

  private typealias Work = @Sendable (StoreLocation, CommandContext) throws -> ExitCode
  private static let commands: [(CommandDescription, Work)] = [
    (StoreListCommand.description, StoreListCommand.run),
    (StoreShowCommand.description, StoreShowCommand.run),
    (StoreTypesCommand.description, StoreTypesCommand.run),
    (StoreStatsCommand.description, StoreStatsCommand.run),
    (StoreAddCommand.description, StoreAddCommand.run),
    (StoreDeleteCommand.description, StoreDeleteCommand.run),
    (StoreUndoCommand.description, StoreUndoCommand.run),
    (StoreImportCommand.description, StoreImportCommand.run),
    (StoreExportCommand.description, StoreExportCommand.run),
    (StoreSourcesCommand.description, StoreSourcesCommand.run),
    (StoreProfileCommand.description, StoreProfileCommand.run),
    (StoreAuthorizeCommand.description, StoreAuthorizeCommand.run),
    (StoreUpkeep.forgetting, StoreUpkeep.forget), (StoreUpkeep.backing, StoreUpkeep.backUp),
    (StoreUpkeep.restoring, StoreUpkeep.restore),
    (StoreCopyCommand.description, { _, context in try StoreCopyCommand.run(context) }),
    (StoreUpkeep.checking, StoreUpkeep.check),
    (
      pathing,
      { location, context in
        context.output.write(location.description + "\n")
        return .success
      }
    ),
  ]

  package static func run(_ context: CommandContext) throws -> ExitCode {
    guard context[StoreOptions.location] != "none" else {
      throw CommandError.usage(
        "--store none is for measure and live; a file of that name is ./none")
    }
    let location = try StoreOptions.location(context[StoreOptions.location], context)
    let code = try context.chosen(among: commands)?(location, context) ?? .usage
    return StoreAccess.hasFoundDamage ? code.combined(with: .ioError) : code
  }
}

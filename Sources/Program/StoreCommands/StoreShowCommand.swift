import CommandEnvironment
import CommandLineParsing
import FoundationEssentials
import SampleSelection
import SampleStore

/// `heartcam store show [ID]`
enum StoreShowCommand {
  private static let identifier = Positional(
    "ID", StoreTypes.identifier, count: .atMostOne,
    help: "A sample's identifier; without one, the store as a whole is shown.")

  static let description = CommandDescription(
    name: "show",
    summary: "Show one sample in full, or a summary of the store.",
    examples: [CommandExample("heartcam store show", "How many samples there are of each type.")],
    positionals: [identifier],
    options: [StoreOptions.location, StoreCommand.json, StoreOptions.units])

  static func run(_ location: StoreLocation, _ context: CommandContext) throws -> ExitCode {
    guard let store = try StoreAccess.toRead(location) else { return .success }
    guard let given = context[identifier] else {
      let overview = try StoreOverview(of: store)
      if context[StoreCommand.json] {
        context.output.write(line: overview.json)
      } else {
        context.output.write(overview.text(in: context.terminal))
      }
      return .success
    }
    guard let id = try given.resolved(in: store) else { return .noReading }
    guard let sample = try store.allSamples(matching: SampleQuery(ids: [id])).first
    else {
      throw CommandError.noReading("there is no sample \(id.shortText) in \(location)")
    }
    context.output.write(
      context[StoreCommand.json]
        ? SampleText.json(sample)
        : SampleText.page(
          sample, width: context.terminal.isOutputTerminal ? context.terminal.width : nil))
    return .success
  }
}

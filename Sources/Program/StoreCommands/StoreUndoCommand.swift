import CommandEnvironment
import CommandLineParsing
import SampleSelection
import SampleStore

/// `heartcam store undo`
enum StoreUndoCommand {
  private static let number = Positional(
    "NUMBER", .integer(in: 1...Int.max), count: .atMostOne,
    help: "Which deletion, as --list shows it; the newest without it.")
  private static let list = Flag("list", help: "Show the deletions that can be undone.")

  static let description = CommandDescription(
    name: "undo",
    summary: "Put back samples that were deleted.",
    discussion: """
      The last twenty deletions can be undone, of 'heartcam store delete' and of the page, in any \
      order. 'heartcam store forget' discards them. The exit status is 1 if there is nothing to undo.
      """,
    examples: [
      CommandExample("heartcam store undo", "The newest deletion."),
      CommandExample("heartcam store undo --list", "What can be undone."),
    ],
    positionals: [number], options: [StoreOptions.location, list])

  static func run(_ location: StoreLocation, _ context: CommandContext) throws -> ExitCode {
    guard let store = try StoreAccess.toChange(location) else { return .noReading }
    let deleted = try DeletedSamples(of: store, environment: context.environment)
    let all = deleted.all
    if context[list] {
      for deletion in all {
        context.output.write("\(deletion.number)  \(SampleText.localTime(deletion.date))\n")
      }
      return all.isEmpty ? .noReading : .success
    }
    let wanted = context[number]
    guard let deletion = wanted.map({ wanted in all.first { $0.number == wanted } }) ?? all.last
    else {
      report(
        wanted.map { "deletion \($0) cannot be undone any more; --list shows those that can" }
          ?? "there is no deletion to undo")
      return .noReading
    }
    do {
      let count = try deleted.undo(deletion)
      note("put back \(counted(count, "sample"))\(count == 0 ? ": all are there" : "")")
      if count == 0 { return .noReading }
    } catch let error as DeletedSamples.Failure {
      throw CommandError.ioError("\(error)")
    }
    return .success
  }
}

import CommandEnvironment
import CommandLineParsing
import SampleSelection
import SampleStore

/// `heartcam store undo`
enum StoreUndoCommand {
  private static let number = Positional(
    "NUMBER", .integer(in: 1...Int.max), count: .atMostOne,
    help: "Which change, as --list shows it; the newest without it.")
  private static let list = Flag("list", help: "Show the changes that can be undone, oldest first.")

  static let description = CommandDescription(
    name: "undo",
    summary: "Put back samples that were deleted, or take back an import.",
    discussion: """
      The last twenty deletions and the last twenty imports can be undone, of the commands and of the page, in any \
      order. Undoing an import is a deletion like another: undo again puts the samples back. \
      'heartcam store forget' discards them. The exit status is 1 if there is nothing to undo.
      """,
    examples: [
      CommandExample("heartcam store undo", "The newest change."),
      CommandExample("heartcam store undo --list", "What can be undone."),
    ],
    positionals: [number], options: [StoreOptions.location, list])

  static func run(_ location: StoreLocation, _ context: CommandContext) throws -> ExitCode {
    guard let store = try StoreAccess.toChange(location) else { return .noReading }
    let history = try UndoHistory(of: store, environment: context.environment)
    let all = history.all
    if context[list] {
      var table = TextTable([.number("NUMBER"), "WHEN", "CHANGE"])
      for change in all {
        let verb = change.kind == .deletion ? "deleted" : "imported"
        let samples = (try? history.samples(of: change)) ?? "samples that cannot be read"
        table.add(["\(change.number)", SampleText.localTime(change.date), "\(verb) \(samples)"])
      }
      if !all.isEmpty { context.output.write(table.text(in: context.terminal)) }
      return all.isEmpty ? .noReading : .success
    }
    let wanted = context[number]
    guard let change = wanted.map({ wanted in all.first { $0.number == wanted } }) ?? all.last
    else {
      report(
        wanted.map { "change \($0) cannot be undone any more; --list shows those that can" }
          ?? "there is no change to undo")
      return .noReading
    }
    do {
      let types = (try? history.samples(of: change))?.drop { $0 != ":" } ?? ""
      let count = try history.undo(change)
      switch change.kind {
      case .deletion:
        note("put back \(counted(count, "sample"))\(count == 0 ? ": all are there" : types)")
      case .importing:
        note(
          count == 0
            ? "nothing of this import is there any more"
            : "deleted \(counted(count, "imported sample"))\(types)")
      }
      return count == 0 ? .noReading : .success
    } catch let error as UndoHistory.Failure {
      throw CommandError.ioError("\(error)")
    }
  }
}

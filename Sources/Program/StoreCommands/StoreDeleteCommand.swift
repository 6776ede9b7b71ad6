import CommandEnvironment
import CommandLineParsing
import FoundationEssentials
import Glibc
import SampleSelection
import SampleStore

/// `heartcam store delete`
enum StoreDeleteCommand {
  private static let identifiers = Positional(
    "ID", StoreTypes.identifier, count: .anyNumber, help: "Samples' identifiers.")
  private static let all = Flag("all", help: "Every sample of the store.")
  private static let forGood = Flag(
    "for-good", help: "Keep nothing of them for 'heartcam store undo'.")

  static let description = CommandDescription(
    name: "delete",
    summary: "Delete samples, by their identifiers or by what they are.",
    discussion: """
      Where no identifiers are given, it says how many samples it found and asks; --yes answers. \
      'heartcam store undo' puts the samples back; what cannot be read stays, and --for-good deletes it too. \
      The exit status is 1 if there was nothing to delete.
      """,
    examples: [
      CommandExample("heartcam store delete 7c9e6679", "One sample, as 'store list' names it."),
      CommandExample(
        "heartcam store delete --type hr --until 2026-01-01 --yes",
        "All heart rates before this year."),
    ],
    positionals: [identifiers],
    options: StoreFilter.all + [
      all, CommonOptions.yes, CommonOptions.dryRun, forGood, StoreOptions.location,
    ])

  static func run(_ location: StoreLocation, _ context: CommandContext) throws -> ExitCode {
    let ids = context.all(identifiers)
    let ways = [!ids.isEmpty, context[all], StoreFilter.isGiven(context)].count { $0 }
    guard ways == 1 else {
      throw CommandError.usage(
        "name samples, or say which with --type, --since, --until or --source, or say --all")
    }
    guard let store = try StoreAccess.toChange(location) else { return .noReading }
    let found = try ids.compactMap { try $0.resolved(in: store) }
    let query =
      ids.isEmpty
      ? try StoreFilter.query(context, in: store, context.zone) : SampleQuery(ids: found)
    let count = try store.count(matching: query)
    guard count > 0 else { return done(0) }
    if context[CommonOptions.dryRun] {
      var newest = query
      (newest.limit, newest.order) = (mostShown, .newestFirst)
      for sample in try store.allSamples(matching: newest) {
        let digits = try StoreTypes.shortText(of: sample.id, in: store).count
        context.output.write(SampleText.row(sample, digits: digits))
      }
      if count > mostShown { context.output.write("and \(count - mostShown) older ones\n") }
      note("would delete \(counted(count, "sample"))")
      return .success
    }
    // Who names samples has chosen them.
    if ids.isEmpty { try SavePrompt.confirm("Delete \(counted(count, "sample"))?", context) }
    let code = try delete(query, in: store, context)
    return found.count < ids.count ? code.combined(with: .noReading) : code
  }

  /// The number of samples that a dry run shows.
  private static let mostShown = 20

  private static func delete(
    _ query: SampleQuery, in store: HealthStore, _ context: CommandContext
  ) throws -> ExitCode {
    if context[forGood] { return done(try store.delete(matching: query)) }
    Interruption.listen()
    do {
      let history = try UndoHistory(of: store, environment: context.environment)
      let outcome = try history.delete(matching: query) { Interruption.isRequested }
      let rest = try store.count(matching: query)
      if rest > 0 {
        report("\(counted(rest, "sample")) that cannot be read stay; --for-good deletes them")
      }
      return done(outcome?.count ?? 0)
    } catch is CancellationError {
      return .interrupted
    } catch let error as StoreError {
      throw error
    } catch {
      throw CommandError.ioError(
        "what is deleted cannot be kept for undoing: \(error); --for-good keeps nothing")
    }
  }

  private static func done(_ count: Int) -> ExitCode {
    note("deleted \(counted(count, "sample"))")
    return count == 0 ? .noReading : .success
  }
}

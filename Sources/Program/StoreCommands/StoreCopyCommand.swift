import CommandEnvironment
import CommandLineParsing
import JSONCoding
import SampleSelection
import SampleStore

/// `heartcam store copy`
enum StoreCopyCommand {
  private static let from = Positional(
    "FROM", .file(extensions: ["db"]), help: "The store to copy: a file or a postgresql:// URL.")
  private static let to = Positional(
    "TO", .file(extensions: ["db"]), help: "The store to copy into; it is made if it is missing.")
  private static let json = Flag("json", help: "Print one line of JSON.")

  static let description = CommandDescription(
    name: "copy",
    summary: "Copy one store's samples into another, such as a file's into a server's.",
    discussion: """
      What TO has already stays as it is, so a copy that was stopped is continued by the same command, \
      and a second one finds nothing to do. What was deleted from FROM is deleted from TO. The order of \
      sources and programs' permissions are copied where TO has none. The exit status is 1 if samples \
      were left out.
      """,
    examples: [
      CommandExample(
        "heartcam store copy health.db 'postgresql://anna@db.example/heart?participant=P01'",
        "Move to a server."),
      CommandExample(
        "heartcam store copy 'postgresql://anna@db.example/heart?participant=P01' P01.db",
        "Keep a file of it."),
    ],
    positionals: [from, to], options: [json])

  static func run(_ context: CommandContext) throws(StoreError) -> ExitCode {
    let environment = context.environment
    let source = try StoreLocation(context.required(from), environment: environment)
    let target = try StoreLocation(context.required(to), environment: environment)
    guard let store = try StoreAccess.toRead(source) else { return .ioError }
    let other = try StoreAccess.toWrite(target)
    Interruption.listen()
    var bar = ProgressLine("copying", terminal: context.terminal)
    let outcome: HealthStore.CopyOutcome
    do throws(StoreError) {
      outcome = try store.copy(into: other, isCancelled: { Interruption.isRequested }) {
        bar.update($1 > 0 ? Double($0) / Double($1) : nil)
      }
      bar.clear()
    } catch {
      bar.clear()
      guard error.reason == .cancelled else { throw error }
      report("stopped; the same command resumes here")
      return .interrupted
    }
    for reason in Set(outcome.refused).sorted() { report("left out: \(reason)") }
    if outcome.unreadable > 0 {
      report(
        "\(counted(outcome.unreadable, "sample")) of \(source) cannot be read; heartcam store check "
          + "--store LOCATION says why")
    }
    if context[json] {
      context.output.write(line: [
        "saved": .integer(outcome.saved), "known": .integer(outcome.known),
        "deleted": .integer(outcome.deleted), "refused": .integer(outcome.refused.count),
        "unreadable": .integer(outcome.unreadable), "settings": .integer(outcome.settings),
      ])
    } else {
      note(
        "copied \(counted(outcome.saved, "sample")); \(outcome.known) were there, "
          + "\(outcome.deleted) were deleted")
    }
    return outcome.refused.isEmpty && outcome.unreadable == 0 ? .success : .noReading
  }
}

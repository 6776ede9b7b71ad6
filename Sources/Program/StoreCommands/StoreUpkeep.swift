import CommandEnvironment
import CommandLineParsing
import FoundationEssentials
import JSONCoding
import SampleSelection
import SampleStore

/// `heartcam store purge|backup|check`
enum StoreUpkeep {
  private static let before = Option(
    "before", StoreTypes.date, value: "DATE",
    help: "Only what was deleted before; all deletions without it.")
  private static let source = Option(
    "source", .oneOf([MockSamples.source.name]),
    help: "Delete all samples of this source instead: mock, whose samples are invented.")
  private static let file = Positional(
    "FILE", .file(extensions: ["db"]), help: "The copy to make; a file that exists is refused.")
  private static let force = Flag("force", help: "Replace a file that exists.")
  private static let json = Flag("json", help: "Print one line of JSON.")
  private static let repair = Flag(
    "repair", help: "Copy the store beside itself, and mend what is wrong with it.")

  static let purging = CommandDescription(
    name: "purge",
    summary: "Forget which samples were deleted.",
    discussion: """
      A deleted sample leaves its identifier, so that programs that follow the store learn of it. \
      Programs that have not read them since must begin again.
      """,
    examples: [
      CommandExample("heartcam store purge --before 2026-01-01", "What was deleted last year."),
      CommandExample("heartcam store purge --source mock", "Remove invented samples."),
    ],
    options: [StoreOptions.location, before, source], exclusions: [[before, source]])

  static let backing = CommandDescription(
    name: "backup",
    summary: "Copy the store into a new file, as it is at one moment.",
    discussion: "Other programs may go on saving. Only you can read the copy.",
    examples: [CommandExample("heartcam store backup health-2026.db", "A copy to keep.")],
    positionals: [file], options: [StoreOptions.location, force])

  static let checking = CommandDescription(
    name: "check",
    summary: "Read the whole store and say what is wrong with it.",
    discussion: """
      The exit status is 0 if the store is sound, 74 if it is not. --repair copies the store, mends what \
      can be known from the rest of it, deletes rows that make no sample, and says what it did. A blood \
      pressure that lacks one of its two numbers is deleted, and the other number stays.
      """,
    examples: [
      CommandExample("heartcam store check", "Is it sound?"),
      CommandExample("heartcam store check --repair", "Mend what is wrong."),
    ],
    options: [StoreOptions.location, json, repair])

  static func purge(
    _ arguments: Arguments, _ location: StoreLocation
  ) throws(StoreError) -> ExitCode {
    guard let store = try StoreAccess.toChange(location) else { return .success }
    if arguments.isGiven(source) {
      let query = SampleQuery(where: .sources([MockSamples.source.bundleIdentifier]))
      let count = try store.delete(matching: query)
      report("deleted \(counted(count, "invented sample"))")
      return .success
    }
    let count = try store.purgeTombstones(deletedBefore: arguments[before] ?? .distantFuture)
    report("forgot \(counted(count, "deleted sample"))")
    return .success
  }

  static func backUp(
    _ arguments: Arguments, _ location: StoreLocation, _ context: CommandContext
  ) throws -> ExitCode {
    let copy = try StoreLocation(arguments.required(file), environment: context.environment)
    guard let store = try StoreAccess.toRead(location) else { return .ioError }
    Interruption.listen()
    do throws(StoreError) {
      try store.backUp(to: copy, replacing: arguments[force]) { Interruption.isRequested }
      return .success
    } catch {
      switch error.reason {
      case .fileExists: report("\(copy) exists; --force replaces it")
      case .cancelled: return .interrupted
      default: throw error
      }
      return .ioError
    }
  }

  static func check(
    _ arguments: Arguments, _ location: StoreLocation, _ output: ResultOutput
  ) throws(StoreError) -> ExitCode {
    guard let store = try StoreAccess.toRead(location) else { return .success }
    let found = try store.problems()
    if arguments[repair], !found.isEmpty { try Self.repair(location, found) }
    let problems = try (arguments[repair] ? store.problems() : found) + store.warnings
    if arguments[json] {
      output.write(
        JSONValue.object([
          ("path", .string(location.description)),
          ("problems", .array(problems.map(JSONValue.string))),
        ]).text + "\n")
    } else {
      for problem in problems { output.write(problem + "\n") }
      if problems.isEmpty { output.write("\(location) is sound\n") }
    }
    return problems.isEmpty ? .success : .ioError
  }

  /// Copies a store, mends it, and reports both.
  private static func repair(_ location: StoreLocation, _ problems: [String]) throws(StoreError) {
    for problem in problems { report("found: \(problem)") }
    guard let store = try StoreAccess.toChange(location) else { return }
    if let path = location.path {
      let day = SampleText.compactTime(Date())
      let copy = try StoreLocation(path: "\(path).before-repair-\(day)")
      try store.backUp(to: copy)
      report("copied the store as it was to \(copy)")
    }
    for sentence in try store.repair() { report(sentence) }
  }
}

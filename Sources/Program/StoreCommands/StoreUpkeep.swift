import CommandEnvironment
import CommandLineParsing
import FileAccess
import FoundationEssentials
import JSONCoding
import Measurement
import SampleSelection
import SampleStore

/// `heartcam store forget|backup|restore|check`
enum StoreUpkeep {
  private static let before = Option(
    "before", StoreTypes.date, value: "DATE",
    help: "Only what was deleted before; all deletions without it.")
  private static let file = Positional(
    "FILE", .file(extensions: ["db"]), help: "The copy to make; a file that exists is refused.")
  private static let backup = Positional(
    "FILE", .file(extensions: ["db"]), help: "The copy that 'heartcam store backup' made.")
  private static let json = Flag("json", help: "Print one line of JSON.")
  private static let repair = Flag(
    "repair", help: "Copy the store beside itself, and mend what is wrong with it.")

  static let forgetting = CommandDescription(
    name: "forget",
    summary: "Discard the records of deletions and imports, which cannot be undone then.",
    discussion: """
      A deleted sample leaves its identifier, so that programs that follow the store learn of it. \
      Programs that have not read them since must begin again. Without --before, 'heartcam store undo' can put \
      nothing back any more; it asks first, and --yes answers.
      """,
    examples: [
      CommandExample("heartcam store forget --before 2026-01-01", "What was deleted last year."),
      CommandExample("heartcam store forget --yes", "All of them, without a question."),
    ],
    options: [before, CommonOptions.yes, CommonOptions.dryRun, StoreOptions.location],
    exclusions: [[before, CommonOptions.dryRun]])

  static let backing = CommandDescription(
    name: "backup",
    summary: "Copy the store into a new file, as it is at one moment.",
    discussion: "Other programs may go on saving. Only you can read the copy.",
    examples: [CommandExample("heartcam store backup health-2026.db", "A copy to keep.")],
    positionals: [file], options: [CommonOptions.force, StoreOptions.location])

  static let restoring = CommandDescription(
    name: "restore",
    summary: "Put a backup in the store's place.",
    discussion: """
      The backup is checked first; a damaged one is refused. The store as it was is kept beside it, and the \
      message names its file. Programs that have the store open see the one or the other, never a part, and go \
      on with what was restored. A store that cannot be opened any more is replaced, too, and its files kept.
      """,
    examples: [CommandExample("heartcam store restore health-2026.db", "Back to that copy.")],
    positionals: [backup], options: [StoreOptions.location, CommonOptions.dryRun])

  static let checking = CommandDescription(
    name: "check",
    summary: "Read the whole store and say what is wrong with it.",
    discussion: """
      The exit status is 0 if the store is sound, 74 if it is not, or is not there. --repair copies the store, mends what \
      can be known from the rest of it, deletes rows that make no sample, and says what it did. A blood \
      pressure that lacks one of its two numbers is deleted, and the other number stays.
      """,
    examples: [
      CommandExample("heartcam store check", "Is it sound?"),
      CommandExample("heartcam store check --repair", "Mend what is wrong."),
    ],
    options: [StoreOptions.location, json, repair])

  static func forget(_ location: StoreLocation, _ context: CommandContext) throws -> ExitCode {
    guard let store = try StoreAccess.toChange(location) else { return .success }
    if context[before] == nil {
      let history = try UndoHistory(of: store, environment: context.environment)
      let changes = counted(history.all.count, "change")
      guard !context[CommonOptions.dryRun] else {
        note("would forget \(changes)")
        return .success
      }
      if !history.all.isEmpty {
        try SavePrompt.confirm("Forget \(changes), which cannot be undone then?", context)
      }
      history.forget()
    }
    let count = try store.purgeTombstones(deletedBefore: context[before] ?? .distantFuture)
    note("forgot \(counted(count, "deleted sample"))")
    return .success
  }

  static func backUp(_ location: StoreLocation, _ context: CommandContext) throws -> ExitCode {
    let copy = try StoreLocation(context.required(file), environment: context.environment)
    guard let store = try StoreAccess.toRead(location) else { return .ioError }
    Interruption.listen()
    var bar = ProgressLine("backing up to", "\(copy)", terminal: context.terminal)
    defer { bar.clear() }
    do throws(StoreError) {
      try store.backUp(
        to: copy, replacing: context[CommonOptions.force],
        isCancelled: { Interruption.isRequested }
      ) { bar.update(Double($0) / Double(max(1, $1))) }
      return .success
    } catch {
      bar.clear()
      switch error.reason {
      case .fileExists where !context[CommonOptions.force]:
        throw CommandError.fileExists("\(copy)")
      case .cancelled: return .interrupted
      default: throw error
      }
    }
  }

  static func restore(_ location: StoreLocation, _ context: CommandContext) throws -> ExitCode {
    let file = try StoreLocation(context.required(backup), environment: context.environment)
    guard let path = location.path, file.path != nil else {
      throw CommandError.usage(
        "only a store in a file is replaced by a file; 'heartcam store copy FROM TO' adds what TO lacks"
      )
    }
    guard let name = file.path, FileIdentity.exists(name) else {
      throw CommandError.unreadableInput("there is no backup \(file)")
    }
    let backup = try StoreAccess.open(file, .readOnly)
    let problems = try backup.problems()
    guard problems.isEmpty else {
      for problem in problems { report("\(file): \(problem)") }
      report("the backup is damaged; nothing was changed")
      return .ioError
    }
    guard !backup.isKept(in: path) else {
      throw CommandError.usage("\(file) is the store itself")
    }
    let count = try backup.count(matching: SampleQuery())
    guard !context[CommonOptions.dryRun] else {
      note("would restore \(counted(count, "sample"))")
      return .success
    }
    FileReplacement.removeAbandoned(beginningWith: "\(path).before-")
    let kept = try StoreLocation(path: keptName(path))
    do throws(StoreError) {
      // A store that is missing is no reason to make an empty one first.
      _ = try StoreAccess.open(location, .readOnly)
      try StoreAccess.open(location).restore(from: backup, keeping: kept)
    } catch {
      switch error.reason {
      case .notFound:
        try backup.backUp(to: location, replacing: true)
        note("restored \(counted(count, "sample"))")
        return .success
      case .corrupt, .notAStore:
        report("\(error.detail); its files are kept")
        let other = try StoreLocation(path: keptName(path))
        try HealthStore.replaceUnreadable(location, with: backup, keeping: other)
        note("restored \(counted(count, "sample")); the file as it was is \(other)")
        return .success
      default: throw error
      }
    }
    note("restored \(counted(count, "sample")); the store as it was is \(kept)")
    return .success
  }

  /// Returns a name beside the store that no file has.
  private static func keptName(_ path: String) -> String {
    let name = "\(path).before-restore-\(SampleText.compactTime(Date()))"
    var number = 1
    while FileIdentity.exists(number == 1 ? name : "\(name)-\(number)") { number += 1 }
    return number == 1 ? name : "\(name)-\(number)"
  }

  static func check(
    _ location: StoreLocation, _ context: CommandContext
  ) throws(StoreError) -> ExitCode {
    guard let store = try StoreAccess.toRead(location, checks: false) else { return .ioError }
    let found = try store.problems()
    if context[repair], !found.isEmpty { try Self.repair(location, found) }
    let problems = try (context[repair] ? store.problems() : found) + store.warnings
    if context[json] {
      context.output.write(
        line: [
          "path": .string(location.description), "problems": .array(problems.map(JSONValue.string)),
        ])
    } else {
      for problem in problems { context.output.write(problem + "\n") }
      if problems.isEmpty { context.output.write("\(location) is sound\n") }
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
      note("copied the store as it was to \(copy)")
    }
    for sentence in try store.repair() { report(sentence) }
  }
}

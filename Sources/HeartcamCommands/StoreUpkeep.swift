import CommandLineParsing
import FileAccess
import FoundationEssentials
import JSONCoding
import SampleStore

/// `heartcam store purge|backup|check`
enum StoreUpkeep {
  private static let before = Option(
    "before", StoreTypes.date, value: "DATE",
    help: "Only what was deleted before; all deletions without it.")
  private static let file = Positional(
    "FILE", .file(extensions: ["db"]), help: "The copy to make; a file that exists is refused.")
  private static let force = Flag("force", help: "Replace a file that exists.")
  private static let json = Flag("json", help: "Print one line of JSON.")

  static let purging = CommandDescription(
    name: "purge",
    summary: "Forget which samples were deleted.",
    discussion: """
      A deleted sample leaves its identifier, so that programs that follow the store learn of it. \
      Programs that have not read them since must begin again.
      """,
    examples: [
      CommandExample("heartcam store purge --before 2026-01-01", "What was deleted last year.")
    ],
    options: [StoreOptions.location, before])

  static let backing = CommandDescription(
    name: "backup",
    summary: "Copy the store into a new file, as it is at one moment.",
    discussion: "Other programs may go on saving. Only you can read the copy.",
    examples: [CommandExample("heartcam store backup health-2026.db", "A copy to keep.")],
    positionals: [file], options: [StoreOptions.location, force])

  static let checking = CommandDescription(
    name: "check",
    summary: "Read the whole store and say what is wrong with it.",
    discussion: "The exit status is 0 if the store is sound, 74 if it is not.",
    examples: [CommandExample("heartcam store check", "Is it sound?")],
    options: [StoreOptions.location, json])

  static func purge(
    _ arguments: Arguments, _ location: StoreLocation
  ) throws(StoreError) -> ExitCode {
    guard let store = try StoreAccess.toChange(location) else { return .success }
    let count = try store.purgeTombstones(deletedBefore: arguments[before] ?? .distantFuture)
    report("forgot \(count) deleted \(count == 1 ? "sample" : "samples")")
    return .success
  }

  static func backUp(
    _ arguments: Arguments, _ location: StoreLocation, _ context: CommandContext
  ) throws -> ExitCode {
    let copy = try StoreLocation(arguments.required(file), environment: context.environment)
    guard let store = try StoreAccess.toRead(location) else { return .ioError }
    guard let path = copy.path, FileManager.default.fileExists(atPath: path) else {
      try store.backUp(to: copy)
      return .success
    }
    guard arguments[force] else {
      report("\(path) exists; --force replaces it")
      return .ioError
    }
    guard location.path.map({ PrivateFile.isSame(path, $0) }) != true else {
      report("\(path) is the store itself")
      return .ioError
    }
    // The old copy stays until the new one is whole.
    let fresh = "\(path).\(ProcessInfo.processInfo.processIdentifier)"
    try store.backUp(to: StoreLocation(path: fresh))
    do throws(FileError) {
      try FileReplacement.move(fresh, onto: path)
    } catch {
      try? FileManager.default.removeItem(atPath: fresh)
      throw error
    }
    return .success
  }

  static func check(
    _ arguments: Arguments, _ location: StoreLocation, _ output: ResultOutput
  ) throws(StoreError) -> ExitCode {
    guard let store = try StoreAccess.toRead(location) else { return .success }
    let problems = try store.problems() + store.warnings
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
}

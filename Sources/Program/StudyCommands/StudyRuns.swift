import CommandEnvironment
import CommandLineParsing
import FileAccess
import FoundationEssentials
import JSONCoding
import Measurement
import SampleSelection
import SampleStore
import StudyTasks

/// The runs that are kept, by their names.
struct StudyRuns {
  /// The folder in which runs have theirs.
  let folder: String

  init(_ context: CommandContext) throws { folder = try StudyFolders.standard(context) }

  /// The folders of all runs, the newest last. A name ends with when the run began.
  var all: [String] { Self.runs(in: folder).sorted { Self.began($0) < Self.began($1) } }

  /// Returns the folder that a name or a path means; the newest run's for `nil`.
  func path(of word: String?) throws(CommandError) -> String {
    guard let word else {
      guard let newest = all.last else {
        throw .noReading("there is no run in \(folder) yet; 'heartcam study run' makes one")
      }
      return newest
    }
    guard !word.contains("/"), !FileIdentity.exists(word) else { return word }
    let found = all.filter { Self.name(of: $0).hasPrefix(word) }
    switch found.count {
    case 1: return found[0]
    case 0:
      throw .unreadableInput(
        "there is no run \(word) in \(folder); 'heartcam study runs' lists them")
    default: throw .usage("several runs begin with \(word): give more of the name")
    }
  }

  /// Returns the folders of runs in a folder, by name.
  static func runs(in folder: String) -> [String] {
    inCountedOrder(FileName.names(inFolder: folder)).map { "\(folder)/\($0)" }
      .filter(RunFolder.isRun)
  }

  static func name(of path: String) -> String {
    String(path[(path.lastIndex(of: "/").map(path.index(after:)) ?? path.startIndex)...])
  }

  private static func began(_ path: String) -> Substring {
    // TASK-20260131090000-7c9e6679
    let parts = name(of: path).split(separator: "-").suffix(2)
    return parts.first.map { $0.base[$0.startIndex...] } ?? ""
  }

  /// Returns a table of all runs.
  func table(_ terminal: Terminal) -> String {
    var table = TextTable(["RUN", "BEGAN", .number("STEPS"), .number("AVERAGE BPM"), "STATE"])
    for path in all {
      let summary = try? RunSummary(of: path)
      let values = summary?.steps.flatMap(\.readings).map(\.value) ?? []
      table.add([
        Self.name(of: path), summary.map { SampleText.localTime($0.result.start) } ?? "",
        summary.map { "\($0.steps.count)" } ?? "",
        values.isEmpty ? "" : (values.reduce(0, +) / Double(values.count)).fixed(1),
        summary.map { $0.result.finishReason?.words ?? "can be resumed" } ?? "unreadable",
      ])
    }
    return table.text(in: terminal)
  }
}

/// The folder in which runs have theirs.
struct StudyFolders {
  let path: String
  private let isTemporary: Bool

  init(_ context: CommandContext, isDry: Bool) throws {
    if let given = context[StudyOptions.folder] {
      (path, isTemporary) = (given, false)
    } else if isDry {
      let base = context.environment["TMPDIR"].flatMap { $0.isEmpty ? nil : $0 } ?? "/tmp"
      (path, isTemporary) = ("\(base)/heartcam-study-\(UUID.random().uuidString)", true)
    } else {
      (path, isTemporary) = (try Self.standard(context), false)
    }
  }

  /// Returns the folder beside the standard store; beside the one that a file would be, if a server keeps the store.
  static func standard(_ context: CommandContext) throws -> String {
    var environment = context.environment
    var store = try StoreLocation.standard(environment: environment)
    if store.path == nil {
      environment["HEARTCAM_STORE"] = nil
      store = try StoreLocation.standard(environment: environment)
    }
    return OpenFile.folder(of: store.path ?? ".") + "/studies"
  }

  /// Removes the leftovers of a dry run.
  func removeTemporary() {
    if isTemporary { try? FileManager.default.removeItem(atPath: path) }
  }
}

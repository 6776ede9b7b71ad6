import CommandEnvironment
import CommandLineParsing
import FileAccess
import FoundationEssentials
import Glibc
import LiveCommands
import SampleStore
import StudyTasks

/// `heartcam study run`
enum StudyRunCommand {
  static let description = CommandDescription(
    name: "run",
    summary: "Carry out a task.",
    discussion: """
      In a terminal the screen shows what to do; return goes on, p pauses, b goes back, q ends. With --plain, \
      lines are printed and typed. With --json, each event is a line, and the commands \
      \(StudyInput.words) are read. Every run has a folder of its own with result.json and a file for each \
      recorder and step, which stays readable even if the program is killed.

      Exit status: 0 the task was carried out or ended early, 1 no heart rate was recorded, 2 the recording \
      could not be read, 64 wrong usage, 65 the task file is wrong, 74 something could not be written, 130 \
      interrupted.
      """,
    examples: [
      CommandExample("heartcam study run fitness-check", "Walk and rest, with the camera."),
      CommandExample(
        "heartcam study run walk.json --source store", "Heart rates of a watch as they come in."),
      CommandExample(
        "heartcam study run fitness-check --dry-run --duration fitness.walk=15",
        "See what it gives, at once and with invented samples."),
    ],
    positionals: [StudyTaskChoice.argument],
    options: StudyOptions.running + [
      StudyOptions.folder, StudyOptions.durations, StudyOptions.clips, StudyOptions.dryRun,
    ] + CameraOptions.choosing + CameraOptions.setting,
    exclusions: StudyOptions.exclusions)

  static func run(
    _ arguments: Arguments, _ context: CommandContext, _ output: ResultOutput
  ) throws -> ExitCode {
    var code = ExitCode.success
    let clips = arguments.all(StudyOptions.clips)
    if let problem = clips.lazy.compactMap({ StudyTaskChoice.problem(ofClip: $0) }).first {
      throw CommandError.unreadableInput(problem)
    }
    guard
      let choice = StudyTaskChoice(
        arguments.required(StudyTaskChoice.argument), clips: clips, &code)
    else { return code }
    var task = choice.task
    for duration in arguments.all(StudyOptions.durations) {
      guard let index = task.steps.firstIndex(where: { $0.identifier == duration.step }),
        task.steps[index].activity != nil
      else {
        throw CommandError.usage(
          "--duration \(duration.step): the task has no active step of that name")
      }
      task.steps[index].activity?.duration = duration.seconds
    }
    if let problem = TaskFile.problems(in: task).first {
      throw CommandError.usage("the task cannot be run: \(problem)")
    }
    let isDry = arguments[StudyOptions.dryRun]
    if !isDry, !arguments[StudyOptions.silent], let problem = choice.clipProblem(task) {
      throw CommandError.usage("\(problem); name one with --clip, or say --silent")
    }
    let seed = arguments[StudyOptions.seed].map { UInt64($0) } ?? .random(in: 0...(1 << 53))
    let folder = try StudyFolders(arguments, context, isDry: isDry)
    defer { folder.removeTemporary() }
    let clock: any StudyClock = isDry ? ManualClock(date: Date()) : SystemClock()
    let runID = UUID.random()
    var study = try StudyRun(arguments, context, output, task: task, seed: seed, isDry: isDry)
    // From here on a signal ends the run as `q` does, so that its folder always holds a result.
    Interruption.listen()
    let runFolder = try RunFolder(
      in: folder.path, identifier: task.identifier, task: TaskFile.text(of: task),
      date: clock.date, runID: runID)
    return study.run(
      TaskRun(
        task, identifier: task.identifier, folder: runFolder, clock: clock,
        source: study.source, seed: seed, runID: runID, details: study.details),
      clock, clipFolder: choice.folder)
  }
}

extension StudyTaskChoice {
  /// Why the first sound file that cannot be played cannot; `nil` if all can.
  func clipProblem(_ task: StudyTask) -> String? {
    task.steps.flatMap { $0.activity?.clips ?? [] }.lazy
      .compactMap { Self.problem(ofClip: Self.path(of: $0, in: folder)) }.first
  }
}

/// The folder in which runs have theirs.
struct StudyFolders {
  let path: String
  private let isTemporary: Bool

  init(_ arguments: Arguments, _ context: CommandContext, isDry: Bool) throws {
    if let given = arguments[StudyOptions.folder] {
      (path, isTemporary) = (given, false)
    } else if isDry {
      let base = context.environment["TMPDIR"].flatMap { $0.isEmpty ? nil : $0 } ?? "/tmp"
      (path, isTemporary) = ("\(base)/heartcam-study-\(UUID.random().uuidString)", true)
    } else {
      (path, isTemporary) = (try Self.standard(context), false)
    }
  }

  /// Beside the standard store; beside the one that a file would be, if a server keeps the store.
  static func standard(_ context: CommandContext) throws -> String {
    var environment = context.environment
    var store = try StoreLocation.standard(environment: environment)
    if store.path == nil {
      environment["HEARTCAM_STORE"] = nil
      store = try StoreLocation.standard(environment: environment)
    }
    return OpenFile.folder(of: store.path ?? ".") + "/studies"
  }

  /// Removes what a dry run leaves.
  func removeTemporary() {
    if isTemporary { try? FileManager.default.removeItem(atPath: path) }
  }
}

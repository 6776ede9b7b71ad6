import CommandEnvironment
import CommandLineParsing
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
      \(StudyInput.words) are read. With --dry-run the task runs at once, on a clock of its own, with every \
      question answered; its files are kept only with --output.

      Every run has a folder of its own with result.json and a file for each \
      recorder and step, which stays readable even if the program is killed.
      """,
    examples: [
      CommandExample("heartcam study run fitness-check", "Walk and rest, with the camera."),
      CommandExample(
        "heartcam study run walk.json --from store", "Heart rates of a watch as they come in."),
      CommandExample(
        "heartcam study run fitness-check --dry-run --step fitness.walk=15",
        "See what it gives, at once and with invented samples."),
    ],
    positionals: [StudyTaskChoice.argument],
    options: StudyOptions.running + [
      StudyOptions.folder, StudyOptions.durations, StudyOptions.clips,
    ] + CameraOptions.choosing + CameraOptions.setting,
    exclusions: StudyOptions.exclusions)

  static func run(_ context: CommandContext) throws -> ExitCode {
    var code = ExitCode.success
    let clips = context.all(StudyOptions.clips)
    if let problem = clips.lazy.compactMap({ StudyTaskChoice.problem(ofClip: $0) }).first {
      throw CommandError.unreadableInput(problem)
    }
    guard
      let choice = StudyTaskChoice(context.required(StudyTaskChoice.argument), clips: clips, &code)
    else { return code }
    var task = choice.task
    for duration in context.all(StudyOptions.durations) {
      guard let index = task.steps.firstIndex(where: { $0.identifier == duration.step }),
        task.steps[index].activity != nil
      else {
        throw CommandError.usage(
          "--step \(duration.step): the task has no active step of that name")
      }
      task.steps[index].activity?.duration = duration.seconds
    }
    if let problem = TaskFile.problems(in: task).first {
      throw CommandError.usage("the task cannot be run: \(problem)")
    }
    let isDry = context[CommonOptions.dryRun]
    if !isDry, !context[StudyOptions.silent], let problem = choice.clipProblem(task) {
      throw CommandError.usage("\(problem); name one with --clip, or say --silent")
    }
    let seed = context[StudyOptions.seed].map { UInt64($0) } ?? .random(in: 0...(1 << 53))
    let folder = try StudyFolders(context, isDry: isDry)
    defer { folder.removeTemporary() }
    let clock: any StudyClock = isDry ? ManualClock(date: Date()) : SystemClock()
    let runID = UUID.random()
    var study = try StudyRun(context, task: task, seed: seed, isDry: isDry)
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
  /// Returns why the first sound file that cannot be played cannot; `nil` if all can.
  func clipProblem(_ task: StudyTask) -> String? {
    task.steps.flatMap { $0.activity?.clips ?? [] }.lazy
      .compactMap { Self.problem(ofClip: Self.path(of: $0, in: folder)) }.first
  }
}

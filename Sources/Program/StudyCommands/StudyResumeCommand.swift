import CommandEnvironment
import CommandLineParsing
import FoundationEssentials
import Glibc
import LiveCommands
import StudyTasks

/// `heartcam study resume`
enum StudyResumeCommand {
  private static let run = Positional(
    "RUN", .directory, count: .atMostOne,
    help: "A run's name as 'study runs' shows it, or its folder; the newest without one.")
  private static let close = Flag(
    "close", help: "End the run as it is, with what its last step recorded.")

  static let description = CommandDescription(
    name: "resume",
    summary: "Go on with a run whose program was killed, or close it.",
    discussion: """
      What was recorded until then stays. A step that was going on is visited again. Without --from, \
      heart rate comes from where it came before, as result.json says; a recording begins again.
      """,
    examples: [
      CommandExample("heartcam study resume", "Go on where the newest run stopped."),
      CommandExample("heartcam study resume RUN --close", "End it as it is."),
    ],
    positionals: [run],
    options: StudyOptions.running + [StudyOptions.clips, close]
      + CameraOptions.choosing + CameraOptions.setting,
    exclusions: StudyOptions.exclusions)

  static func run(_ context: CommandContext) throws -> ExitCode {
    let path = try StudyRuns(context).path(of: context[run])
    do {
      let runFolder = try RunFolder(opening: path)
      // A run that was killed before its first step has none, and begins.
      let earlier = runFolder.hasResult ? try RunFolder.result(in: path) : nil
      guard earlier?.finishReason == nil else {
        throw CommandError.usage("\(path): the run is over; 'heartcam study results' shows it")
      }
      guard let text = runFolder.task else {
        throw CommandError.unreadableInput("\(path) holds no task.json to resume from")
      }
      var task = try TaskFile.task(from: text)
      let clips = context.all(StudyOptions.clips)
      for index in task.steps.indices where task.steps[index].kind == .music && !clips.isEmpty {
        task.steps[index].activity?.clips = clips
      }
      let seed = earlier?.details["seed"].flatMap { UInt64($0) } ?? .random(in: 0...(1 << 53))
      func makeRun(
        _ clock: any StudyClock, _ source: (any ObservationSource)?,
        _ details: [String: String] = [:]
      ) -> TaskRun {
        let run = TaskRun(
          task, identifier: task.identifier, folder: runFolder, clock: clock, source: source,
          seed: seed, details: details, resuming: earlier)
        run.measureRecorded = StepReadings.measures(ofRecorded:)
        return run
      }
      if context[close] {
        makeRun(SystemClock(), nil).closeEarlierRun()
        let summary = try RunSummary(of: path)
        context.output.write(StudyResultsText.table(summary, context.terminal))
        return .success
      }
      if earlier?.details["dry_run"] != nil, !context[CommonOptions.dryRun] {
        throw CommandError.usage(
          "\(path) is of a dry run, whose samples are invented: give --dry-run again")
      }
      if let earlier, earlier.details["mock"] == nil, context[CommonOptions.dryRun] {
        throw CommandError.usage("a dry run would mix invented samples with those of \(path)")
      }
      let isDry = context[CommonOptions.dryRun]
      var study = try StudyRun(context, task: task, seed: seed, isDry: isDry, earlier: earlier)
      let clock: any StudyClock = isDry ? ManualClock(date: Date()) : SystemClock()
      return study.run(makeRun(clock, study.source, study.details), clock, clipFolder: "")
    } catch let defect as TaskFile.Defect {
      for problem in defect.problems { report("\(path)/task.json: \(problem)") }
      return .badData
    } catch let error as CommandError {
      throw error
    } catch {
      throw CommandError.unreadableInput("\(error)")
    }
  }
}

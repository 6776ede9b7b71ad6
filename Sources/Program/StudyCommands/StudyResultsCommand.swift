import CommandEnvironment
import CommandLineParsing
import MeasureCommands
import SampleSelection
import StudyTasks

/// `heartcam study results`
enum StudyResultsCommand {
  private static let runs = Positional(
    "RUN", .directory, count: .anyNumber,
    help: "Runs by name, their folders, or folders that hold such; the newest run without any.")
  private static let csv = Flag("csv", help: "Print CSV, one line for each reading.")
  private static let json = CommonOptions.json(a: "step")
  private static let plot = Option(
    "plot", .file(extensions: ["svg", "png", "pdf"]), value: "FILE",
    help: "Draw the readings of the one run, with its steps shaded: .svg, .png or .pdf.")

  private static let bids = Option(
    "bids", .directory, value: "FOLDER",
    help: "Write the runs into a BIDS dataset: a session each, with events and heart rate.")
  private static let participant = DefaultedOption(
    "participant", .text, value: "LABEL", help: "Whose runs they are, for --bids.", default: "01")

  static let description = CommandDescription(
    name: "results",
    summary: "Show what runs have recorded, step by step.",
    discussion: """
      Heart rates are found by the step's identifier. N counts readings, BPM is their average. REST is the difference \
      of a step's average to that of the first step of rest. SLOPE is how fast the rate changes in the first minute of a rest that follows \
      effort, in beats per minute per minute.
      """,
    examples: [
      CommandExample(
        "heartcam study results", "The newest run, a row for each step."),
      CommandExample(
        "heartcam study results fitness-check-20260131 --csv > walk.csv", "Each reading."),
      CommandExample("heartcam study results --plot walk.svg", "A picture."),
      CommandExample(
        "heartcam study results --bids dataset --participant 07", "Into a dataset."),
    ],
    positionals: [runs],
    options: [
      csv, json, plot, CommonOptions.force, bids, participant, MeasureOptions.spreadsheet,
    ],
    exclusions: [[csv, json]],
    requirements: [OptionRequirement(MeasureOptions.spreadsheet, needs: csv)])

  static func run(_ context: CommandContext) throws -> ExitCode {
    let kept = try StudyRuns(context)
    let given: [String?] = context.all(runs)
    let paths = try (given.isEmpty ? [nil] : given).flatMap { within(try kept.path(of: $0)) }
    guard context[plot] == nil || paths.count == 1 else {
      throw CommandError.usage(
        "--plot draws one run, and there are \(paths.count); name one of them")
    }
    var places = OutputPlaces()
    try places.add("plot", context[plot], endings: PictureFormat.endings)
    try places.confirm(context)
    if let problem = StudyBIDS.problem(ofLabel: context[participant]) {
      throw CommandError.usage("--participant \(problem)")
    }
    let dataset = context[bids].map { StudyBIDS($0, participant: context[participant]) }
    var code = ExitCode.success
    var isFirst = true
    if context[csv] { context.output.write(StudyResultsText.heading) }
    for path in paths {
      do throws(StudyError) {
        let summary = try RunSummary(of: path)
        for file in summary.steps.flatMap(\.unreadable) {
          report("\(path)/\(file.path) cannot be read as a recording: \(file.reason)")
          code = code.combined(with: .unreadableInput)
        }
        if !summary.steps.isEmpty, summary.steps.allSatisfy(\.readings.isEmpty) {
          code = code.combined(with: .noReading)
        }
        if context[csv] {
          context.output.write(
            StudyResultsText.csv(summary, forSpreadsheet: context[MeasureOptions.spreadsheet]))
        } else if context[json] {
          context.output.write(StudyResultsText.json(summary, folder: path))
        } else {
          let table = StudyResultsText.table(summary, context.terminal)
          context.output.write((isFirst ? "" : "\n") + table)
        }
        isFirst = false
        if let file = context[plot] {
          code = code.combined(with: StudyPlot.write(summary, to: file))
        }
        if let dataset { code = code.combined(with: write(summary, path, dataset)) }
      } catch {
        report("\(error)")
        code = code.combined(with: .unreadableInput)
      }
    }
    return code
  }

  /// Returns the folder of a run itself, or those of all runs in a folder, by name.
  private static func within(_ path: String) -> [String] {
    let path = path.count > 1 && path.hasSuffix("/") ? String(path.dropLast()) : path
    guard !RunFolder.isRun(path) else { return [path] }
    let found = StudyRuns.runs(in: path)
    return found.isEmpty ? [path] : found
  }

  private static func write(
    _ summary: RunSummary, _ path: String, _ dataset: StudyBIDS
  ) -> ExitCode {
    do {
      note("\(path) is written into \(try dataset.write(summary))")
      return .success
    } catch {
      report("\(path) cannot be written as BIDS: \(error)")
      return .ioError
    }
  }
}

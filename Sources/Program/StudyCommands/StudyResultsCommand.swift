import CommandEnvironment
import CommandLineParsing
import FileAccess
import MeasureCommands
import StudyTasks

/// `heartcam study results`
enum StudyResultsCommand {
  private static let folders = Positional(
    "FOLDER", .directory, count: .oneOrMore,
    help: "Folders of runs, or folders that hold such.")
  private static let csv = Flag("csv", help: "Print CSV, one line for each reading.")
  private static let json = Flag("json", help: "Print one line of JSON for each step.")
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
      Heart rates are found by the step's identifier. FROM REST is the difference of a step's mean to that \
      of the first step of rest. SLOPE is how fast the rate changes in the first minute of a rest that follows \
      effort, in beats a minute per minute.
      """,
    examples: [
      CommandExample(
        "heartcam study results ~/.local/share/heartcam/studies", "A table for each run."),
      CommandExample("heartcam study results RUN --csv > walk.csv", "Each reading."),
      CommandExample("heartcam study results RUN --plot walk.svg", "A picture."),
      CommandExample(
        "heartcam study results RUN --bids dataset --participant 07", "Into a dataset."),
    ],
    positionals: [folders],
    options: [csv, MeasureOptions.spreadsheet, json, plot, bids, participant],
    exclusions: [[csv, json]],
    requirements: [OptionRequirement(MeasureOptions.spreadsheet, needs: csv)])

  static func run(
    _ arguments: Arguments, _ context: CommandContext, _ output: ResultOutput
  ) throws -> ExitCode {
    let paths = arguments.all(folders).flatMap(runs(in:))
    if let path = arguments[plot] {
      guard paths.count == 1 else {
        throw CommandError.usage(
          "--plot draws one run, and there are \(paths.count); name the folder of one")
      }
      if let problem = PictureFile.problem(path) { throw CommandError.usage("--plot \(problem)") }
    }
    if let problem = StudyBIDS.problem(ofLabel: arguments[participant]) {
      throw CommandError.usage("--participant \(problem)")
    }
    let dataset = arguments[bids].map { StudyBIDS($0, participant: arguments[participant]) }
    var code = ExitCode.success
    var isFirst = true
    if arguments[csv] { output.write(StudyResultsText.heading) }
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
        if arguments[csv] {
          output.write(
            StudyResultsText.csv(summary, forSpreadsheet: arguments[MeasureOptions.spreadsheet]))
        } else if arguments[json] {
          output.write(StudyResultsText.json(summary, folder: path))
        } else {
          let table = StudyResultsText.table(summary, width: context.terminal.width)
          output.write((isFirst ? "" : "\n") + table)
        }
        isFirst = false
        if let file = arguments[plot] {
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

  /// The folder of a run itself, or those of all runs in a folder, by name.
  private static func runs(in path: String) -> [String] {
    let path = path.count > 1 && path.hasSuffix("/") ? String(path.dropLast()) : path
    guard !RunFolder.isRun(path) else { return [path] }
    let names = FileName.names(inFolder: path).sorted()
    let found = names.map { "\(path)/\($0)" }.filter(RunFolder.isRun)
    return found.isEmpty ? [path] : found
  }

  private static func write(
    _ summary: RunSummary, _ path: String, _ dataset: StudyBIDS
  ) -> ExitCode {
    do {
      report("\(path) is written into \(try dataset.write(summary))")
      return .success
    } catch {
      report("\(path) cannot be written as BIDS: \(error)")
      return .ioError
    }
  }
}

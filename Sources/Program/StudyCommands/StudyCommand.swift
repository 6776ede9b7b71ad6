package import CommandEnvironment
package import CommandLineParsing
import JSONCoding
import SampleSelection
import StudyTasks

/// `heartcam study ...`
package enum StudyCommand {
  private static let files = Positional(
    "FILE", .file(extensions: ["json"]), count: .oneOrMore, help: "Task files.")
  private static let newFile = Positional(
    "FILE", .file(extensions: ["json"]), help: "The file to make.")
  private static let model = DefaultedOption(
    "like", ValueReader<BuiltInTask>.choice, value: "TASK",
    help: "The task to begin with.", default: .fitnessCheck)
  private static let json = Flag("json", help: "Print the task as JSON, as a task file holds it.")

  private static let lines = CommonOptions.json(a: "task")

  package static let description = CommandDescription(
    name: "study",
    summary: "Carry out tasks of steps while heart rate is recorded, and read their results.",
    subcommands: commands.map(\.0))

  private static let listing = CommandDescription(
    name: "list", summary: "List the tasks that come with the program.",
    examples: [CommandExample("heartcam study list", "Names, lengths and summaries.")],
    options: [lines])

  private static let keeping = CommandDescription(
    name: "runs", summary: "List the runs that were kept, the newest last.",
    examples: [CommandExample("heartcam study runs", "Their names, for results and resume.")])

  private static let showing = CommandDescription(
    name: "show", summary: "Show the steps of a task.",
    examples: [
      CommandExample("heartcam study show fitness-check", "Its steps, one a line."),
      CommandExample("heartcam study show music --json > music.json", "To change it."),
    ],
    positionals: [StudyTaskChoice.argument], options: [json])

  private static let validating = CommandDescription(
    name: "validate", summary: "Say what is wrong with task files, with line and field.",
    discussion: "The exit status is 0 if all can be run, and 65 if one cannot.",
    examples: [
      CommandExample("heartcam study validate walk.json", "Nothing is printed if it is fine.")
    ],
    positionals: [files])

  private static let making = CommandDescription(
    name: "new", summary: "Make a task file to change, from a task that comes with the program.",
    examples: [
      CommandExample("heartcam study new walk.json --like short-walk", "A walk of your own.")
    ],
    positionals: [newFile], options: [model, CommonOptions.force])

  private static let commands: [(CommandDescription, CommandWork)] = [
    (listing, list), (showing, show), (validating, validate), (making, make),
    (StudyRunCommand.description, StudyRunCommand.run),
    (
      keeping,
      { context in
        context.output.write(try StudyRuns(context).table(context.terminal))
        return .success
      }
    ),
    (StudyResultsCommand.description, StudyResultsCommand.run),
    (StudyResumeCommand.description, StudyResumeCommand.run),
  ]

  package static func run(_ context: CommandContext) throws -> ExitCode {
    try context.chosen(among: commands)?(context) ?? .usage
  }

  private static func list(_ context: CommandContext) -> ExitCode {
    guard !context[lines] else {
      for builtIn in BuiltInTask.allCases {
        let task = builtIn.task
        let line = JSONValue.object([
          ("task", .string(builtIn.rawValue)), ("title", .string(task.title)),
          ("steps", .integer(task.steps.count)), ("duration_s", .number(task.activeDuration)),
          ("summary", .string(task.summary)),
        ])
        context.output.write(line.text + "\n")
      }
      return .success
    }
    var table = TextTable(["TASK", .number("STEPS"), .number("TIME"), "SUMMARY"])
    for builtIn in BuiltInTask.allCases {
      let task = builtIn.task
      table.add([
        builtIn.rawValue, "\(task.steps.count)", WorkProgress.clock(task.activeDuration),
        task.summary,
      ])
    }
    context.output.write(table.text(in: context.terminal))
    return .success
  }

  private static func show(_ context: CommandContext) -> ExitCode {
    var code = ExitCode.success
    let word = context.required(StudyTaskChoice.argument)
    // Whether sound files are there matters to a run.
    guard let choice = StudyTaskChoice(word, clips: [], &code) else { return code }
    let task = choice.task
    guard !context[json] else {
      context.output.write(TaskFile.text(of: task))
      return .success
    }
    context.output.write("\(task.title.isEmpty ? task.identifier : task.title)\n")
    if !task.summary.isEmpty { context.output.write("\(task.summary)\n") }
    context.output.write("\n")
    var table = TextTable(["STEP", "TYPE", .number("TIME"), "RECORDS", "TITLE"])
    for step in task.steps {
      let title = step.title.isEmpty ? step.questions.first?.text ?? step.text : step.title
      table.add([
        step.identifier, step.kind.rawValue,
        step.activity.map { WorkProgress.clock($0.duration) } ?? "",
        (step.activity?.recorders ?? []).map(\.identifier).joined(separator: ", "), title,
      ])
    }
    context.output.write(table.text(in: context.terminal))
    let count = task.rules.count + task.skips.count
    if count > 0 { context.output.write("\n\(counted(count, "rule")) may change the order\n") }
    return .success
  }

  private static func validate(_ context: CommandContext) -> ExitCode {
    var code = ExitCode.success
    for file in context.all(files) {
      _ = StudyTaskChoice.read(file, hasClips: false, &code)
    }
    return code
  }

  private static func make(_ context: CommandContext) throws -> ExitCode {
    let path = context.required(newFile)
    var places = OutputPlaces()
    try places.add("FILE", path)
    try places.confirm(context)
    try writing(path) {
      try PrivateFile.write(TaskFile.text(of: context[model].task), to: path)
    }
    note("\(path) is made; 'heartcam study validate' checks what you change")
    let clips = context[model].task.steps.flatMap { $0.activity?.clips ?? [] }
    if !clips.isEmpty {
      report(
        "it needs sound files, which do not come along: put yours beside it as "
          + clips.joined(separator: " and ") + ", or change their names in it")
    }
    return .success
  }
}

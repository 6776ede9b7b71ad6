package import CommandEnvironment
package import CommandLineParsing
import Measurement

/// `heartcam measure INPUT...`
package enum MeasureCommand {
  package static let description = CommandDescription(
    name: "measure",
    summary: "Measure heart rate in recorded videos or color signals, and save it.",
    discussion: """
      Each interval gets a heart rate with its 95% interval, or the reason why there is none. Below them \
      stand variability, rhythm, breathing and perfusion, as far as they can be measured; --json gives the \
      reason if one cannot. The results are saved into the health store; measuring the same recording again \
      saves nothing twice.
      """,
    examples: [
      CommandExample("heartcam measure finger.mp4", "Measure, show a table, save."),
      CommandExample("heartcam measure recordings/", "Every video and signal in a folder."),
      CommandExample(
        "heartcam measure --every 5 --json --no-save *.mp4", "One line of JSON for each file."),
      CommandExample(
        "heartcam measure --summary --jobs 4 recordings/ -o summary.csv",
        "A table with a line for each file, four at a time."),
      CommandExample("heartcam measure slow.mov --true-rate 240", "A slow-motion video."),
      CommandExample(
        "heartcam measure video.mp4 --signal signal.csv --beats beats.csv",
        "Keep the color signal and the beats."),
      CommandExample(
        "heartcam measure finger.mp4 --report finger.html", "A page to read, print and pass on."),
      CommandExample(
        "heartcam measure finger.mp4 --reference strap.csv --agreement agreement.svg",
        "Beside a chest strap."),
    ],
    positionals: [MeasureOptions.inputs], options: MeasureOptions.all + ReferenceOptions.all,
    exclusions: [
      [MeasureOptions.json, MeasureOptions.csv], [MeasureOptions.store, MeasureOptions.noSave],
      [MeasureOptions.again, MeasureOptions.noSave],
    ],
    requirements: [
      OptionRequirement(MeasureOptions.summary, needs: MeasureOptions.csv, MeasureOptions.output),
      OptionRequirement(
        MeasureOptions.spreadsheet, needs: MeasureOptions.csv, MeasureOptions.output),
      OptionRequirement(ReferenceOptions.shift, needs: ReferenceOptions.reference),
      OptionRequirement(ReferenceOptions.agreement, needs: ReferenceOptions.reference),
    ])

  package static func run(_ context: CommandContext) throws -> ExitCode {
    let inputs = InputFolders.files(
      of: context.all(MeasureOptions.inputs), isSequence: { RecordingInput($0).isTimedSequence },
      isSignal: ColorSignalReader.isHeading
    ) {
      report("\($0) is a pipe or a device, not a file; it is left out unless it is named itself")
      return false
    }
    for option in [
      MeasureOptions.beats, MeasureOptions.pulse, MeasureOptions.signal, MeasureOptions.plot,
      MeasureOptions.report, MeasureOptions.start, ReferenceOptions.reference,
    ] as [any OptionDeclaration] where context.isGiven(option) && inputs.count > 1 {
      throw CommandError.usage(
        "--\(option.name) takes one input, not \(inputs.count); see 'heartcam measure --help'")
    }
    if inputs.filter({ $0 == "-" }).count > 1 {
      throw CommandError.usage("standard input can be measured once; see 'heartcam measure --help'")
    }
    if context[MeasureOptions.trueRate] == nil,
      let pictures = inputs.lazy.map({ RecordingInput($0) })
        .first(where: { $0.isPictureSequence && !$0.isTimedSequence })?.name
    {
      throw CommandError.usage(
        "\(pictures): pictures do not say when they were taken; give their number a second with --true-rate"
      )
    }
    guard let form = ResultForm(context) else {
      throw CommandError.usage("--output has another ending than --csv or --json asks for")
    }
    guard form == .csv || !context[MeasureOptions.summary] else {
      throw CommandError.usage("--summary is for CSV: name a file in .csv")
    }
    let reference = context[ReferenceOptions.reference].map { [$0] } ?? []
    try OutputFiles.check(inputs: context.all(MeasureOptions.inputs) + reference, context)
    try ResultSaver(context).check(opens: false)
    MeasureOptions.noteShortIntervals(context)
    Interruption.listen()
    let path = context[MeasureOptions.output].flatMap { $0 == "-" ? nil : $0 }
    let results = try path.map { try ResultOutput(to: $0) } ?? context.output
    var run = MeasureRun(context, results, as: form)
    var options = MeasureOptions.measurement(context)
    options.sandbox = RecordingSandbox.chosen(context)
    inputs.map(RecordingInput.init).measure(
      options, jobs: context[MeasureOptions.jobs], into: &run,
      isInterrupted: { Interruption.isRequested })
    run.finish()
    if let path, run.exitCode != .interrupted {
      try results.commit()
      note("\(path): wrote the results of \(counted(inputs.count, "recording"))")
    }
    return run.exitCode
  }
}

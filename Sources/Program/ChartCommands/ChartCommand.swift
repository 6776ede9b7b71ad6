import Charts
package import CommandEnvironment
package import CommandLineParsing
import HealthCharts
import MeasureCommands
import SampleSelection
import SampleStore

/// `heartcam chart KIND`
package enum ChartCommand {
  package static let description = CommandDescription(
    name: "chart",
    summary: "Draw what is in the store, or what a recording shows.",
    discussion: """
      From the store, any type by its name: the lowest and highest value of each interval, sums of what is \
      counted, the stages of a night, or blood pressures. Intervals are set by --by or --every; where they are \
      too many to be told apart, bands show the median and the spread. agreement compares two sources of heart \
      rate. From a recording: readings, pulse, tachogram, poincare, spectrum and quality.
      """,
    examples: [
      CommandExample("heartcam chart hr", "The store's heart rates, in the terminal."),
      CommandExample(
        "heartcam chart hr --by day --since -30d -o month.svg", "The range of each day."),
      CommandExample("heartcam chart steps -o steps.png", "Steps by day."),
      CommandExample("heartcam chart weight --by week", "Weights, week by week."),
      CommandExample(
        "heartcam chart pulse finger.mp4 -o pulse.pdf", "The pulse at 25 mm/s, to print."),
      CommandExample(
        "heartcam chart poincare finger.mp4 --data pairs.csv", "The numbers behind it, too."),
    ],
    positionals: [ChartOptions.kind, ChartOptions.input], options: ChartOptions.all,
    exclusions: [
      [CalendarOptions.by, MeasureOptions.every], [ChartOptions.light, ChartOptions.dark],
    ],
    requirements: [OptionRequirement(MeasureOptions.spreadsheet, needs: ChartOptions.data)])

  package static func run(
    _ arguments: Arguments, _ context: CommandContext, _ output: ResultOutput
  ) throws -> ExitCode {
    // Parsing has seen to it that there is one.
    guard let subject = arguments[ChartOptions.kind] else { return .usage }
    if let problem = problem(arguments, subject) {
      throw CommandError.usage("\(problem); see 'heartcam chart --help'")
    }
    var places = OutputPlaces(
      inputs: [arguments[ChartOptions.input]].compactMap(\.self),
      store: try? StoreOptions.location(arguments[StoreOptions.location], context))
    try places.add("output", arguments[ChartOptions.output], endings: PictureFormat.endings)
    try places.add("data", arguments[ChartOptions.data], allowsStream: true)
    try places.confirm(arguments, context)
    // Recordings are read under this flag; whatever comes before or after ends at once.
    if subject.isOfRecording { Interruption.listen() }
    let source = ChartSource(arguments: arguments, context: context)
    guard let chart = try source.chart(of: subject) else { return .noReading }
    if subject.isOfRecording { Interruption.stopListening() }
    return try draw(chart, arguments, context, output)
  }

  /// What is wrong with the arguments as a whole, a sentence; `nil` if nothing is.
  private static func problem(
    _ arguments: Arguments, _ subject: ChartSubject
  ) -> String? {
    let name = subject.name
    if subject.isOfRecording, arguments[ChartOptions.input] == nil {
      return "chart \(name) needs a recording"
    }
    if !subject.isOfRecording, arguments[ChartOptions.input] != nil {
      return "chart \(name) is drawn from the store, and takes no recording; readings draws one"
    }
    if arguments.isGiven(ChartOptions.page) {
      guard case .kind(.pulse) = subject,
        arguments[ChartOptions.output].flatMap({ PictureFormat(path: $0) }) == .pdf
      else { return "--page is for 'chart pulse' with an --output in .pdf" }
    }
    if case .kind(.agreement) = subject, arguments.all(StoreFilter.source).count != 2 {
      return "chart agreement compares two sources: give --source twice"
    }
    return nil
  }

  private static func draw(
    _ drawn: ChartSource.Drawn, _ arguments: Arguments, _ context: CommandContext,
    _ output: ResultOutput
  ) throws -> ExitCode {
    let chart = drawn.chart
    var code = ExitCode.success
    if let path = arguments[ChartOptions.data] {
      let text = chart.table.csv(forSpreadsheet: arguments[MeasureOptions.spreadsheet])
      code = code.combined(with: try write(text, to: path, output))
    }
    if let pages = drawn.pages, let path = arguments[ChartOptions.output] {
      let title = arguments[ChartOptions.title] ?? drawn.title
      return code.combined(
        with: PictureFile.write(
          try pages.pdf(title: title, scheme: ChartOptions.scheme(arguments)), to: path))
    }
    let renderer = renderer(chart, arguments, context)
    if let path = arguments[ChartOptions.output] {
      return code.combined(
        with: PictureFile.write(renderer, to: path, scheme: ChartOptions.scheme(arguments)))
    }
    guard arguments[ChartOptions.data] != "-" else { return code }
    return code.combined(
      with: ChartScreen(arguments: arguments, context: context).show(renderer, output))
  }

  private static func renderer(
    _ chart: some HealthChart, _ arguments: Arguments, _ context: CommandContext
  ) -> ChartRenderer {
    let (size, zone) = (arguments[ChartOptions.size], CalendarOptions.zone(arguments, context))
    let isFile = arguments[ChartOptions.output] != nil
    return ChartRenderer(
      chart, width: isFile ? size?.width ?? chart.preferredSize?.width : nil,
      height: isFile ? size?.height ?? chart.preferredSize?.height : nil,
      title: arguments[ChartOptions.title] ?? chart.title(in: zone), zone: zone)
  }

  private static func write(
    _ table: String, to path: String, _ output: ResultOutput
  ) throws -> ExitCode {
    guard path != "-" else {
      output.write(table)
      return .success
    }
    do {
      try PrivateFile.write(table, to: path)
      return .success
    } catch {
      throw CommandError.ioError("cannot write \(path): \(error)")
    }
  }
}

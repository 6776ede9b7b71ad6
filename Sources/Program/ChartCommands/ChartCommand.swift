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

  package static func run(_ context: CommandContext) throws -> ExitCode {
    // Parsing has seen to it that there is one.
    guard let subject = context[ChartOptions.kind] else { return .usage }
    if let problem = problem(context, subject) {
      throw CommandError.usage("\(problem); see 'heartcam chart --help'")
    }
    var places = OutputPlaces(
      inputs: [context[ChartOptions.input]].compactMap(\.self),
      store: try? StoreOptions.location(context[StoreOptions.location], context))
    try places.add("output", context[ChartOptions.output], endings: PictureFormat.endings)
    try places.add("data", context[ChartOptions.data], allowsStream: true)
    try places.confirm(context)
    // Recordings are read under this flag; whatever comes before or after ends at once.
    if subject.isOfRecording { Interruption.listen() }
    var source = ChartSource(context: context)
    guard let drawn = try source.chart(of: subject) else { return .noReading }
    if subject.isOfRecording { Interruption.stopListening() }
    if let path = context[ChartOptions.data] {
      // Files for programs are in the same units on every machine.
      source.units = ReadUnits()
      let isSame = subject.isOfRecording || ReadUnits.current == source.units
      let chart = isSame ? drawn.chart : try source.chart(of: subject)?.chart ?? drawn.chart
      let table = chart.table.csv(forSpreadsheet: context[MeasureOptions.spreadsheet])
      if path == "-" {
        context.output.write(table)
      } else {
        try writing(path) { try PrivateFile.write(table, to: path) }
      }
    }
    return try draw(drawn, context)
  }

  /// Returns the problem with the arguments as a whole, a sentence; `nil` without one.
  private static func problem(_ context: CommandContext, _ subject: ChartSubject) -> String? {
    let name = subject.name
    if subject.isOfRecording, context[ChartOptions.input] == nil {
      return "chart \(name) needs a recording"
    }
    if !subject.isOfRecording, context[ChartOptions.input] != nil {
      return "chart \(name) is drawn from the store, and takes no recording; readings draws one"
    }
    if context.isGiven(ChartOptions.page) {
      guard case .kind(.pulse) = subject,
        context[ChartOptions.output].flatMap({ PictureFormat(path: $0) }) == .pdf
      else { return "--page is for 'chart pulse' with an --output in .pdf" }
    }
    if case .kind(.agreement) = subject, context.all(StoreFilter.source).count != 2 {
      return "chart agreement compares two sources: give --source twice"
    }
    return nil
  }

  private static func draw(
    _ drawn: ChartSource.Drawn, _ context: CommandContext
  ) throws -> ExitCode {
    if let pages = drawn.pages, let path = context[ChartOptions.output] {
      let title = context[ChartOptions.title] ?? drawn.title
      return PictureFile.write(
        try pages.pdf(title: title, scheme: ChartOptions.scheme(context)), to: path)
    }
    let renderer = renderer(drawn.chart, context)
    if let path = context[ChartOptions.output] {
      return PictureFile.write(renderer, to: path, scheme: ChartOptions.scheme(context))
    }
    guard context[ChartOptions.data] != "-" else { return .success }
    return ChartScreen(context: context).show(renderer)
  }

  private static func renderer(
    _ chart: some HealthChart, _ context: CommandContext
  ) -> ChartRenderer {
    let (size, zone) = (context[ChartOptions.size], CalendarOptions.zone(context))
    let isFile = context[ChartOptions.output] != nil
    return ChartRenderer(
      chart, width: isFile ? size?.width ?? chart.preferredSize?.width : nil,
      height: isFile ? size?.height ?? chart.preferredSize?.height : nil,
      title: context[ChartOptions.title] ?? chart.title(in: zone), zone: zone)
  }
}

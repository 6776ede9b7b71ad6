import Charts
package import CommandEnvironment
package import CommandLineParsing
import FileAccess
import MeasureCommands
import SampleSelection
import SampleStore

/// `heartcam report`
package enum ReportCommand {
  private static let output = Option(
    "output", short: "o", .file(extensions: ["html", "pdf"]), value: "FILE",
    help: "Write to FILE: all types as a page in .html, the first six on a sheet of paper in .pdf.")
  private static let day = Flag("day", help: "The day of --date.")
  private static let week = Flag("week", help: "Its week, from Monday to Sunday.")
  private static let month = Flag("month", help: "Its month; so without any of the three.")
  private static let date = Option(
    "date", StoreTypes.date, value: "DATE", help: "A day of the report's time.", default: "today")
  private static let paper = DefaultedOption(
    "paper",
    ValueReader<PaperSize>(
      completion: .choices(["a4", "letter"]), text: { $0 == .a4 ? "a4" : "letter" }
    ) { text throws(InvalidValue) in
      switch text.lowercased() {
      case "a4": return .a4
      case "letter": return .letter
      default: throw InvalidValue("must be a4 or letter")
      }
    }, value: "a4|letter", help: "The paper of a .pdf.", default: .a4)

  package static let description = CommandDescription(
    name: "report",
    summary: "Write a month, week or day of the store as one page.",
    discussion: """
      Resting heart rate, variability, the range of heart rates, sleep, activity and what else was measured, with \
      their charts, as the page's views show them. Simulated, replayed and mock samples are left out.
      """,
    examples: [
      CommandExample("heartcam report -o november.pdf", "This month, on a sheet of A4."),
      CommandExample(
        "heartcam report --week --date yesterday -o week.html", "Yesterday's week, to be sent."),
    ],
    options: [
      output, month, week, day, date, paper, CommonOptions.force, CalendarOptions.timeZone,
      StoreOptions.location, StoreOptions.units,
    ], exclusions: [[day, week, month]])

  package static func run(_ context: CommandContext) throws -> ExitCode {
    guard let path = context[output] else {
      throw CommandError.usage(
        "report needs a file: -o FILE, in .html or .pdf; see 'heartcam report --help'")
    }
    let location = try StoreOptions.location(context[StoreOptions.location], context)
    var places = OutputPlaces(inputs: [], store: location)
    try places.add("output", path, endings: ["html", "pdf"])
    try places.confirm(context)
    guard let store = try StoreAccess.toRead(location) else { return .noReading }
    let report = try HealthReport(
      of: context[day] ? .day : context[week] ? .week : .month,
      around: context[date] ?? Date(), in: store,
      zone: CalendarOptions.zone(context))
    let document =
      path.lowercased().hasSuffix(".pdf")
      ? try report.pdf(on: context[paper]).map(Array.init)
      : try report.html().map { Array($0.utf8) }
    guard let document else {
      CommandEnvironment.report("nothing was saved in this time; --date names another")
      return .noReading
    }
    return PictureFile.write(Data(document), to: path)
  }
}

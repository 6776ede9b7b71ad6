import Charts
import CommandEnvironment
import CommandLineParsing
import MeasureCommands
import SampleSelection

/// What `heartcam chart` draws.
enum ChartKind: String, CaseIterable {
  case heartRate = "heart-rate"
  case sums
  case sleep
  case agreement
  case readings
  case pulse
  case tachogram
  case poincare
  case spectrum
  case quality

  /// Whether it is drawn from a recording; others are drawn from the store.
  var isOfRecording: Bool {
    switch self {
    case .heartRate, .sums, .sleep, .agreement: false
    case .readings, .pulse, .tachogram, .poincare, .spectrum, .quality: true
    }
  }
}

/// The options of `heartcam chart`.
enum ChartOptions {
  static let kind = Positional("KIND", ValueReader<ChartKind>.choice, help: "What to draw.")
  static let input = Positional(
    "INPUT", .file(), count: .atMostOne,
    help: "A video or a colour signal, for charts of a recording. - is standard input.")

  static let output = Option(
    "output", short: "o", .file(extensions: ["svg", "png", "pdf"]), value: "FILE",
    help: "Write a picture to FILE, in .svg, .png or .pdf; without it, the chart is drawn here.")
  static let data = Option(
    "data", .file(extensions: ["csv"]), value: "FILE",
    help: "Write the numbers behind the chart to FILE, as CSV. - is standard output.")
  static let size = Option(
    "size", sizeReader, value: "WxH",
    help: "The picture's size in points, as in 900x400; here, in columns and rows.")
  static let title = Option(
    "title", .text, value: "TEXT", help: "What stands above the chart; an empty text for nothing.")
  static let dark = Flag("dark", help: "Draw for a dark background.")
  static let all: [any OptionDeclaration] =
    [output, data, MeasureOptions.spreadsheet, size, title, dark] + CalendarOptions.all + [
      StoreOptions.location
    ]
    + StoreFilter.all + [
      MeasureOptions.every, MeasureOptions.channel, MeasureOptions.region, SandboxOptions.noSandbox,
    ]

  static func scheme(_ arguments: Arguments) -> ChartColorScheme {
    arguments[dark] ? .dark : .automatic
  }

  struct Size: Sendable {
    let width: Double
    let height: Double
  }

  private static let sizeReader = ValueReader<Size> { text throws(InvalidValue) in
    let numbers = text.split(separator: "x", omittingEmptySubsequences: false).map { Double($0) }
    guard numbers.count == 2, let width = numbers[0], let height = numbers[1],
      (10...20_000).contains(width), (4...20_000).contains(height)
    else { throw InvalidValue("must be a width and a height, as in 900x400") }
    return Size(width: width, height: height)
  }
}

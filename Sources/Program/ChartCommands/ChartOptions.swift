import Charts
import CommandEnvironment
import CommandLineParsing
import HealthCharts
import MeasureCommands
import SampleSelection
import SampleStore

/// The charts of `heartcam chart` that are not of a type of samples: the agreement of two sources, or a recording.
enum ChartKind: String, CaseIterable {
  case agreement, readings, pulse, tachogram, poincare, spectrum, quality
}

/// The subject of `heartcam chart`: a named chart, or that of a type of samples.
enum ChartSubject: Sendable {
  case kind(ChartKind)
  case type(SampleType)

  /// The name of the kind or type.
  var name: String {
    switch self {
    case .kind(let kind): kind.rawValue
    case .type(let type): type.shortName
    }
  }

  /// Whether it is drawn from a recording; others are drawn from the store.
  var isOfRecording: Bool {
    if case .kind(let kind) = self { kind != .agreement } else { false }
  }

  private static let kinds = ChartKind.allCases.map(\.rawValue)

  static let reader = ValueReader<ChartSubject>(
    completion: .choices(kinds + SampleType.typedNames)
  ) { text throws(InvalidValue) in
    if let kind = ChartKind(rawValue: text.lowercased()) { return .kind(kind) }
    if let type = try? StoreTypes.type.read(text) { return .type(type) }
    throw InvalidValue(
      "must be a type such as hr, weight or sleep, or one of \(kinds.joined(separator: ", "))"
        + (StoreTypes.suggestion(for: text, or: kinds).map { "; \($0)" } ?? ""))
  }
}

/// The options of `heartcam chart`.
enum ChartOptions {
  static let kind = Positional(
    "KIND", ChartSubject.reader,
    help: """
      A type such as hr, weight or sleep, or one of \(ChartKind.allCases.map(\.rawValue).joined(separator: ", ")).
      """)
  static let input = Positional(
    "INPUT", .file(), count: .atMostOne,
    help: "A video or a color signal, for charts of a recording. - is standard input.")

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
  static let page = DefaultedOption(
    "page", pageReader, value: "a4|letter|roll|WxH",
    help: """
      The paper of 'chart pulse -o FILE.pdf', or its size in millimeters; a roll is one strip of any \
      length.
      """, default: Page.sheet(.a4))
  static let dark = Flag("dark", help: "Draw for a dark background, whatever the terminal's is.")
  static let light = Flag("light", help: "Draw for a light background, whatever the terminal's is.")
  static let all: [any OptionDeclaration] =
    [
      output, CalendarOptions.by, StoreFilter.since, StoreFilter.until, StoreFilter.source, size,
      data,
    ]
    + [
      title, light, dark, CommonOptions.force, MeasureOptions.spreadsheet, page,
      CalendarOptions.timeZone,
      StoreOptions.location, StoreOptions.units, MeasureOptions.every, MeasureOptions.channel,
      MeasureOptions.region,
      SandboxOptions.noSandbox,
    ]

  static func scheme(_ context: CommandContext) -> ChartColorScheme {
    context[dark] ? .dark : context[light] ? .light : .automatic
  }

  struct Size: Sendable {
    let width: Double
    let height: Double
  }

  /// The paper on which a pulse is printed.
  enum Page: Sendable {
    case sheet(PulsePages.Paper)
    case roll
  }

  private static let pageReader = ValueReader<Page>(
    completion: .choices(["a4", "letter", "roll"]),
    text: { if case .sheet(.a4) = $0 { "a4" } else { "roll" } }
  ) { text throws(InvalidValue) in
    switch text.lowercased() {
    case "a4": return .sheet(.a4)
    case "letter": return .sheet(.letter)
    case "roll": return .roll
    default:
      let numbers = text.split(separator: "x", omittingEmptySubsequences: false).map { Double($0) }
      guard numbers.count == 2, let width = numbers[0], let height = numbers[1],
        (60...5_000).contains(width), (60...5_000).contains(height)
      else {
        throw InvalidValue("must be a4, letter, roll, or a width and a height in millimeters")
      }
      return .sheet(.init(width: width, height: height))
    }
  }

  private static let sizeReader = ValueReader<Size> { text throws(InvalidValue) in
    let numbers = text.split(separator: "x", omittingEmptySubsequences: false).map { Double($0) }
    guard numbers.count == 2, let width = numbers[0], let height = numbers[1],
      (10...20_000).contains(width), (4...20_000).contains(height)
    else { throw InvalidValue("must be a width and a height, as in 900x400") }
    return Size(width: width, height: height)
  }
}

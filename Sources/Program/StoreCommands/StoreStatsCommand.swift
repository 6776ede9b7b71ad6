import CommandEnvironment
import CommandLineParsing
import FoundationEssentials
import HealthCharts
import JSONCoding
import Measurement
import SampleSelection
import SampleStore

/// `heartcam store stats`
enum StoreStatsCommand {
  private static let unit = Option(
    "unit", StoreTypes.unit, value: "UNIT", help: "The unit of the rows, as in --unit count/min.")
  private static let json = Flag("json", help: "Print one line of JSON for each row.")

  private static let plot = Option(
    "plot", .file(extensions: ["svg", "png", "pdf"]), value: "FILE",
    help: "Draw the rows of one type to FILE, in .svg, .png or .pdf; needs --by and --type.")

  static let description = CommandDescription(
    name: "stats",
    summary: "Average, least, greatest and newest of measurements; sums of what is counted.",
    discussion: """
      Several sources of what is counted, such as steps, are merged: at each moment the first source by \
      priority is believed ('heartcam store sources' has the order). Days are those of --timezone. Where \
      clocks are set back an hour comes twice, and is shown with its offset from UTC. Sleep is counted in hours of each stage; workouts in minutes, with their distance and \
      energy.
      """,
    examples: [
      CommandExample("heartcam store stats", "Every type in the store."),
      CommandExample(
        "heartcam store stats --type HeartRate --by day --since 2026-01-01",
        "A row for each day of the year."),
      CommandExample("heartcam store stats --type StepCount --by month --json", "For a program."),
    ],
    options: [StoreOptions.location, json] + CalendarOptions.all + [unit, plot] + StoreFilter.all)

  static func run(
    _ arguments: Arguments, _ location: StoreLocation, _ context: CommandContext,
    _ output: ResultOutput
  ) throws -> ExitCode {
    let (by, zone) = (arguments[CalendarOptions.by], CalendarOptions.zone(arguments, context))
    if let path = arguments[plot],
      let problem = StatisticsPlot.problem(
        path, types: arguments.all(StoreFilter.type).count, hasRows: by != nil)
    {
      throw CommandError.usage("--plot \(problem); see 'heartcam store stats --help'")
    }
    guard let store = try StoreAccess.toRead(location) else { return .success }
    var code = ExitCode.success
    var query = try StoreFilter.personalQuery(arguments, in: store, zone)
    var types: [QuantityType] = []
    var (showsSleep, showsWorkouts) = (query.types == nil, query.types == nil)
    for type in query.types ?? QuantityType.allKnown.map(SampleType.quantity) {
      guard case .quantity(let type) = type else {
        if type == .category(.sleepAnalysis) || type == .workout {
          showsSleep = showsSleep || type != .workout
          showsWorkouts = showsWorkouts || type == .workout
          continue
        }
        throw CommandError.usage(
          "\(StoreTypes.name(of: type)) has no numbers; 'heartcam store list' shows it")
      }
      types.append(type)
    }
    if let unit = arguments[unit],
      let type = types.first(where: {
        !$0.canonicalUnit.isCompatible(with: $0.unit(asWritten: unit))
      })
    {
      throw CommandError.usage(
        "--unit \(unit) does not fit \(StoreTypes.name(of: .quantity(type)))")
    }
    query.types = nil
    let intervals = by.map { CalendarIntervals(by: $0, in: zone) }
    // What is measured, counted, slept and trained has other columns each, which fit side by side no terminal.
    var tables = Dictionary(uniqueKeysWithValues: Part.allCases.map { ($0, TextTable($0.columns)) })
    var shown: Set<Part> = []
    for type in types {
      let unit = arguments[unit].map { type.unit(asWritten: $0) } ?? type.customaryUnit
      let isSum = type.aggregationStyle == .cumulative
      let options: StatisticsOptions =
        isSum
        ? [.cumulativeSum, .mostRecent]
        : [.discreteAverage, .discreteMin, .discreteMax, .mostRecent]
      let rows =
        if let intervals {
          try store.statisticsCollection(of: type, matching: query, options, by: intervals)
            .populated
        } else {
          try store.statistics(of: type, matching: query, options).map { [$0] } ?? []
        }
      if let path = arguments[plot], let intervals {
        let title = "\(StoreTypes.name(of: .quantity(type))) by \(by?.rawValue ?? "")"
        let drawn = try StatisticsPlot.write(
          rows, of: type, by: intervals, in: unit,
          from: StoredCharts(of: store, matching: query), title: title, to: path)
        if drawn == nil { try StoreFilter.reportNothing(arguments, in: store) }
        code = drawn ?? .noReading
      }
      for row in rows {
        if arguments[json] {
          output.write(line(row, in: unit))
        } else {
          let part: Part = isSum ? .counted : .measured
          shown.insert(part)
          tables[part]?.add(cells(row, in: unit, from: start(row.start, by, zone)))
        }
      }
    }
    let activities = ActivityStatistics(store, query, by: intervals)
    let rows =
      try (showsSleep ? activities.sleep() : []) + (showsWorkouts ? activities.workouts() : [])
    for row in rows {
      if arguments[json] {
        output.write(line(row))
      } else {
        let part: Part = row.type == .workout ? .trained : .slept
        shown.insert(part)
        tables[part]?.add(cells(row, from: start(row.start, by, zone)))
      }
    }
    if !arguments[json] {
      let parts = shown.isEmpty ? [.measured] : Part.allCases.filter(shown.contains)
      let texts = parts.compactMap { tables[$0]?.text(width: context.terminal.width) }
      output.write(texts.joined(separator: "\n"))
    }
    return code
  }

  /// What is shown in a table of its own.
  private enum Part: CaseIterable {
    case measured, counted, slept, trained

    var columns: [TextTable.Column] {
      let numbers =
        switch self {
        case .measured: ["AVERAGE", "LEAST", "GREATEST", "NEWEST"]
        case .counted: ["SUM", "NEWEST"]
        case .slept: ["SUM"]
        case .trained: ["AVERAGE", "GREATEST", "SUM"]
        }
      let title = [.slept: "SLEEP", .trained: "WORKOUT"][self] ?? "TYPE"
      return [.init("FROM"), .init(title, isShortened: true)]
        + (["COUNT"] + numbers).map { .init($0, isNumber: true) } + [.init("UNIT")]
    }
  }

  private static func cells(
    _ row: Statistics, in unit: QuantityUnit, from start: String
  ) -> [String] {
    let all = row.all
    let shown =
      all.sum == nil
      ? [all.average, all.minimum, all.maximum, all.mostRecent] : [all.sum, all.mostRecent]
    let numbers = shown.map { value($0, in: unit).map { "\($0.rounded(toPlaces: 2))" } ?? "" }
    return [start, StoreTypes.name(of: .quantity(row.type)), "\(all.count)"]
      + numbers
      + [unit.shownText]
  }

  private static func cells(_ row: ActivityStatistics.Row, from start: String) -> [String] {
    let shown = row.type == .workout ? [row.average, row.greatest, row.sum] : [row.sum]
    return [start, row.part, "\(row.count)"]
      + shown.map { $0.map { "\($0.rounded(toPlaces: 2))" } ?? "" } + [row.unit.shownText]
  }

  private static func start(_ date: Date, _ unit: CalendarUnit?, _ zone: ZoneRules) -> String {
    let moment = CivilMoment(date, in: zone)
    switch unit {
    case .day, .week, .month, .year: return moment.day
    case .hour, nil:
      let offset = zone.isShownTwice(date) ? " \(moment.offsetText)" : ""
      return "\(moment.day) \(moment.minute)\(offset)"
    }
  }

  private static func line(_ row: ActivityStatistics.Row) -> String {
    func number(_ value: Double?) -> JSONValue { value.map(JSONValue.decimal) ?? .null }
    return JSONValue.object([
      ("type", .string(row.type.identifier)), ("part", .string(row.part)),
      ("start", .string(row.start.timestamp)), ("end", .string(row.end.timestamp)),
      ("count", .integer(row.count)), ("average", number(row.average)),
      ("minimum", number(row.least)), ("maximum", number(row.greatest)), ("sum", .decimal(row.sum)),
      ("most_recent", number(row.newest)), ("unit", .string(row.unit.description)),
    ]).text + "\n"
  }

  private static func line(_ row: Statistics, in unit: QuantityUnit) -> String {
    func number(_ quantity: Quantity?) -> JSONValue {
      value(quantity, in: unit).map(JSONValue.decimal) ?? .null
    }
    return JSONValue.object([
      ("type", .string(row.type.identifier)),
      ("start", .string(row.start.timestamp)),
      ("end", .string(row.end.timestamp)),
      ("count", .integer(row.all.count)), ("average", number(row.all.average)),
      ("minimum", number(row.all.minimum)), ("maximum", number(row.all.maximum)),
      ("sum", number(row.all.sum)), ("most_recent", number(row.all.mostRecent)),
      ("unit", .string(unit.description)),
    ]).text + "\n"
  }

  private static func value(_ quantity: Quantity?, in unit: QuantityUnit) -> Double? {
    quantity.flatMap { try? Quantity($0.value(in: unit), unit).writtenValue }
  }
}

import Charts
import CommandEnvironment
import CommandLineParsing
import FoundationEssentials
import HealthCharts
import SampleSelection
import SampleStore

/// `heartcam store stats`
enum StoreStatsCommand {
  private static let unit = Option(
    "unit", StoreTypes.unit, value: "UNIT", help: "The unit of the rows, as in --unit count/min.")
  private static let json = CommonOptions.json(a: "row")

  private static let plot = Option(
    "plot", .file(extensions: PictureFormat.endings), value: "FILE",
    help: "Draw the rows of one type to FILE, in .svg, .png or .pdf; needs --by and --type.")

  static let description = CommandDescription(
    name: "stats",
    summary: "Lowest, average, highest and newest of measurements; sums of what is counted.",
    discussion: """
      Several sources of what is counted, such as steps, are merged: at each moment the first source by \
      priority is believed ('heartcam store sources' has the order). Days are those of --timezone. Where \
      clocks are set back an hour comes twice, and is shown with its offset from UTC. Sleep is counted in hours of each stage, by nights: from noon to noon, on the day on which a night ends. Workouts are counted in minutes, with their distance and \
      energy.
      """,
    examples: [
      CommandExample("heartcam store stats", "Every type in the store."),
      CommandExample(
        "heartcam store stats --type hr --by day --since 2026-01-01",
        "A row for each day of the year."),
      CommandExample("heartcam store stats --type steps --by month --json", "For a program."),
    ],
    options: StoreFilter.all + CalendarOptions.all + [
      unit, plot, json, StoreOptions.location, StoreOptions.units, CommonOptions.force,
    ])

  static func run(_ location: StoreLocation, _ context: CommandContext) throws -> ExitCode {
    let (by, zone) = (context[CalendarOptions.by], CalendarOptions.zone(context))
    if context[plot] != nil, context.all(StoreFilter.type).count != 1 || by == nil {
      throw CommandError.usage("--plot draws the rows of one type: give --by, and --type once")
    }
    var places = OutputPlaces(store: location)
    try places.add("plot", context[plot], endings: PictureFormat.endings)
    try places.confirm(context)
    guard let store = try StoreAccess.toRead(location) else { return .success }
    var code = ExitCode.success
    var query = try StoreFilter.personalQuery(context, in: store, zone)
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
          "\(type.shortName) has no numbers; 'heartcam store list' shows it")
      }
      types.append(type)
    }
    if let unit = context[unit],
      let type = types.first(where: {
        !$0.canonicalUnit.isCompatible(with: $0.unit(asWritten: unit))
      })
    {
      throw CommandError.usage(
        "--unit \(unit) does not fit \(SampleType.quantity(type).shortName)")
    }
    query.types = nil
    let intervals = by.map { CalendarIntervals(by: $0, in: zone) }
    var shown: [StatisticsRow] = []
    for type in types {
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
      if let path = context[plot], let intervals {
        let title = "\(SampleType.quantity(type).shortName) by \(by?.rawValue ?? "")"
        let charts = StoredCharts(of: store, matching: query)
        if let chart = try charts.values(
          rows, of: type, by: intervals, in: shownUnit(of: type, context, isRead: true),
          title: title,
          room: StoredCharts.room(inPoints: nil))
        {
          code = PictureFile.write(renderer(chart, zone), to: path, scheme: .automatic)
        } else {
          try StoreFilter.reportNothing(
            toDraw: SampleType.quantity(type).shortName, context, in: store)
          code = .noReading
        }
      }
      shown += rows.map { StatisticsRow($0, in: shownUnit(of: type, context)) }
    }
    let activities = ActivityStatistics(store, query, by: intervals) { shownUnit(of: $0, context) }
    if showsSleep { shown += try activities.sleep(by: by, in: zone) }
    if showsWorkouts { shown += try activities.workouts() }
    if shown.isEmpty, code == .success { try StoreFilter.reportNothing(context, in: store) }
    if context[json] {
      for row in shown { context.output.write(line: row.line) }
    } else {
      let tables = StatisticsRow.Table.allCases.map { table in
        let rows = shown.filter { $0.table == table }
        var text = TextTable(table.columns)
        for row in rows { text.add(row.cells(from: start(row.start, by, zone))) }
        return rows.isEmpty && !(shown.isEmpty && table == .measured)
          ? nil : text.text(in: context.terminal)
      }
      context.output.write(tables.compactMap(\.self).joined(separator: "\n"))
    }
    return code
  }

  /// The unit that was asked for, or else that of the reader or, in lines for programs, the type's own.
  private static func shownUnit(
    of type: QuantityType, _ context: CommandContext, isRead: Bool? = nil
  ) -> QuantityUnit {
    if let unit = context[unit] { return type.unit(asWritten: unit) }
    return isRead ?? !context[json] ? type.readUnit : type.customaryUnit
  }

  private static func renderer(_ chart: some HealthChart, _ zone: ZoneRules) -> ChartRenderer {
    ChartRenderer(chart, title: chart.title(in: zone), zone: zone)
  }

  private static func start(_ date: Date, _ unit: CalendarUnit?, _ zone: ZoneRules) -> String {
    let moment = CivilMoment(date, in: zone)
    switch unit {
    case .day, .week, .month, .year, nil: return moment.day
    case .hour:
      let offset = zone.isShownTwice(date) ? " \(moment.offsetText)" : ""
      return "\(moment.day) \(moment.minute)\(offset)"
    }
  }
}
